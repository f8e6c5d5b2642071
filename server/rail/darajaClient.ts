/** HTTP client of Daraja: gets access tokens, limits the time of a call, and checks and classifies every answer. */
import type { Clock } from '#server/store/clock.ts';
import type { AccessTokens, FreshToken } from './accessTokens.ts';
import { meaningOf, meaningOfResponse, type ErrorMeaning } from './darajaCodes.ts';
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
  /** Business number from which money is sent, and below it the name of the user that sends it. */
  b2cShortcode: string;
  initiatorName: string;
  securityCredential: string;
  /** Name of the user that queries payments to the business number of pay-ins. */
  paybillInitiatorName: string;
  paybillSecurityCredential: string;
  /** Safaricom's number of the organisation that owns the business number of pay-ins; null: its payments are not pulled. */
  pullNumber: string | null;
  /** The lender's address for callbacks of the rail, without a trailing slash. */
  callbackBaseUrl: string;
}

/** A refusal whose cause the operator must repair: credentials, permissions, addresses, or the form of a request. */
export interface RailFault {
  /** The path of the call. */
  call: string;
  /** The rail's code, or the HTTP status if there is none. */
  code: string;
  text: string;
}

/** Sends a request to the rail. @param traceId id of the request that it works for, for the log; null: it works for none. */
export type RailFetch = (url: string, init: RequestInit, traceId: string | null) => Promise<Response>;

export interface DarajaClientOptions {
  access: () => DarajaAccess;
  clock: Clock;
  tokens: AccessTokens;
  /** ms before a call counts as unanswered. */
  timeout: number;
  fetch: RailFetch;
  /** Called with a fault that only the operator can repair. */
  alarm: (fault: RailFault) => void;
}

/** An answer of Daraja. A body that is not an object counts as empty. */
export interface DarajaAnswer {
  status: number;
  body: Readonly<Record<string, unknown>>;
  /** `accepted`: the rail accepted the request. `declined`: it answered with a response code other than 0. */
  meaning: 'accepted' | 'declined' | ErrorMeaning;
}

/** The text or number of a field as text; empty when the field has neither. */
export const textField = ({ body }: Pick<DarajaAnswer, 'body'>, field: string): string => {
  const value = body[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const objectFrom = (value: unknown): DarajaAnswer['body'] =>
  typeof value === 'object' && value !== null ? (value as DarajaAnswer['body']) : {};

/**
 * The body of an answer with the names that Daraja gives to the code and text of an error. Its gateway is Apigee, whose own
 * refusals, such as of a spike arrest, have another form: https://docs.apigee.com/api-platform/fundamentals/fault-handling.
 */
function inDarajasForm(body: DarajaAnswer['body']): DarajaAnswer['body'] {
  if (textField({ body }, 'errorCode') !== '') return body;
  const fault = objectFrom(body['fault']);
  const errorCode = textField({ body: objectFrom(fault['detail']) }, 'errorcode');
  return errorCode === '' ? body : { ...body, errorCode, errorMessage: textField({ body: fault }, 'faultstring') };
}

/** The rail's text of an error or of a response. */
export const wordsOf = (answer: Pick<DarajaAnswer, 'body'>): string =>
  textField(answer, 'errorMessage') || textField(answer, 'ResponseDescription');

/** No connection, a timeout, or a server error: it is unknown whether the rail acted. */
export class RailUnknown extends Error {
  override readonly name: string = 'RailUnknown';
}

/** There was no access token, so the call was not made. */
export class NothingSent extends RailUnknown {
  override readonly name = 'NothingSent';
}

/** Addresses are registered already. M-PESA keeps them, so another attempt would change nothing. */
export class RegisteredBefore extends RailUnknown {
  override readonly name = 'RegisteredBefore';
}

/** The error for an answer without a meaning. @param path of the call. */
export const unknownAnswer = (path: string, answer: DarajaAnswer): RailUnknown =>
  new RailUnknown(`${path}: ${answer.status} ${textField(answer, 'errorCode')} ${wordsOf(answer)}`.trim());

export interface DarajaClient {
  /**
   * Sends one call with an access token.
   * @param path below the base address. @param body as JSON. @param traceId see {@link RailFetch}.
   * @throws NothingSent without a token; RailUnknown without an answer.
   */
  post(path: string, body: object, traceId: string | null): Promise<DarajaAnswer>;
}

/** ms before its end at which a token is renewed, so that it does not end during a request. */
const BEFORE_ITS_END = 60_000;

/** The kinds of answer whose cause the operator must repair. */
const ALARMING: readonly DarajaAnswer['meaning'][] = ['misconfigured', 'invalid', 'tokenRefused'];

/** Whether the operator must repair the cause. Not for a number that is not on M-PESA, which is a mistake of the borrower. */
const isAlarming = (answer: DarajaAnswer): boolean => ALARMING.includes(answer.meaning) && !/invalid phonenumber/i.test(wordsOf(answer));

/** Codes of accepted requests. Pull Transactions answers 1000, and 1001 for "registered before" and for "none"; other calls 0. */
const acceptedBy = (path: string): readonly string[] => (path.startsWith('/pulltransactions/') ? ['1000', '1001'] : ['0']);

function meaningOfAnswer(path: string, status: number, body: DarajaAnswer['body']): DarajaAnswer['meaning'] {
  const errorCode = textField({ body }, 'errorCode');
  if (status !== 200 || errorCode !== '') return meaningOf(status, errorCode, textField({ body }, 'errorMessage'));
  const response = textField({ body }, 'ResponseCode') || textField({ body }, 'ResponseStatus');
  if (response === '') return 'unknown';
  return acceptedBy(path).includes(response) ? 'accepted' : (meaningOfResponse(response) ?? 'declined');
}

export function createDarajaClient({ access, clock, tokens, timeout, fetch: send, alarm }: DarajaClientOptions): DarajaClient {
  async function request(path: string, init: RequestInit, traceId: string | null): Promise<DarajaAnswer> {
    let response: Response;
    let text: string;
    try {
      response = await send(access().baseUrl + path, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeout) }, traceId);
      text = await response.text();
    } catch (error) {
      throw new RailUnknown(`no answer from ${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
    const { status } = response;
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      // A gateway refuses with a page that is not JSON. Then the HTTP status is used.
      if (response.ok) throw new RailUnknown(`no answer from ${path}: not JSON`);
    }
    const body = inDarajasForm(objectFrom(parsed));
    return { status, body, meaning: meaningOfAnswer(path, status, body) };
  }

  const report = (call: string, answer: DarajaAnswer): void => {
    const code = textField(answer, 'errorCode') || textField(answer, 'ResponseCode') || String(answer.status);
    alarm({ call, code, text: wordsOf(answer) });
  };

  async function requestToken(traceId: string | null): Promise<FreshToken> {
    const { consumerKey, consumerSecret } = access();
    const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
    const path = '/oauth/v1/generate';
    const answer = await request(`${path}?grant_type=client_credentials`, { headers: { authorization: `Basic ${basic}` } }, traceId);
    const value = textField(answer, 'access_token');
    if (answer.status !== 200 || value === '') {
      if (isAlarming(answer)) report(path, answer);
      throw new NothingSent(`no token: ${answer.status} ${wordsOf(answer)}`.trim());
    }
    const seconds = toCode(answer.body['expires_in']);
    // A token whose lifetime is missing in the answer is used once.
    return { value, until: seconds === null ? clock.now() : clock.now() + seconds * 1_000 - BEFORE_ITS_END };
  }

  const tokenFrom = (source: () => Promise<string>): Promise<string> =>
    source().catch((error: unknown) => {
      throw error instanceof NothingSent ? error : new NothingSent(`no token: ${error instanceof Error ? error.message : String(error)}`);
    });

  /** A call with a refused token had no effect, so a retry with a fresh token is safe for every call. */
  async function post(path: string, body: object, traceId: string | null): Promise<DarajaAnswer> {
    const { consumerKey } = access();
    const call = (token: string): Promise<DarajaAnswer> =>
      request(
        path,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
        traceId,
      );
    const newToken = (): Promise<FreshToken> => requestToken(traceId);
    const token = await tokenFrom(() => tokens.present(consumerKey, newToken));
    const first = await call(token);
    const answer = first.meaning === 'tokenRefused' ? await call(await tokenFrom(() => tokens.renew(consumerKey, token, newToken))) : first;
    if (isAlarming(answer)) report(path, answer);
    return answer;
  }

  return { post };
}
