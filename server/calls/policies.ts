/** Closing the account. These calls are ours: the specification has the screen and names no call. */
import { CANCELLATION_REASONS } from '#machines/model/cancellation.ts';
import type { CallDeps } from './deps.ts';
import type { Handlers } from '#server/wire/handler.ts';
import { messageText } from '#server/wire/messageText.ts';
import { readOption } from './readRequest.ts';

export function policiesCalls({
  accounts,
  lending,
  sms,
  support,
  log,
}: CallDeps): Handlers<'cancellationTerms' | 'requestCancellation' | 'cancelAccount'> {
  return {
    async cancellationTerms(_request, caller) {
      const userId = await caller.signedIn();
      // Reading the order expires an offer or an application that is overdue, so it does not bar the closing.
      await lending.latestOrder(userId, caller.language);
      return accounts.cancellation(userId);
    },
    async requestCancellation(request, caller) {
      const userId = await caller.signedIn();
      const reason = request.reason === null ? null : readOption(request, 'reason', CANCELLATION_REASONS, caller.language);
      await lending.latestOrder(userId, caller.language);
      return { requestedAt: await accounts.request(userId, reason) };
    },
    async cancelAccount(request, caller) {
      const userId = await caller.signedIn();
      const reason = readOption(request, 'reason', CANCELLATION_REASONS, caller.language);
      await lending.latestOrder(userId, caller.language);
      const mobile = await caller.mobile();
      const closed = await accounts.close(userId, reason);
      // Its owner may not have done it. The account is closed whether the text can be sent or not.
      await sms
        .send(mobile, messageText(caller.language, 'sms.accountClosed', { email: support.email }), { kind: 'event', isForgotten: true })
        .catch(log('text of a closed account'));
      return closed;
    },
  };
}
