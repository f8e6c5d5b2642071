/** What answers a call of the desk. */
import type { Tx } from '#server/store/store.ts';
import type { DeskCall, DeskInput, DeskOutput } from '#src/api/desk.ts';
import type { ChangingCall, OpenCall } from '#src/api/deskRights.ts';
import type { Clerk } from './clerk.ts';

/** Secrets that a browser keeps for the desk. `challenge`: of a sign-in or a registration that waits for its second half. */
export type CookieName = 'session' | 'challenge';

/** Who calls, with or without a session. */
export interface Visitor {
  /** As limits count it. */
  address: string;
  /** Where the page was opened, such as `https://loan.example.ke`: the browser's own word, which the host was compared with. */
  origin: string;
  cookie(name: CookieName): string | null;
  /** @param value null: the browser forgets it. */
  setCookie(name: CookieName, value: string | null): void;
}

export interface DeskRequest extends Visitor {
  clerk: Clerk;
}

/** The request of a call that changes something. */
export interface ChangingRequest<O> extends DeskRequest {
  /**
   * Stores the answer, encrypted and for a day, in the transaction that changes something: call it in that transaction, once.
   * The repeat of the request is answered by it and does nothing.
   * @throws when the same request was carried out meanwhile; let it pass, so that the transaction is undone.
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

/** The ways to a session. */
export type OpenHandlers = Pick<DeskHandlers, OpenCall>;

/** How a member changes password, passkeys and authenticator app. */
export type OwnKeyCall =
  | 'account'
  | 'changePassword'
  | 'passkeyRegistration'
  | 'addPasskey'
  | 'removePasskey'
  | 'renewAuthenticator'
  | 'confirmAuthenticator';
export type OwnKeyHandlers = Pick<DeskHandlers, OwnKeyCall>;

/** About staff themselves, answered by `createStaffHandlers`; the others are about cases. */
export type StaffCall = OpenCall | 'session' | OwnKeyCall | 'signOut' | 'log' | 'staff' | 'invite' | 'changeStaff';
export type StaffHandlers = Pick<DeskHandlers, StaffCall>;
export type CaseHandlers = Omit<DeskHandlers, StaffCall | 'recordings'>;
