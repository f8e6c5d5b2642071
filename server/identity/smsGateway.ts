/** How a text message reaches a phone: through the operator's gateway. */
import type { Msisdn } from '#machines/model/phone.ts';

/** A gateway that takes `POST { to, from, text }` with a bearer token, and a header `Idempotency-Key` for a text that may be sent again. */
export interface SmsGateway {
  url: string;
  token: string;
  sender: string;
}

export interface Sms {
  /**
   * Rejects when the gateway did not accept the text.
   * @param sendId the same with every attempt to send one text, so that the gateway can send it once; left out: no attempt is repeated.
   */
  send(to: Msisdn, text: string, sendId?: string): Promise<void>;
}

const GATEWAY_TIMEOUT = 10_000;

export const gatewaySms = (gateway: SmsGateway, fetch: typeof globalThis.fetch = globalThis.fetch): Sms => ({
  async send(to, text, sendId) {
    const answer = await fetch(gateway.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${gateway.token}`,
        ...(sendId === undefined ? {} : { 'idempotency-key': sendId }),
      },
      body: JSON.stringify({ to: `+${to}`, from: gateway.sender, text }),
      redirect: 'error',
      signal: AbortSignal.timeout(GATEWAY_TIMEOUT),
    });
    if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`);
  },
});
