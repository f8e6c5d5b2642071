/** The interface of a payment rail. Daraja implements it; tests have hostile implementations. */
import type { Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import type { Msisdn } from '#machines/model/phone.ts';
import type { Selectable } from 'kysely';
import type { RailIntentTable } from '#server/store/schema/index.ts';

/** One movement of money, stored before it is sent to the rail. */
export type RailIntent = Selectable<RailIntentTable>;

/** Failures without a code of the rail. They are below zero, Daraja's are not. */
export const FAILURE = {
  /** The bank cannot be reached over this rail. */
  bankUnreachable: -3,
  /** The rail gave no numeric code. */
  unnamed: -4,
  /** It was not carried out in time, and will not be carried out. */
  expired: -5,
} as const;

/** The final result of one intent. */
export type RailResult =
  | {
      ok: true;
      amount: Cents | null;
      receipt: string | null;
      at: Instant | null;
      providerRef: string | null;
      /** Who holds the number that was paid, where the rail says so. */
      holder?: string | null;
    }
  | { ok: false; code: number; text: string; providerRef: string | null };

/** `ref` is null when the rail reports a duplicate without its reference. */
export type SendAnswer = { is: 'accepted'; ref: string | null } | { is: 'refused'; code: number; text: string };

/** The addresses of the lender that the rail calls. */
export type CallbackRoute = 'stk' | 'payout' | 'payoutTimeout' | 'status' | 'paybill';

/** The content of a callback. `dropped`: the rail dropped the request without acting on it, so it may be sent again. */
export type CallbackContent =
  | { is: 'result'; result: RailResult }
  | { is: 'paybill'; payment: PaybillPayment }
  | { is: 'dropped' }
  | { is: 'nothing' };

export interface Rail {
  /**
   * Hands the intent over. Anything but these two answers (no connection, a timeout, a server error)
   * rejects, and then the result is unknown.
   */
  send(intent: RailIntent): Promise<SendAnswer>;
  /** Queries the result. Null: not known now, or the answer will come as a callback. */
  query(intent: RailIntent): Promise<RailResult | null>;
  /**
   * Who holds this M-PESA number, before anything is paid to it. Null: the rail has no such lookup, or knows nobody.
   * Rejects without an answer.
   */
  holderName(msisdn: Msisdn): Promise<string | null>;
  /** Parses a callback's body. Never throws: what cannot be parsed is `nothing`. */
  read(route: CallbackRoute, body: unknown): CallbackContent;
}

/** A payment made at the paybill, without a push of the lender. */
export interface PaybillPayment {
  receipt: string;
  amount: Cents;
  /** What the payer typed as account number. */
  account: string;
  at: Instant | null;
}
