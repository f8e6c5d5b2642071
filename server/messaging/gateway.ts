/** Adapter of any gateway that accepts `POST { to, from, text }` with a bearer token and the header `Idempotency-Key`. */
import { readCost } from './textLength.ts';
import { fieldOf, identifierOf, post, type Fetch } from './post.ts';
import type { SmsProvider } from './sms.ts';

export interface GatewaySettings {
  name: 'gateway';
  url: string;
  token: string;
  sender: string;
}

/** Statuses that mean that the gateway has not sent the text, and may send it later. */
const LATER = new Set([408, 425, 429, 503]);
/** The status for a number that cannot get texts. */
const NO_SUCH_NUMBER = 422;

export const gatewaySms = ({ url, token, sender }: GatewaySettings, fetch: Fetch = globalThis.fetch): SmsProvider => ({
  name: 'gateway',
  isIdempotent: true,
  async send({ to, text, sendId, timeout }) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': sendId };
    const reply = await post(fetch, url, { headers, body: JSON.stringify({ to: `+${to}`, from: sender, text }) }, timeout);
    if (reply.is === 'notSent') return { is: 'notNow', code: reply.code, isOurs: false };
    if (reply.is === 'unknown') return reply;
    const { status, body } = reply;
    const code = `http ${status}`;
    if (status >= 200 && status < 300)
      return { is: 'taken', ref: identifierOf(fieldOf(body, 'id')), cost: readCost(fieldOf(body, 'cost')), parts: null };
    if (status === NO_SUCH_NUMBER) return { is: 'refused', why: 'number', code };
    if (LATER.has(status)) return { is: 'notNow', code, isOurs: false };
    if (status >= 500) return { is: 'unknown', code };
    return { is: 'notNow', code, isOurs: true };
  },
});
