/** The tables as Kysely sees them; `migrations/` documents the columns. */
import type { ColumnType, Generated } from 'kysely';
import type { BureauSchema } from './bureauTable.ts';
import type { DeskSchema } from './deskTables.ts';
import type { FeedbackSchema } from './feedbackTables.ts';
import type { CollectionSchema } from './collectionTables.ts';
import type { IdentitySchema } from './identityTables.ts';
import type { AfterDisbursementSchema } from './repayTables.ts';
import type { ReaderSchema } from './cardReadingTable.ts';
import type { RecordingSchema } from './recordingTables.ts';
import type { SecuritySchema } from './securityTables.ts';
import type { StaffSchema } from './staffTables.ts';
import type { Language } from '#machines/context.ts';
import type { Values } from '#machines/model/application.ts';
import type { FaceTurn } from '#machines/model/faceTurn.ts';
import type { PhotoSide } from '#machines/model/idPhotos.ts';
import type { PhotoVerdict } from '#machines/model/identityCheck.ts';
import type { CalendarDate, Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import type { Agreement, Offer } from '#machines/model/order.ts';
import type { LoanProduct, LoanTerms } from '#machines/model/terms.ts';
import type { OrderStatus } from '#machines/model/orderStatus.ts';
import type { BalanceQueryTable, RailFloatTable, RailScheduleTable, RailTokenTable, ReversalTable } from './railTables.ts';
import type { Encrypted } from './encrypted.ts';
import type { TextSchema } from './textTables.ts';

/** JSON is written as text and read as the value. */
export type Json<T> = ColumnType<T, string, string>;

/** The terms of lending that are fixed when the order is opened. */
export interface Contract {
  product: LoanProduct;
  terms: LoanTerms;
}

export interface UserTable {
  id: Generated<number>;
  /** Null after the account was closed. The type leaves null out, because no session and no lookup leads to such a row. */
  msisdn: ColumnType<string, string, string | null>;
  created_at: Instant;
  channel_id: Generated<string | null>;
  erased_at: Generated<Instant | null>;
  books_until: Generated<CalendarDate | null>;
  /** The first day on which a borrower may apply whose number was held after a rejection and a closed account; null: none. */
  reapply_on: Generated<CalendarDate | null>;
  /** The language of the latest call with a session, in which texts are written; null: no call had a session yet. */
  language: Generated<Language | null>;
  /** When the borrower agreed to send recordings; null: no consent. */
  recordings_agreed_at: Generated<Instant | null>;
}

export interface ProfileSectionTable {
  user_id: number;
  section: 'personalInfo' | 'additionalInfo' | 'loanQuestion';
  /** `Values` of the form. */
  sealed: Encrypted;
  saved_at: Instant;
}

/** `turned`: the photo of the face with the head turned; `face`: the photo of the face from the front. */
export type StoredSide = PhotoSide | 'turned';

export interface PhotoTable {
  user_id: number;
  side: StoredSide;
  order_id: number | null;
  storage_ref: string;
  mime: string;
  width: number;
  height: number;
  saved_at: Instant;
  /** The verdict on any photo but the front; null: the photo was not judged. */
  verdict: Exclude<PhotoVerdict, 'none'> | null;
}

/** The turn of the head that the next photo of a borrower's face must show. */
export interface FaceTurnTable {
  user_id: number;
  order_id: number;
  /** null: no turn was drawn. */
  turn: FaceTurn | null;
  /** Photos with the head turned that were refused for this order. */
  refused: number;
  asked_at: Instant;
}

export interface PayoutAccountTable {
  user_id: number;
  kind: 'mpesa' | 'bank';
  bank_code: string | null;
  bank_name: string;
  /** `AccountSecrets` */
  sealed: Encrypted;
  saved_at: Instant;
  /** When a person approved the account although the rail names another holder than the borrower; null: no person did. */
  name_accepted_at: Generated<Instant | null>;
}

/** The encrypted part of a payout account. */
export interface AccountSecrets {
  /** `254…` of a wallet, or the account number. */
  number: string;
  holder: string;
  /** Other details of a bank account by field: branch, card type, valid period. */
  details: Values;
  /** The holder of an M-PESA number according to the rail; null or missing: the rail has named none. */
  railName?: string | null;
}

export interface OrderTable {
  id: Generated<number>;
  order_no: string;
  user_id: number;
  status: OrderStatus;
  version: Generated<number>;
  product_id: string;
  principal: Cents;
  term_days: number;
  contract: Json<Contract>;
  opened_at: Instant;
  updated_at: Instant;
  submitted_at: Instant | null;
  answer_expected_at: Instant | null;
  answer_latest_at: Instant | null;
  offer_open_until: Instant | null;
  rejection_reason: string | null;
  /** The reason of a referral: a `Reason` of `src/market/decision.ts`; null: the rules did not refer the application. */
  referred_for: string | null;
  reapply_on: CalendarDate | null;
  review_asked_at: Instant | null;
  disbursement_requested_at: Instant | null;
  disbursement_expected_by: Instant | null;
  disbursement_failure: number | null;
  disbursed_on: CalendarDate | null;
  due_date: CalendarDate | null;
  next_due_at: Instant | null;
  ended_at: Instant | null;
  /** The language of texts to the borrower about this order. */
  language: Generated<Language>;
  /** When the borrower was informed that the answer is late; null: the answer is not late. */
  escalated_at: Generated<Instant | null>;
}

export interface OrderEventTable {
  order_id: number;
  version: number;
  from_status: OrderStatus | null;
  to_status: OrderStatus;
  event: string;
  at: Instant;
  /** Who decided the application; null: the event is not a decision. */
  decided_by: Generated<'rules' | 'person' | null>;
  /** The reason of a rejection: a key of `REJECTIONS`, or free text. */
  reason: Generated<string | null>;
}

export interface ConsentTable {
  id: Generated<number>;
  order_id: number;
  agreement_version: string;
  terms: Json<LoanTerms>;
  /** `KeyFacts`; null if an earlier release did not store them, and after the account was closed. */
  key_facts_sealed: Encrypted | null;
  /** The PDF, in base64; null until it is made, if an earlier release did not store it, and after the account was closed. */
  document_sealed: Encrypted | null;
  /** SHA-256 of the PDF, in hex; it stays when the account is closed. */
  document_sha256: string | null;
  given_by: Generated<'borrower' | 'clock'>;
  at: Instant;
}

/** The facts that a borrower was shown before agreeing. */
export interface KeyFacts {
  offer: Offer;
  agreement: Agreement;
  language: Language;
  /** Names of the parties. Absent if an earlier release stored the key facts, whose agreement did not name them. */
  parties?: { lender: string; borrower: string };
}

export interface OrderAnswerTable {
  order_id: number;
  /** `Values` of the questionnaire. */
  sealed: Encrypted;
  at: Instant;
}

export type AccountId =
  | 'mpesa_float'
  | 'loan_receivable'
  | 'interest_receivable'
  | 'penalty_receivable'
  | 'misdirected'
  | 'tax_payable'
  | 'suspense'
  | 'fee_income'
  | 'interest_income'
  | 'penalty_income'
  | 'rollover_deposit'
  | 'rollover_income'
  | 'coupon_expense'
  | 'returning'
  | 'written_off'
  | 'correction';

export type JournalKind =
  | 'disbursement'
  | 'misdirected'
  | 'repayment.mpesa'
  | 'repayment.paybill'
  | 'unplaced'
  | 'settlement'
  | 'penalty'
  | 'coupon'
  | 'rollover.deposit'
  | 'rollover.fee'
  | 'rollover.released'
  | 'reversal'
  | 'reversal.done'
  | 'refund'
  | 'refund.done'
  | 'refund.failed'
  | 'writeOff'
  | 'correction';

export interface AccountTable {
  id: AccountId;
  kind: 'asset' | 'liability' | 'income' | 'expense';
}

export interface JournalTable {
  id: Generated<number>;
  idempotency_key: string;
  kind: JournalKind;
  order_id: number | null;
  ref: string | null;
  on_date: CalendarDate;
  at: Instant;
}

export interface EntryTable {
  journal_id: number;
  line: number;
  account_id: AccountId;
  /** Positive for a debit, negative for a credit. */
  amount: Cents;
}

export type IntentState = 'NEW' | 'SENT' | 'UNKNOWN' | 'OK' | 'FAILED';

export interface RailIntentTable {
  id: string;
  kind: 'STK' | 'B2C' | 'B2B';
  /** Every purpose but `repayment` is a payout. */
  purpose: 'disbursement' | 'repayment' | 'refund';
  order_id: number;
  user_id: number;
  request_id: string | null;
  amount: Cents;
  msisdn: string;
  bank_code: string | null;
  /** The number of the bank account. */
  bank_account_sealed: Encrypted | null;
  state: IntentState;
  /** The addresses of the intent's callbacks are derived from this nonce. */
  callback_nonce: string;
  provider_ref: string | null;
  receipt: string | null;
  result_code: number | null;
  result_text: string | null;
  attempts: Generated<number>;
  next_at: Instant;
  prompt_until: Instant | null;
  created_at: Instant;
  settled_at: Instant | null;
  /** The failure that a callback reported and the rail has not confirmed; null: none was reported. */
  reported_code: Generated<number | null>;
  reported_text: Generated<string | null>;
  reported_at: Generated<Instant | null>;
  /** When the decision about the payout was left to a person; null: it was not. */
  held_at: Generated<Instant | null>;
  /** Since when the payout waits for the float; null: it does not wait. */
  waits_since: Generated<Instant | null>;
  /** When the intent was first sent to the rail. */
  sent_at: Generated<Instant | null>;
  /** When the rail last accepted a query about the payout. */
  asked_at: Generated<Instant | null>;
}

export interface RailCallbackTable {
  id: Generated<number>;
  route: string;
  intent_id: string | null;
  /** The bytes of the callback as they arrived. */
  body: Uint8Array;
  at: Instant;
  outcome: string | null;
  account: ColumnType<string | null, string | undefined, string | null>;
  report_id: ColumnType<number | null, number | null | undefined, number | null>;
  balance_query_id: ColumnType<number | null, number | null | undefined, number | null>;
  reversal_id: ColumnType<number | null, number | null | undefined, number | null>;
  question_id: ColumnType<number | null, number | null | undefined, number | null>;
  attempts: Generated<number>;
  next_at: Generated<Instant>;
}

export type OutboxTopic = 'rail.send' | 'rail.confirm' | 'rail.reverse' | 'rail.receipt';

export interface OutboxTable {
  id: Generated<number>;
  /** `rail.send`: `ref` is the id of an intent. `rail.confirm`: of a reported payment. `rail.reverse`: of a reversal.
   * `rail.receipt`: of a query about a receipt. */
  topic: OutboxTopic;
  ref: string;
  next_at: Instant;
  attempts: Generated<number>;
  done_at: Instant | null;
  /** Id of the request that queued the job; null: no request did. */
  trace_id: Generated<string | null>;
}

/** The process that has a task. `until` is compared in SQL only, with the clock of the database. */
export interface TaskLeaseTable {
  task: string;
  holder: string;
  until: unknown;
}

export interface SettingTable {
  key: string;
  value: Json<unknown>;
}

/** Secrets in the addresses that are registered with the rail. */
export interface CallbackSecretTable {
  name: 'paybill' | 'texts';
  /** The plain value that an earlier release stored, until the next start encrypts it. */
  value: ColumnType<unknown, null, null>;
  sealed: Encrypted | null;
}

export interface SimWalletTable {
  msisdn: string;
  pin: string;
  balance: Cents;
  /** The holder of the number; null: the rail does not name one. */
  name: Generated<string | null>;
}

export interface SimPromptTable {
  checkout_id: string;
  merchant_id: string;
  msisdn: string;
  amount: Cents;
  reference: string;
  callback_url: string;
  state: 'open' | 'paid' | 'failed';
  result_code: number | null;
  receipt: string | null;
  wrong_pins: Generated<number>;
  opened_at: Instant;
  expires_at: Instant;
  ended_at: Instant | null;
}

export interface SimPayoutTable {
  originator_id: string;
  conversation_id: string;
  msisdn: string | null;
  bank_account: string | null;
  amount: Cents;
  result_url: string;
  state: 'waiting' | 'paid' | 'failed';
  result_code: number | null;
  receipt: string | null;
  asked_at: Instant;
  due_at: Instant | null;
  ended_at: Instant | null;
}

export interface SimTransactionTable {
  receipt: string;
  kind: string;
  msisdn: string | null;
  amount: Cents;
  reference: string;
  at: Instant;
  reversed_by: Generated<string | null>;
}

export interface SimDeliveryTable {
  id: Generated<number>;
  url: string;
  body: Json<unknown>;
  due_at: Instant;
  attempts: Generated<number>;
  done_at: Instant | null;
}

export interface LenderSchema {
  /** `needs`: see `Migration.contractsAfter`. */
  migration: { name: string; at: Instant; needs: Generated<string | null> };
  app_user: UserTable;
  profile_section: ProfileSectionTable;
  photo: PhotoTable;
  face_turn: FaceTurnTable;
  payout_account: PayoutAccountTable;
  loan_order: OrderTable;
  order_event: OrderEventTable;
  consent: ConsentTable;
  order_answer: OrderAnswerTable;
  setting: SettingTable;
  callback_secret: CallbackSecretTable;
  cancellation: { id: Generated<number>; reason: string; at: Instant };
  account: AccountTable;
  journal: JournalTable;
  entry: EntryTable;
  rail_intent: RailIntentTable;
  rail_callback: RailCallbackTable;
  outbox: OutboxTable;
  rail_token: RailTokenTable;
  rail_schedule: RailScheduleTable;
  balance_query: BalanceQueryTable;
  rail_float: RailFloatTable;
  reversal: ReversalTable;
  task_lease: TaskLeaseTable;
  sim_wallet: SimWalletTable;
  sim_prompt: SimPromptTable;
  sim_payout: SimPayoutTable;
  sim_transaction: SimTransactionTable;
  sim_delivery: SimDeliveryTable;
  sim_setting: SettingTable;
}

/** Every table of every migration. The interface of a module with tables of its own is added here. */
export interface Schema
  extends
    LenderSchema,
    IdentitySchema,
    CollectionSchema,
    ReaderSchema,
    AfterDisbursementSchema,
    FeedbackSchema,
    SecuritySchema,
    TextSchema,
    BureauSchema,
    StaffSchema,
    DeskSchema,
    RecordingSchema {}
