/** What the app does about the session of the shell after the start. Fetched when the shell says something about it. */
import { CODE } from '#machines/model/codes.ts';
import type { Session } from '#machines/model/device.ts';
import type { JourneyActor } from '#machines/journey.machine.ts';
import { readSession } from './ports/session.ts';
import { isRecord } from './storedFormat.ts';
import { readApp, type DeviceStorage } from './storage.ts';

/** What the shell said, over all its messages. */
export interface ShellWord {
  actor: JourneyActor;
  storage: DeviceStorage;
  /** Tokens of sessions that ended here. A shell that was not notified would sign the borrower in again. */
  ended: Set<string>;
  /** Its session, while nobody is signed in here; null: none. */
  offered: Session | null;
}

/** Before the phone's memory was read, nobody knows who is signed in here. */
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

function found(word: ShellWord, session: Session): void {
  const { actor, storage, ended } = word;
  const present = actor.getSnapshot().context.session;
  if (ended.has(session.token) || present?.token === session.token) return;
  if (!present) word.offered = session;
  // The shell renewed the token of the same borrower: nothing on the page changes.
  if (present?.userId === session.userId) storage.keepSession(session, 'shell');
  actor.send({ type: 'shellSession.found', session });
}

/**
 * Where the shell has signed out, so does the page, unless the borrower signed in on the page itself.
 * @param said `getLoginInfo`'s result, or the session of `toLogin`; a shell may say anything.
 */
export async function followWord(word: ShellWord, said: unknown): Promise<void> {
  const { actor, storage } = word;
  await started(actor);
  if (!isRecord(said)) return;
  storage.keepApp(readApp(said['app']));
  const session = readSession(said);
  if (session) return found(word, session);
  word.offered = null;
  const { context } = actor.getSnapshot();
  if (said['token'] === null && context.session && storage.read().sessionFrom === 'shell')
    actor.send({ type: 'session.lost', epoch: context.epoch, problem: { code: CODE.notLoggedIn, message: '' } });
}
