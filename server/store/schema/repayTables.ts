/** The tables of `010-after-disbursement`, `052-account-texts`, `060-reminders` and `104-text-language` as Kysely sees them. */
import type { ColumnType, Generated } from 'kysely';
import type { CalendarDate, Instant } from '#machines/model/calendar.ts';
import type { Language } from '#machines/model/device.ts';
import type { Cents } from '#machines/model/money.ts';
import type { ProofState } from '#machines/model/proof.ts';

/** Keys of the text messages to borrowers; `books/textMessages.ts` has the texts. */
export type TextKey =
  | 'accountBound'
  | 'approved'
  | 'rejected'
  | 'disbursed'
  | 'payoutFailed'
  | PaymentTextKey
  | 'receivedExtra'
  | 'depositReceived'
  | ReminderKey
  | OverdueKey
  | 'dateMoved'
  | 'proofKnown'
  | 'proofRefused'
  | LateKey
  | 'photosAsked'
  | 'refunded'
  | 'chargeWrittenOff'
  | 'chargeWrittenOffSettled'
  | 'paymentMovedAway'
  | 'paymentMovedAwayEnded'
  | 'movedExtra'
  | 'closingAnswered'
  | 'messageAnswered'
  | 'deviceAdded'
  | 'signedOutEverywhere';

/** Texts about a payment that reduced a balance, with the remaining balance. */
export type PaymentTextKey =
  | 'received'
  | 'receivedLate'
  | 'settled'
  | 'settledOver'
  | 'coupon'
  | 'couponLate'
  | 'couponSettled'
  | 'couponSettledOver'
  | 'deposit'
  | 'depositLate'
  | 'depositSettled'
  | 'depositSettledOver'
  | 'moved'
  | 'movedLate'
  | 'movedSettled'
  | 'movedSettledOver';

/** Texts that the promised time of an answer has passed. */
export type LateKey = 'answerLate' | 'proofLate' | 'messageLate';

/** Reminders before the due date and on it. */
export type ReminderKey = 'dueSoon' | 'dueToday' | 'dueTodayCapped';

/** Texts after the due date. `Capped`: no late charge is added any more. */
export type OverdueKey = 'overdue' | 'overdueCapped';

/** Amounts are cents, dates `YYYY-MM-DD`. */
export type TextParams = Readonly<Record<string, string | number>>;

/** Why a person has to decide about a reported payment. */
export type HoldReason =
  /** The amount differs from that of the prompt, or from the amount that the rail confirmed. */
  | 'amountDiffers'
  /** The amount is not in whole shillings from 1 to 250,000. */
  | 'amountImpossible'
  /** Two messages about one receipt differ. */
  | 'contradicted'
  /** The receipt belongs to another movement of money. */
  | 'receiptUsed'
  /** The rail does not confirm the receipt. */
  | 'unknownReceipt'
  /** The rail knows the payment, and it did not succeed. */
  | 'notCompleted'
  /** The money went to another business, or the rail does not name the recipient. */
  | 'otherBusiness'
  /** The rail has not answered for a day. */
  | 'noAnswer';

export interface ReportedPaymentTable {
  id: Generated<number>;
  source: 'paybill' | 'push';
  receipt: string | null;
  intent_id: string | null;
  order_id: number | null;
  account: string;
  amount: Cents | null;
  paid_at: Instant | null;
  state: 'reported' | 'held' | 'booked' | 'refused';
  reason: ColumnType<HoldReason | null, HoldReason | null | undefined, HoldReason | null>;
  /** The address of the rail's answer is derived from this nonce. */
  callback_nonce: string;
  confirmed_amount: ColumnType<Cents | null, Cents | null | undefined, Cents | null>;
  answer: ColumnType<string | null, string | null | undefined, string | null>;
  reported_at: Instant;
  decided_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>;
}

export interface AfterDisbursementSchema {
  reported_payment: ReportedPaymentTable;
  rollover: {
    id: Generated<number>;
    extension_no: string;
    order_id: number;
    days: number;
    fee: Cents;
    tax: Cents;
    state: 'CHOSEN' | 'CONFIRMED' | 'WITHDRAWN';
    chosen_at: Instant;
    ended_at: Instant | null;
    old_due_date: CalendarDate | null;
    new_due_date: CalendarDate | null;
  };
  dedicated_account: { account_no: string; order_id: number; purpose: 'repayment' | 'rollover'; made_at: Instant };
  proof: {
    id: Generated<number>;
    proof_no: string;
    order_id: number;
    receipt: string;
    amount: Cents;
    state: ProofState;
    reason: string | null;
    sent_at: Instant;
    answer_by: Instant;
    decided_at: Instant | null;
    escalated_at: Generated<Instant | null>;
    /** The message to the borrower of the person who refused the proof. */
    words_sealed: Generated<Uint8Array | null>;
  };
  proof_picture: { ref: string; order_id: number; proof_id: number | null; encrypted: Uint8Array; mime: string; at: Instant };
  card_authorisation: { user_id: number; card_token: string; last_four: string; order_id: number; coupon: Cents; at: Instant };
  text_message: {
    id: Generated<number>;
    /** null: the text is about the account. */
    order_id: number | null;
    key: TextKey;
    params: ColumnType<TextParams, string, string>;
    at: Instant;
    attempts: Generated<number>;
    next_at: Instant;
    ended_at: Instant | null;
    /** The borrower of a text about the account; null for a text about an order. */
    user_id: Generated<number | null>;
    /** The language of the text; null: the text is not written yet, or an earlier release wrote it in the language of its order. */
    language: Generated<Language | null>;
    /** A second text with the same key is not queued; null: there is no such limit. */
    once_key: Generated<string | null>;
    /** Identifies the text to the gateway; all attempts to send it have the same id. */
    send_id: Generated<string>;
  };
}
