/** Africa's Talking, Bulk SMS: `POST /version1/messaging` as a form. `docs/texts.md` names the documents. */
import { readCost } from './textLength.ts';
import { fieldOf, identifierOf, post, type Fetch } from './post.ts';
import type { ProviderAnswer, SmsProvider } from './sms.ts';

export interface AfricasTalkingSettings {
  name: 'africastalking';
  /** Without a trailing slash. */
  baseUrl: string;
  username: string;
  apiKey: string;
  /** A registered short code or sender name; null: the account's default. */
  sender: string | null;
}

/** 100 Processed, 101 Sent, 102 Queued. */
const TAKEN = new Set(['100', '101', '102']);
const REFUSED = { '403': 'number', '404': 'number', '406': 'optedOut' } as const;
/** RiskHold, InvalidSenderId, InsufficientBalance: problems that the operator has to solve. */
const OURS = new Set(['401', '402', '405']);

/** @param status of HTTP. @param body of the answer. */
function readAnswer(status: number, body: unknown): ProviderAnswer {
  const recipients = fieldOf(fieldOf(body, 'SMSMessageData'), 'Recipients');
  const [recipient] = Array.isArray(recipients) ? (recipients as unknown[]) : [];
  const code = identifierOf(fieldOf(recipient, 'statusCode'));
  if (code !== null) {
    if (TAKEN.has(code)) {
      const ref = identifierOf(fieldOf(recipient, 'messageId'));
      return { is: 'taken', ref: ref === 'None' ? null : ref, cost: readCost(fieldOf(recipient, 'cost')), parts: null };
    }
    const why = code in REFUSED ? REFUSED[code as keyof typeof REFUSED] : null;
    if (why) return { is: 'refused', why, code };
    return { is: 'notNow', code, isOurs: OURS.has(code) };
  }
  // An answer without recipients means that nothing was sent, because the request was wrong, as with an unregistered sender.
  if (Array.isArray(recipients)) return { is: 'notNow', code: `http ${status} without a recipient`, isOurs: true };
  if (status >= 500 || status < 300) return { is: 'unknown', code: `http ${status}` };
  return { is: 'notNow', code: `http ${status}`, isOurs: status !== 408 && status !== 429 };
}

export const africasTalkingSms = (
  { baseUrl, username, apiKey, sender }: AfricasTalkingSettings,
  fetch: Fetch = globalThis.fetch,
): SmsProvider => ({
  name: 'africastalking',
  isIdempotent: false,
  async send({ to, text, timeout }) {
    const form = new URLSearchParams({ username, to: `+${to}`, message: text });
    if (sender !== null) form.set('from', sender);
    // The provider answers when the text is queued, without waiting for the network.
    form.set('enqueue', '1');
    const headers = { apiKey, accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await post(fetch, `${baseUrl}/version1/messaging`, { headers, body: form.toString() }, timeout);
    if (reply.is === 'notSent') return { is: 'notNow', code: reply.code, isOurs: false };
    return reply.is === 'unknown' ? reply : readAnswer(reply.status, reply.body);
  },
});
