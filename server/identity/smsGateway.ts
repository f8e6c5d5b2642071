/** How a text reaches a phone: through the operator's gateway, or into the inbox of the sandbox. */
import type { Msisdn } from '#machines/model/phone.ts';
import type { SmsGateway } from '#server/config.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store } from '#server/store/store.ts';

export interface Sms {
  /** Rejects when the gateway did not take it. */
  send(to: Msisdn, text: string): Promise<void>;
}

const GATEWAY_TIMEOUT = 10_000;

export const gatewaySms = (gateway: SmsGateway, fetch: typeof globalThis.fetch = globalThis.fetch): Sms => ({
  async send(to, text) {
    const answer = await fetch(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.token}` },
      body: JSON.stringify({ to: `+${to}`, from: gateway.sender, text }),
      signal: AbortSignal.timeout(GATEWAY_TIMEOUT),
    });
    if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`);
  },
});

export const sandboxSms = (store: Store, clock: Clock): Sms => ({
  async send(to, text) {
    await store.db.insertInto('sandbox_sms').values({ msisdn: to, text, at: clock.now() }).execute();
  },
});
