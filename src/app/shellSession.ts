/** Follows the session of the shell after the start. Fetched with the first message of the shell about its session. */
import { CODE } from '#machines/model/codes.ts';
import type { Session } from '#machines/model/device.ts';
import type { JourneyActor } from '#machines/journey.machine.ts';
import { readSession } from './ports/session.ts';
import { isRecord } from './storedFormat.ts';
import { readApp, type DeviceStorage } from './storage.ts';

/** What the messages of the shell have reported so far. */
export interface ShellReports {
  actor: JourneyActor;
  storage: DeviceStorage;
  /** Tokens of sessions that ended here. A shell that was not notified would sign the borrower in again. */
  ended: Set<string>;
  /** The shell's session, while nobody is signed in here; null: none. */
  offered: Session | null;
}

/** Resolves when the storage was read: before that it is not known who is signed in here. */
const started = (actor: JourneyActor): Promise<void> =>
  new Promise((resolve) => {
    const isStarted = (): boolean => !actor.getSnapshot().matches('boot');
    if (isStarted()) return resolve();
    const subscription = actor.subscribe(() => {
      if (!isStarted()) return;
      subscription.unsubscribe();
      resolve();
    });
  });

function found(reports: ShellReports, session: Session): void {
  const { actor, storage, ended } = reports;
  const present = actor.getSnapshot().context.session;
  if (ended.has(session.token) || present?.token === session.token) return;
  if (!present) reports.offered = session;
  // The shell renewed the token of the same borrower: nothing on the page changes.
  if (present?.userId === session.userId) storage.keepSession(session, 'shell');
  actor.send({ type: 'shellSession.found', session });
}

/**
 * Handles a message about the shell's session. If the shell has signed out, the page signs out too, unless the borrower signed
 * in on the page itself.
 * @param report the result of `getLoginInfo` or the session of `toLogin`. It is not validated yet.
 */
export async function followReport(reports: ShellReports, report: unknown): Promise<void> {
  const { actor, storage } = reports;
  await started(actor);
  if (!isRecord(report)) return;
  storage.keepApp(readApp(report['app']));
  const session = readSession(report);
  if (session) return found(reports, session);
  reports.offered = null;
  const { context } = actor.getSnapshot();
  if (report['token'] === null && context.session && storage.read().sessionFrom === 'shell')
    actor.send({ type: 'session.lost', epoch: context.epoch, problem: { code: CODE.notLoggedIn, message: '' } });
}
