/** The interface of a call's handler. Requests are unchecked until a reader of `calls/readRequest.ts` has validated them. */
import type { CallName, RequestOf, ResponseOf } from '#src/api/contract.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { Instant } from '#machines/model/calendar.ts';
import type { Language } from '#machines/context.ts';
import type { SessionRead } from '#server/store/sessionRows.ts';
import type { Place } from './admission.ts';
import type { UploadedFile } from './payload.ts';

/** The fields of the contract with unvalidated values. */
export type Unchecked<T> = object & { readonly [K in keyof T]?: unknown };

export interface Caller {
  /** The id of the HTTP request. */
  traceId: string;
  /** The borrower; null for a call that needs no session. */
  userId: number | null;
  language: Language;
  /** Network address, or network of an IPv6 address; for rate limits only. */
  address: string;
  /** Hash of the installation's id; null if it sends none, and in every call that the contract does not mark with `device`. */
  device: string | null;
  files: readonly UploadedFile[];
  /** Waits without the request's place among the running requests. See {@link Place}. */
  withoutPlace: Place['without'];
  /** The borrower of the sent token, for a call that does not need a session. @throws Refusal a session code. */
  signedIn(): Promise<number>;
  /** The row that was read with the session; null when the session was not looked up. */
  row: object | null;
  /** The registered number of that borrower. @throws Refusal a session code. */
  mobile(): Promise<Msisdn>;
  /** When that borrower signed in. @throws Refusal a session code. */
  signedInAt(): Promise<Instant>;
}

export interface Handler<N extends CallName> {
  (request: Unchecked<RequestOf<N>>, caller: Caller): Promise<ResponseOf<N>>;
  /** The statement that finds the session and reads other data, instead of the statement that only finds the session. */
  sessionRead?: SessionRead<object>;
}

/** A handler that answers a call with a session from the statement that finds the session. */
export const answeredWithSession = <N extends CallName, T extends object>(
  read: SessionRead<T>,
  answer: (found: { userId: number; row: T }, caller: Caller) => Promise<ResponseOf<N>>,
): Handler<N> =>
  Object.assign(async (_request: object, caller: Caller) => answer({ userId: await caller.signedIn(), row: caller.row as T }, caller), {
    sessionRead: read,
  });

export type Handlers<N extends CallName = CallName> = { readonly [K in N]: Handler<K> };
