/** Follows the session of the shell after the start. The code for that is fetched with the first message of the shell. */
import type { JourneyActor } from '#machines/journey.machine.ts';
import type { Bridge } from '#src/bridge/bridge.ts';
import type { ShellReports } from './shellSession.ts';
import type { DeviceStorage } from './storage.ts';

/** @returns the listener for the shell's messages. If its chunk cannot be fetched, the next return to the app tries again. */
export function followShell(actor: JourneyActor, bridge: Bridge, storage: DeviceStorage): (report: unknown) => void {
  const reports: ShellReports = { actor, storage, ended: new Set(), offered: null };
  let last = '';
  let wasSigningIn = false;
  actor.subscribe((snapshot) => {
    const token = snapshot.context.session?.token ?? '';
    if (last && last !== token) reports.ended.add(last);
    if (token) reports.offered = null;
    last = token;
    const isSigningIn = snapshot.matches({ places: 'user' });
    if (isSigningIn && !wasSigningIn && reports.offered) actor.send({ type: 'shellSession.found', session: reports.offered });
    wasSigningIn = isSigningIn;
  });
  const follow = (report: unknown): void => {
    import('./shellSession.ts').then(({ followReport }) => followReport(reports, report)).catch(() => undefined);
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && bridge.isPresent() && !actor.getSnapshot().matches('boot'))
      bridge.ask('getLoginInfo', null).then(follow, () => undefined);
  });
  return follow;
}
