/** The interface of a payment rail. Daraja implements it; tests have hostile implementations. */
import { PAYOUT_RESULT } from '#src/api/messages/payoutFailures.ts';
import type { Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { Selectable } from 'kysely';
import type { RailIntentTable } from '#server/store/schema/index.ts';
import type { FloatAccount } from '#server/store/schema/railTables.ts';

/** One movement of money, stored before it is sent to the rail. */
export type RailIntent = Selectable<RailIntentTable>;

/** Failures without a code of the rail. They are below zero, Daraja's are not. */
export const FAILURE = {
  ...PAYOUT_RESULT,
  /** The rail gave no numeric code. */
  unnamed: -4,
} as const;

/** Cents as the rail names them; `unclear`: what it names is no amount above zero in whole cents. */
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
      /** Who holds the number that was paid, where the rail says so. */
      holder?: string | null;
    }
  | { ok: false; code: number; text: string; providerRef: string | null };

/**
 * `ref` is null when the rail reports a duplicate without its reference. `notNow`: the rail did nothing with this request
 * and may accept the same one later.
 */
export type SendAnswer =
  | { is: 'accepted'; ref: string | null; isBusy?: false }
  | { is: 'refused'; code: number; text: string; isBusy?: boolean }
  | { is: 'notNow'; text: string; isBusy?: boolean };

/** Cents that can be spent, by account; an account that the rail did not name is missing. */
export type Balances = Readonly<Partial<Record<FloatAccount, Cents>>>;

/** What became of a reversal. @property receipt of the movement that returned the money. */
export type ReversalResult =
  | { ok: true; receipt: string | null; amount: NamedAmount | null; of: string | null }
  | { ok: false; text: string };

/** A payment that belongs to no loan and goes back to its payer. */
export interface Reversal {
  receipt: string;
  amount: Cents;
}

/**
 * The account that a payout leaves: Business Pay Bill takes from the working account (Daraja 3.0), a payout to a wallet
 * from the utility account.
 */
export const accountOf = ({ kind }: Pick<RailIntent, 'kind'>): FloatAccount => (kind === 'B2B' ? 'working' : 'utility');

/**
 * Bytes up to which a callback is read. The rail's own have about one kilobyte; a larger one is stored and not parsed,
 * because parsing can take thirty times its memory.
 */
export const READABLE_CALLBACK = 64 * 1024;

/** The addresses of the lender that the rail calls. */
export type CallbackRoute = 'stk' | 'payout' | 'payoutTimeout' | 'status' | 'paybill' | 'receipt' | 'balance' | 'reversal';

/**
 * The content of a callback. `dropped`: the rail dropped the request without acting on it, so it may be sent again.
 * `nothing`: it says nothing final. `unreadable`: it is not what the rail sends to this address.
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

/** What the rail knows of a receipt. */
export type Confirmation =
  /** @property to the business number that was paid; null: the rail does not say. @property at when. */
  | { is: 'completed'; receipt: string; amount: NamedAmount; to: string | null; at: Instant | null }
  /** It did not succeed, or was reversed; the words are the rail's. */
  | { is: 'ended'; text: string }
  /** The rail does not know the receipt, or refuses to say. */
  | { is: 'unknown'; text: string };

export interface Rail {
  /**
   * Hands the intent over. Anything but these answers (no connection, a timeout, a server error)
   * rejects, and then the result is unknown.
   * @param token of the addresses to which the rail reports the result.
   * @param account of a prompt the loan's number, which the payer reads; of a payout to a bank the number of the account;
   * null for a payout to a wallet.
   */
  send(intent: RailIntent, token: string, account: string | null): Promise<SendAnswer>;
  /** Queries the result. Null: not known now, or the answer will come as a callback to the address of this token. */
  query(intent: RailIntent, token: string): Promise<RailResult | null>;
  /**
   * Asks what the rail knows of a receipt. Null: the answer will come as a callback to the address of this token.
   * Rejects without a connection.
   */
  confirm(report: { receipt: string; token: string }): Promise<Confirmation | null>;
  /**
   * Who holds this M-PESA number, before anything is paid to it. Null: the rail has no such lookup, or knows nobody.
   * Rejects without an answer.
   */
  holderName(msisdn: Msisdn): Promise<string | null>;
  /** Asks for the balances; the answer comes as a callback to the `balance` address of this token. Rejects when it was not accepted. */
  askBalances(token: string): Promise<void>;
  /**
   * Asks the rail to return a payment. It is returned once, however often it is asked. The result comes to the `reversal`
   * address. Rejects without an answer.
   */
  reverse(reversal: Reversal, token: string): Promise<SendAnswer>;
  /**
   * Payments at the paybill within a time, as the rail lists them. null: this rail is not set up for it. Rejects without
   * an answer.
   * @param skip so many of the first are left out. @returns the next ones; none is listed after the last.
   */
  paymentsBetween(from: Instant, to: Instant, skip: number): Promise<PulledPage | null>;
  /** Reads a callback's body, which is any JSON. Never throws: what is not the rail's is `unreadable`. */
  read(route: CallbackRoute, body: unknown): CallbackContent;
}

/** Part of a list of payments. @property listed how many the rail listed, with those that are no payment at the paybill. */
export interface PulledPage {
  payments: PaybillPayment[];
  listed: number;
}

/** A payment made at the paybill, without a push of the lender. */
export interface PaybillPayment {
  receipt: string;
  amount: NamedAmount;
  /** What the payer typed as account number. */
  account: string;
  at: Instant | null;
}
