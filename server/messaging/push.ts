/**
 * Push notifications to installed apps through Firebase Cloud Messaging, HTTP v1. `docs/texts.md` names the documents. Only
 * `npm run push` uses this module: the lender has no registration tokens, because no call contains one (decision 86).
 */
import { createSign } from 'node:crypto';
import { MINUTE, type Instant } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';
import { fieldOf, identifierOf, post, type Fetch, type Reply } from './post.ts';

export interface PushMessage {
  title: string;
  body: string;
  /** Values for the app. FCM refuses the keys that it reserves. */
  data?: Readonly<Record<string, string>>;
  /** Seconds during which FCM tries to reach the phone; at most four weeks. */
  life: number;
  /** A later message with the same key replaces this one, if this one has not arrived. */
  replaces?: string;
}

export type PushAnswer =
  | { is: 'taken'; ref: string }
  /** The app was removed or has another token. The token must not be used again. */
  | { is: 'gone' }
  /** The message or the credentials are wrong. */
  | { is: 'refused'; code: string }
  /** @property after the earliest moment of the next attempt. */
  | { is: 'notNow'; code: string; after: Instant }
  /** The notification may have been sent. */
  | { is: 'unknown'; code: string };

export interface Push {
  /** Never rejects for a failure of Google or the network. @param token registration token of one installation, from FCM. */
  send(token: string, message: PushMessage): Promise<PushAnswer>;
}

/** The needed values of the JSON file of a service account. */
export interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  /** PEM. */
  privateKey: string;
  tokenUri: string;
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const TOKEN_URI = 'https://oauth2.googleapis.com/token';
const FCM = 'https://fcm.googleapis.com';
/** Time limit of one request, ms. FCM asks for at least ten seconds. */
const PATIENCE = 10_000;
/** An assertion is valid for an hour at most. */
const ASSERTION_LIFE = 60 * MINUTE;
/** A token is renewed this long before it ends, ms. */
const MARGIN = MINUTE;
/** Pause if Google names none, ms. Its documents ask for a minute. */
const DEFAULT_PAUSE = MINUTE;

/** null: the text is no key file of a service account. */
export function readServiceAccount(json: string): ServiceAccount | null {
  let file: unknown;
  try {
    file = JSON.parse(json);
  } catch {
    return null;
  }
  const text = (name: string): string | null => {
    const value = fieldOf(file, name);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const [projectId, clientEmail, privateKey] = [text('project_id'), text('client_email'), text('private_key')];
  if (text('type') !== 'service_account' || !projectId || !clientEmail || !privateKey) return null;
  return { projectId, clientEmail, privateKey, tokenUri: text('token_uri') ?? TOKEN_URI };
}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT that is exchanged for an access token at Google. */
function assertionOf({ clientEmail, privateKey, tokenUri }: ServiceAccount, now: Instant): string {
  const iat = Math.floor(now / 1_000);
  const claims = { iss: clientEmail, scope: SCOPE, aud: tokenUri, iat, exp: iat + ASSERTION_LIFE / 1_000 };
  const signed = `${base64url({ alg: 'RS256', typ: 'JWT' })}.${base64url(claims)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey).toString('base64url')}`;
}

/** The `errorCode` of the FcmError in the details, else the status of the error. */
function errorCodeOf(body: unknown, status: number): string {
  const error = fieldOf(body, 'error');
  const details = fieldOf(error, 'details');
  const codes = Array.isArray(details) ? (details as unknown[]).map((one) => identifierOf(fieldOf(one, 'errorCode'))) : [];
  return codes.find((code) => code !== null) ?? identifierOf(fieldOf(error, 'status')) ?? `http ${status}`;
}

/** The moment of the header `Retry-After`, which contains seconds or a date. */
function retryAfter(headers: Headers, now: Instant): Instant {
  const given = headers.get('retry-after') ?? '';
  const at = /^\d{1,6}$/.test(given) ? now + Number(given) * 1_000 : Date.parse(given);
  return Number.isNaN(at) || at <= now ? now + DEFAULT_PAUSE : at;
}

export function fcmPush(account: ServiceAccount, clock: Clock, fetch: Fetch = globalThis.fetch): Push {
  let kept: { token: string; until: Instant } | null = null;

  const notNow = (code: string): PushAnswer => ({ is: 'notNow', code, after: clock.now() + DEFAULT_PAUSE });

  async function accessToken(): Promise<{ token: string } | { answer: PushAnswer }> {
    if (kept && clock.now() < kept.until) return kept;
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: assertionOf(account, clock.now()),
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await post(fetch, account.tokenUri, { headers, body: body.toString() }, PATIENCE);
    // Without an access token no notification was sent, even if the outcome of this request is unknown.
    if (reply.is !== 'answer') return { answer: notNow(reply.code) };
    const [token, seconds] = [fieldOf(reply.body, 'access_token'), fieldOf(reply.body, 'expires_in')];
    if (reply.status === 200 && typeof token === 'string' && typeof seconds === 'number') {
      kept = { token, until: clock.now() + seconds * 1_000 - MARGIN };
      return kept;
    }
    const code = identifierOf(fieldOf(reply.body, 'error')) ?? `http ${reply.status}`;
    return { answer: reply.status >= 500 || reply.status === 429 ? notNow(code) : { is: 'refused', code } };
  }

  function readReply(reply: Reply): PushAnswer {
    if (reply.is === 'notSent') return notNow(reply.code);
    if (reply.is === 'unknown') return reply;
    const { status, body, headers } = reply;
    const name = fieldOf(body, 'name');
    if (status === 200) return typeof name === 'string' ? { is: 'taken', ref: name } : { is: 'unknown', code: 'http 200' };
    const code = errorCodeOf(body, status);
    if (code === 'UNREGISTERED') return { is: 'gone' };
    if (status === 429 || status === 503) return { is: 'notNow', code, after: retryAfter(headers, clock.now()) };
    return status >= 500 ? { is: 'unknown', code } : { is: 'refused', code };
  }

  return {
    async send(token, { title, body, data, life, replaces }) {
      const access = await accessToken();
      if ('answer' in access) return access.answer;
      const android = { ttl: `${life}s`, priority: 'HIGH', ...(replaces === undefined ? {} : { collapse_key: replaces }) };
      const message = { token, notification: { title, body }, ...(data ? { data } : {}), android };
      const headers = { authorization: `Bearer ${access.token}`, 'content-type': 'application/json' };
      const url = `${FCM}/v1/projects/${account.projectId}/messages:send`;
      const reply = await post(fetch, url, { headers, body: JSON.stringify({ message }) }, PATIENCE);
      // Google has ended the access token early. The next message requests another one.
      if (reply.is === 'answer' && reply.status === 401) kept = null;
      return readReply(reply);
    },
  };
}
