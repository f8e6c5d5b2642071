/** HTTP client of Daraja: access tokens, time limit, and answers that are not trusted. */
import type { Clock } from '#server/store/clock.ts';
import { toCode } from './readCallback.ts';

/** Credentials and addresses of the API. */
export interface DarajaAccess {
  /** Without a trailing slash. */
  baseUrl: string;
  consumerKey: string;
  consumerSecret: string;
  /** Business number of pay-ins (push and paybill). */
  shortcode: string;
  passkey: string;
  /** Business number money is sent from, and who sends it. */
  b2cShortcode: string;
  initiatorName: string;
  securityCredential: string;
  /** Who asks for the status of what came in at the business number of pay-ins. */
  paybillInitiatorName: string;
  paybillSecurityCredential: string;
  /** Where the rail reaches us, without a trailing slash. */
  callbackBaseUrl: string;
}

export interface DarajaClientOptions {
  access: () => DarajaAccess;
  clock: Clock;
  /** ms before a call counts as unanswered. */
  timeout: number;
  fetch: typeof fetch;
}

/** An answer of Daraja; a body that is no object is empty. */
export interface DarajaAnswer {
  status: number;
  body: Readonly<Record<string, unknown>>;
}

/** The text or number of a field as text; empty text when there is neither. */
export const textField = (answer: DarajaAnswer, field: string): string => {
  const value = answer.body[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** No connection, a timeout, or a server error: what the rail did is unknown. */
export class RailUnknown extends Error {
  override readonly name = 'RailUnknown';
}

/** The error for an answer without a meaning. @param path of the call. */
export const unknownAnswer = (path: string, answer: DarajaAnswer): RailUnknown =>
  new RailUnknown(`${path}: ${answer.status} ${textField(answer, 'errorCode')} ${textField(answer, 'errorMessage')}`);

export interface DarajaClient {
  /**
   * Sends one call with an access token.
   * @param path below the base address. @param body as JSON.
   * @throws RailUnknown without an answer, or without a token.
   */
  post(path: string, body: object): Promise<DarajaAnswer>;
}

export function createDarajaClient({ access, clock, timeout, fetch: send }: DarajaClientOptions): DarajaClient {
  let token: { value: string; until: number } | null = null;

  async function request(path: string, init: RequestInit): Promise<DarajaAnswer> {
    let response: Response;
    let body: unknown;
    try {
      response = await send(access().baseUrl + path, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeout) });
      body = await response.json();
    } catch (error) {
      throw new RailUnknown(`no answer from ${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
    return { status: response.status, body: typeof body === 'object' && body !== null ? (body as DarajaAnswer['body']) : {} };
  }

  async function bearer(): Promise<string> {
    if (token && clock.now() < token.until) return token.value;
    const { consumerKey, consumerSecret } = access();
    const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
    const answer = await request('/oauth/v1/generate?grant_type=client_credentials', { headers: { authorization: `Basic ${basic}` } });
    if (answer.status !== 200 || !answer.body['access_token'])
      throw new RailUnknown(`no token: ${answer.status} ${textField(answer, 'errorMessage')}`);
    const seconds = toCode(answer.body['expires_in']);
    // A token without a life is used once.
    const until = seconds === null ? clock.now() : clock.now() + seconds * 1_000 - 60_000;
    token = { value: textField(answer, 'access_token'), until };
    return token.value;
  }

  /** A call with a refused token had no effect, so a retry with a fresh token is safe for every call. */
  async function post(path: string, body: object): Promise<DarajaAnswer> {
    const call = async (): Promise<DarajaAnswer> =>
      request(path, {
        method: 'POST',
        headers: { authorization: `Bearer ${await bearer()}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const answer = await call();
    if (answer.status !== 401 && textField(answer, 'errorCode') !== '404.001.03') return answer;
    token = null;
    return call();
  }

  return { post };
}
