/** The SMS provider of the sandbox: it stores texts in an inbox, which the sandbox's page shows. */
import type { SmsProvider } from '#server/messaging/sms.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store } from '#server/store/store.ts';

export const sandboxSms = (store: Store, clock: Clock): SmsProvider => ({
  name: 'sandbox',
  isIdempotent: true,
  async send({ to, text, sendId }) {
    await store.db
      .insertInto('sandbox_sms')
      .values({ msisdn: to, text, at: clock.now(), send_id: sendId })
      .onConflict((c) => c.column('send_id').doNothing())
      .execute();
    return { is: 'taken', ref: null, cost: null, parts: null };
  },
});
