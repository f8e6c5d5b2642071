/** Follows the session of the shell after the start. The code for that is fetched with the first message of the shell. */
import type { JourneyActor } from '#machines/journey.machine.ts';
import type { Bridge } from '#src/bridge/bridge.ts';
import type { ShellWord } from './shellSession.ts';
import type { DeviceStorage } from './storage.ts';

/** @returns the listener for the shell's messages. If its chunk cannot be fetched, the next return to the app tries again. */
export function followShell(actor: JourneyActor, bridge: Bridge, storage: DeviceStorage): (said: unknown) => void {
  const word: ShellWord = { actor, storage, ended: new Set(), offered: null };
  let last = '';
  let wasSigningIn = false;
  actor.subscribe((snapshot) => {
    const token = snapshot.context.session?.token ?? '';
    if (last && last !== token) word.ended.add(last);
    if (token) word.offered = null;
    last = token;
    const isSigningIn = snapshot.matches({ places: 'user' });
    if (isSigningIn && !wasSigningIn && word.offered) actor.send({ type: 'shellSession.found', session: word.offered });
    wasSigningIn = isSigningIn;
  });
  const follow = (said: unknown): void => {
    import('./shellSession.ts').then(({ followWord }) => followWord(word, said)).catch(() => undefined);
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && bridge.isPresent() && !actor.getSnapshot().matches('boot'))
      bridge.ask('getLoginInfo', null).then(follow, () => undefined);
  });
  return follow;
}
