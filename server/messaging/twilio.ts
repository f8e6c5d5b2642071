/** Twilio, Programmable Messaging: creates a Message resource. `docs/texts.md` names the documents. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { fieldOf, identifierOf, post, type Fetch } from './post.ts';
import type { ProviderAnswer, SmsProvider } from './sms.ts';

export interface TwilioSettings {
  name: 'twilio';
  /** Without a trailing slash. */
  baseUrl: string;
  /** `AC` and 32 hex digits. */
  accountSid: string;
  authToken: string;
  /** A number (`+…`), a sender name, or a Messaging Service (`MG` and 32 hex digits). */
  sender: string;
}

/** Error codes for a number that cannot get texts. */
const NO_SUCH_NUMBER = new Set(['21211', '21217', '21614', '30006']);
/** Error code for a number whose owner answered STOP. */
const OPTED_OUT = new Set(['21610']);
/** Too many requests, a full queue, and no route from this sender to the number. */
const LATER = new Set(['20429', '21611', '21612', '30001']);

function readAnswer(status: number, body: unknown): ProviderAnswer {
  const sid = identifierOf(fieldOf(body, 'sid'));
  const error = identifierOf(fieldOf(body, status < 300 ? 'error_code' : 'code'));
  if (status >= 200 && status < 300 && sid !== null && error === null) {
    const parts = Number(fieldOf(body, 'num_segments'));
    return { is: 'taken', ref: sid, cost: null, parts: Number.isInteger(parts) && parts > 0 ? parts : null };
  }
  const code = error ?? `http ${status}`;
  if (NO_SUCH_NUMBER.has(code)) return { is: 'refused', why: 'number', code };
  if (OPTED_OUT.has(code)) return { is: 'refused', why: 'optedOut', code };
  if (LATER.has(code) || status === 429) return { is: 'notNow', code, isOurs: false };
  if (status >= 500 || (status < 300 && error === null)) return { is: 'unknown', code };
  return { is: 'notNow', code, isOurs: true };
}

export const twilioSms = ({ baseUrl, accountSid, authToken, sender }: TwilioSettings, fetch: Fetch = globalThis.fetch): SmsProvider => ({
  name: 'twilio',
  isIdempotent: false,
  async send({ to, text, reportTo, timeout }) {
    const form = new URLSearchParams({ To: `+${to}`, Body: text });
    form.set(/^MG[\da-f]{32}$/i.test(sender) ? 'MessagingServiceSid' : 'From', sender);
    if (reportTo !== null) form.set('StatusCallback', reportTo);
    const headers = {
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const url = `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`;
    const reply = await post(fetch, url, { headers, body: form.toString() }, timeout);
    if (reply.is === 'notSent') return { is: 'notNow', code: reply.code, isOurs: false };
    return reply.is === 'unknown' ? reply : readAnswer(reply.status, reply.body);
  },
});

/**
 * `X-Twilio-Signature` of a form, in base64: HMAC-SHA1 with the account's token as the key. The message is the address,
 * followed by the name and value of every field, sorted by name.
 */
export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  const fields = [...new Set(form.keys())].sort().map((name) =>
    [...new Set(form.getAll(name))]
      .sort()
      .map((value) => name + value)
      .join(''),
  );
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64');
}

export function isTwilioSignature(given: string, authToken: string, url: string, form: URLSearchParams): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(twilioSignature(authToken, url, form))];
  return a.length === b.length && timingSafeEqual(a, b);
}
