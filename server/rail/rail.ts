/** The interface of a payment rail. Daraja implements it; tests have implementations that behave badly. */
import { PAYOUT_RESULT } from '#src/api/messages/payoutFailures.ts';
import type { Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { Selectable } from 'kysely';
import type { RailIntentTable } from '#server/store/schema/index.ts';
import type { FloatAccount } from '#server/store/schema/railTables.ts';

/** One movement of money, stored before it is sent to the rail. */
export type RailIntent = Selectable<RailIntentTable>;

/** Codes of failures without a code of the rail. They are negative, Daraja's are not. */
export const FAILURE = {
  ...PAYOUT_RESULT,
  /** The rail gave no numeric code. */
  unnamed: -4,
} as const;

/** Cents of an amount that the rail names; `unclear`: it is not an amount above zero in whole cents. */
export type NamedAmount = Cents | 'unclear';

/** M-PESA moves at most KSh 250,000 at once (Daraja 3.0, M-PESA Express, FAQ). */
const MOST_AT_ONCE: Cents = 25_000_000;

/** Whether M-PESA can move this amount: whole shillings only (Daraja 3.0, Customer To Business Register URL, `TransAmount`). */
export const canBeMoved = (amount: NamedAmount): amount is Cents =>
  amount !== 'unclear' && Number.isSafeInteger(amount) && amount > 0 && amount % 100 === 0 && amount <= MOST_AT_ONCE;

/** The final result of one intent. @property amount null: the rail names none. */
export type RailResult =
  | {
      ok: true;
      amount: NamedAmount | null;
      receipt: string | null;
      at: Instant | null;
      providerRef: string | null;
      /** The holder of the paid number, if the rail names them. */
      holder?: string | null;
    }
  | { ok: false; code: number; text: string; providerRef: string | null };

/**
 * `ref` is null when the rail reports a duplicate without its reference. `notNow`: the rail has not processed the request, and may
 * accept it later.
 */
export type SendAnswer =
  | { is: 'accepted'; ref: string | null; isBusy?: false }
  | { is: 'refused'; code: number; text: string; isBusy?: boolean }
  | { is: 'notNow'; text: string; isBusy?: boolean };

/** Available cents by account; an account that the rail did not name is missing. */
export type Balances = Readonly<Partial<Record<FloatAccount, Cents>>>;

/** The result of a reversal. @property receipt of the movement that returned the money. */
export type ReversalResult =
  | { ok: true; receipt: string | null; amount: NamedAmount | null; of: string | null }
  | { ok: false; text: string };

/** A payment without a loan that the rail returns to its payer. */
export interface Reversal {
  receipt: string;
  amount: Cents;
}

/**
 * The account that pays a payout: the working account for Business Pay Bill (Daraja 3.0), the utility account for a payout to
 * a wallet.
 */
export const accountOf = ({ kind }: Pick<RailIntent, 'kind'>): FloatAccount => (kind === 'B2B' ? 'working' : 'utility');

/**
 * Bytes up to which a callback is parsed. The rail's callbacks have about one kilobyte. A larger callback is stored and not
 * parsed, because parsing can take thirty times its memory.
 */
export const READABLE_CALLBACK = 64 * 1024;

/** The addresses of the lender that the rail calls. */
export type CallbackRoute = 'stk' | 'payout' | 'payoutTimeout' | 'status' | 'paybill' | 'receipt' | 'balance' | 'reversal';

/**
 * The content of a callback. `dropped`: the rail dropped the request without acting, so the request may be sent again.
 * `nothing`: the callback contains no final result. `unreadable`: the rail sends no such content to this address.
 */
export type CallbackContent =
  | { is: 'result'; result: RailResult }
  | { is: 'paybill'; payment: PaybillPayment }
  | { is: 'confirmation'; confirmation: Confirmation }
  | { is: 'balances'; balances: Balances }
  | { is: 'reversal'; result: ReversalResult }
  | { is: 'dropped' }
  | { is: 'nothing' }
  | { is: 'unreadable' };

/** The rail's answer about a receipt. */
export type Confirmation =
  /** @property to the paid business number; null: the rail does not name it. @property at time of the payment. */
  | { is: 'completed'; receipt: string; amount: NamedAmount; to: string | null; at: Instant | null }
  /** The payment did not succeed, or was reversed. @property text of the rail. */
  | { is: 'ended'; text: string }
  /** The rail does not know the receipt, or refuses to answer. */
  | { is: 'unknown'; text: string };

/** The id of the request that a call to the rail works for, for the log; null: it works for no request. */
type ForRequest = string | null;

export interface Rail {
  /**
   * Sends the intent to the rail. Rejects without one of these answers (no connection, a timeout, a server error); then the
   * result is unknown.
   * @param token of the addresses to which the rail reports the result.
   * @param account for a prompt the loan's number, which the payer reads; for a payout to a bank the number of the bank account;
   * null for a payout to a wallet.
   */
  send(intent: RailIntent, token: string, account: string | null, traceId: ForRequest): Promise<SendAnswer>;
  /** Queries the result. Null: it is unknown now, or the answer will come as a callback to the address of this token. */
  query(intent: RailIntent, token: string, traceId: ForRequest): Promise<RailResult | null>;
  /**
   * Queries a receipt. Null: the answer will come as a callback to the address of this token. Rejects without a connection.
   */
  confirm(report: { receipt: string; token: string }, traceId: ForRequest): Promise<Confirmation | null>;
  /**
   * Looks up the holder of this M-PESA number before a payout to it. Null: the rail has no such lookup, or finds no holder.
   * Rejects without an answer.
   */
  holderName(msisdn: Msisdn): Promise<string | null>;
  /** Queries the balances. The answer comes as a callback to the `balance` address of this token. Rejects if not accepted. */
  askBalances(token: string): Promise<void>;
  /**
   * Asks the rail to return a payment. It is returned once, even if the request is repeated. The result comes to the `reversal`
   * address. Rejects without an answer.
   */
  reverse(reversal: Reversal, token: string): Promise<SendAnswer>;
  /**
   * Reads a page of the rail's list of payments at the paybill within a time. Rejects without an answer.
   * @param skip number of payments before the page. @returns the page, which is empty after the last payment; null: this rail has
   * no such list.
   */
  paymentsBetween(from: Instant, to: Instant, skip: number): Promise<PulledPage | null>;
  /** Reads the body of a callback, which may be any JSON. Never throws: a body that is not from the rail is `unreadable`. */
  read(route: CallbackRoute, body: unknown): CallbackContent;
}

/** A page of payments. @property listed number of entries in the rail's page, including those that are not paybill payments. */
export interface PulledPage {
  payments: PaybillPayment[];
  listed: number;
}

/** A payment made at the paybill, without a push of the lender. */
export interface PaybillPayment {
  receipt: string;
  amount: NamedAmount;
  /** The account number as the payer typed it. */
  account: string;
  at: Instant | null;
}
