/** The SMS gateway of the sandbox: an inbox that its page shows. */
import type { Sms } from '#server/identity/smsGateway.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store } from '#server/store/store.ts';

export const sandboxSms = (store: Store, clock: Clock): Sms => ({
  async send(to, text, sendId) {
    await store.db
      .insertInto('sandbox_sms')
      .values({ msisdn: to, text, at: clock.now(), send_id: sendId ?? null })
      .onConflict((c) => c.column('send_id').doNothing())
      .execute();
  },
});
