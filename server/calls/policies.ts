/** The calls for closing the account. The specification has a screen for it but no call, so these are additions. */
import { HOUR } from '#machines/model/calendar.ts';
import { CANCELLATION_REASONS, CLOSING_HOURS } from '#machines/model/cancellation.ts';
import { CODE } from '#machines/model/codes.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { CallDeps } from './deps.ts';
import type { Caller, Handlers } from '#server/wire/handler.ts';
import { messageText } from '#server/wire/messageText.ts';
import { readOption } from './readRequest.ts';

export function policiesCalls({
  accounts,
  clock,
  lending,
  sms,
  support,
  log,
}: CallDeps): Handlers<'cancellationTerms' | 'requestCancellation' | 'cancelAccount'> {
  const isSignInNeeded = async (caller: Caller): Promise<boolean> => clock.now() - (await caller.signedInAt()) > CLOSING_HOURS * HOUR;

  /** A closed account cannot be restored. So a session that was stolen later must not suffice to close one, or to ask for it. */
  async function checkSignIn(caller: Caller): Promise<void> {
    if (await isSignInNeeded(caller)) throw new Refusal(CODE.signInRequired, 'signInRequired');
  }

  return {
    async cancellationTerms(_request, caller) {
      const userId = await caller.signedIn();
      // Reading the order ends an offer or an application whose time is over, which would otherwise prevent the closing.
      await lending.latestOrder(userId, caller.language);
      return { ...(await accounts.cancellation(userId)), signInFirst: await isSignInNeeded(caller) };
    },
    async requestCancellation(request, caller) {
      const userId = await caller.signedIn();
      const reason = request.reason === null ? null : readOption(request, 'reason', CANCELLATION_REASONS, caller.language);
      // A request may be taken back at any time.
      if (reason !== null) await checkSignIn(caller);
      await lending.latestOrder(userId, caller.language);
      return { requestedAt: await accounts.request(userId, reason) };
    },
    async cancelAccount(request, caller) {
      const userId = await caller.signedIn();
      const reason = readOption(request, 'reason', CANCELLATION_REASONS, caller.language);
      await checkSignIn(caller);
      await lending.latestOrder(userId, caller.language);
      const mobile = await caller.mobile();
      const closed = await accounts.close(userId, reason);
      // The text warns the owner of the number, who may not be the caller. A failure to send it does not undo the closing.
      await sms
        .send(mobile, messageText(caller.language, 'sms.accountClosed', { email: support.email }), { kind: 'event', isForgotten: true })
        .catch(log('text of a closed account'));
      return closed;
    },
  };
}
