/**
 * The desk in the sandbox (`/desk?clerk=reviewer`, decision 121): its clerk signs in without a password and stays signed in,
 * although the clock of the sandbox jumps over the end of the session.
 */
import { MINUTE } from '#machines/model/calendar.ts';
import type { DeskActor } from '#machines/desk.machine.ts';
import { toDeskProblem } from '#machines/desk/problem.ts';
import { DESK_LEFT, LENDER_CHANGED, type Role } from '#src/api/desk.ts';
import type { DeskClient } from './deskClient.ts';

/** Signs the clerk in again where the session has ended, and repeats the call, because a refused call did nothing. */
export function withSandboxClerk(client: DeskClient, role: Role): DeskClient {
  // A call that is running while the clerk signs out must not sign in again.
  let isLeaving = false;
  let opened = 0;
  let opening: Promise<unknown> | null = null;
  /** Simultaneous calls that find the session ended share one new session, because a second one would end the first. */
  const open = (): Promise<unknown> =>
    (opening ??= client
      .openSandbox(role)
      .then(() => opened++)
      .finally(() => (opening = null)));
  async function again<T>(ask: () => Promise<T>): Promise<T> {
    // The browser may hold the cookie of the new session before this page has its CSRF token. A call sent then would be refused.
    await opening?.catch(() => undefined);
    const before = opened;
    try {
      return await ask();
    } catch (error) {
      if (isLeaving || toDeskProblem(error).error !== 'signedOut') throw error;
      if (opened === before)
        await open().catch(() => {
          throw error;
        });
      return ask();
    }
  }
  return {
    ...client,
    call(name, input) {
      isLeaving ||= name === 'signOut';
      return again(() => client.call(name, input));
    },
    renew: () => again(client.renew),
  };
}

/** Reports activity of the clerk while the desk is open, and reloads the queues after a change by the borrower or the clock. */
export function followSandbox(actor: DeskActor, client: DeskClient): void {
  const attend = (): void => actor.send({ type: 'clerk.acted', now: client.now() });
  window.setInterval(attend, MINUTE);
  async function lookAgain(): Promise<void> {
    // Renewing also reads the lender's clock, which may have jumped.
    await client.renew();
    attend();
    actor.send({ type: 'queues.changed' });
    if (actor.getSnapshot().matches({ working: { place: 'queue' } })) actor.send({ type: 'refresh.requested' });
  }
  // After a failure the desk reloads with the next change, or with the clerk's next press.
  window.addEventListener(LENDER_CHANGED, () => void lookAgain().catch(() => undefined));
  actor.subscribe((state) => {
    if (!state.matches('signingIn')) return;
    // The session may have ended while the computer slept. Reloading the page signs the clerk in again.
    if (state.context.ended !== 'left') window.location.reload();
    else window.frameElement?.dispatchEvent(new Event(DESK_LEFT));
  });
}
