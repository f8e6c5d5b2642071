/** What lending asks of a payment rail. Daraja is one; tests bring hostile ones. */
import type { Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import type { Selectable } from 'kysely';
import type { RailIntentTable } from '#server/store/schema/index.ts';

/** One movement of money that was decided and written down before the rail hears of it. */
export type RailIntent = Selectable<RailIntentTable>;

/** Failures the rail has no number for. Below zero: Daraja's own are not. */
export const FAILURE = {
  /** The bank cannot be reached over this rail. */
  bankUnreachable: -3,
  /** Named by letters, or not at all. */
  unnamed: -4,
  /** It was not carried out in time, and will not be. */
  expired: -5,
} as const;

/** The final word of the rail about one intent. */
export type RailResult =
  | { ok: true; amount: Cents | null; receipt: string | null; at: Instant | null; providerRef: string | null }
  | { ok: false; code: number; text: string; providerRef: string | null };

/** `ref` is null when the rail says it already has this intent without repeating its reference. */
export type SendAnswer = { is: 'accepted'; ref: string | null } | { is: 'refused'; code: number; text: string };

/** Our addresses the rail calls. */
export type CallbackRoute = 'stk' | 'payout' | 'payoutTimeout' | 'status' | 'paybill';

/** What a callback says. `stuck`: the rail gave the request up without acting on it, so it may be sent again. */
export type CallbackSays =
  | { is: 'result'; result: RailResult }
  | { is: 'paybill'; payment: PaybillPayment }
  | { is: 'stuck' }
  | { is: 'nothing' };

export interface Rail {
  /**
   * Hands the intent over. Anything but these two answers (no connection, a timeout, a server error)
   * rejects, and then nobody knows whether the rail acts.
   */
  send(intent: RailIntent): Promise<SendAnswer>;
  /** Asks what became of it. Null: not known now, or the answer will come as a callback. */
  query(intent: RailIntent): Promise<RailResult | null>;
  /** Reads a callback's body. Never throws: what cannot be read says nothing. */
  read(route: CallbackRoute, body: unknown): CallbackSays;
}

/** A payment made at the paybill, without a push from us. */
export interface PaybillPayment {
  receipt: string;
  amount: Cents;
  /** What the payer typed as account number. */
  account: string;
  at: Instant | null;
}
