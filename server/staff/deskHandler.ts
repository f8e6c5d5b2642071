/** The interface of the handlers of the desk's calls. */
import type { Tx } from '#server/store/store.ts';
import type { DeskCall, DeskInput, DeskOutput } from '#src/api/desk.ts';
import type { ChangingCall, OpenCall } from '#src/api/deskRights.ts';
import type { Clerk } from './clerk.ts';

/** Cookies with secrets of the desk. `challenge`: token of a sign-in or a registration that waits for its second half. */
export type CookieName = 'session' | 'challenge';

/** The caller, with or without a session. */
export interface Visitor {
  /** The id of the HTTP request. */
  traceId: string;
  /** The caller's address, in the form in which limits count it. */
  address: string;
  /** Origin of the page, such as `https://loan.example.ke`: sent by the browser and compared with the request's host. */
  origin: string;
  cookie(name: CookieName): string | null;
  /** @param value null: deletes the cookie. */
  setCookie(name: CookieName, value: string | null): void;
}

export interface DeskRequest extends Visitor {
  clerk: Clerk;
}

/** The request of a changing call. */
export interface ChangingRequest<O> extends DeskRequest {
  /**
   * Stores the answer, encrypted and for a day. Call it once, in the transaction of the change. A repeat of the request gets this
   * answer and changes nothing.
   * @throws AnsweredMeanwhile when the same request was carried out meanwhile. Do not catch it, so that the transaction is rolled
   * back.
   */
  keep(tx: Tx, output: O): Promise<void>;
}

export type RequestOf<C extends DeskCall> = C extends OpenCall
  ? Visitor
  : C extends ChangingCall
    ? ChangingRequest<DeskOutput<C>>
    : DeskRequest;

/** @throws DeskRefused */
export type DeskHandler<C extends DeskCall> = (input: DeskInput<C>, request: RequestOf<C>) => Promise<DeskOutput<C>>;

export type DeskHandlers = { readonly [C in DeskCall]: DeskHandler<C> };

/** Handlers of the calls that sign in. */
export type OpenHandlers = Pick<DeskHandlers, OpenCall>;

/** Calls by which a member of staff changes password, passkeys and authenticator app. */
export type OwnKeyCall =
  | 'account'
  | 'changePassword'
  | 'passkeyRegistration'
  | 'addPasskey'
  | 'removePasskey'
  | 'renewAuthenticator'
  | 'confirmAuthenticator';
export type OwnKeyHandlers = Pick<DeskHandlers, OwnKeyCall>;

/** Calls about staff, answered by `createStaffHandlers`. All others are about cases. */
export type StaffCall = OpenCall | 'session' | OwnKeyCall | 'signOut' | 'log' | 'staff' | 'invite' | 'changeStaff';
export type StaffHandlers = Pick<DeskHandlers, StaffCall>;
export type CaseHandlers = Omit<DeskHandlers, StaffCall | 'recordings'>;
