/** Orders, loans and payments as the lender reports them. Plain data: context and recordings hold it. */
import type { SavedSection } from './application.ts';
import type { CalendarDate, Instant } from './calendar.ts';
import type { Collection } from './collection.ts';
import type { Language } from './device.ts';
import type { PhotoSide } from './idPhotos.ts';
import type { FaceTurn } from './faceTurn.ts';
import type { Cents } from './money.ts';
import type { LoanProduct, LoanTerms } from './terms.ts';

export interface PayoutAccount {
  kind: 'mpesa' | 'bank';
  /** "+254 712 ••• 678" or "••• 4321": never the whole number. */
  masked: string;
  /** The bank's name; "M-PESA" for a wallet. */
  holderName: string;
  /** The holder: of a bank account as the borrower typed it, of a wallet as M-PESA names them. Empty: not known. */
  owner: string;
  /** The bank's branch, where one was given. */
  branch: string;
}

/** The open debt, read from the ledger at `asOf`. */
export interface LoanBalance {
  asOf: Instant;
  disbursedOn: CalendarDate;
  dueDate: CalendarDate;
  /** Principal plus interest of the agreement. */
  agreed: Cents;
  /** The part of all payments that reduced the debt. Money above the debt is not included. */
  paid: Cents;
  /** Open parts; they add up to `left`. */
  principal: Cents;
  interest: Cents;
  penalty: Cents;
  /** What must be paid by the due date (or now, when late). */
  left: Cents;
  /** What closes the loan today: `left` less the interest spared by settling early. */
  settleToday: Cents;
  daysLate: number;
  /** The late charge of one more late day; 0 once the cap is reached. Before the due date: of the first late day. */
  penaltyPerDay: Cents;
}

export interface Rejection {
  reason: string;
  reapplyOn: CalendarDate;
  /** Whether a review by a person may be requested. `refused`: the review confirmed the rejection; `over`: the data is deleted soon. */
  review: 'possible' | 'refused' | 'over';
}

export interface Order {
  orderNo: string;
  /** A value of STATUS. A number that this app does not know has no words and no screen. */
  status: number;
  productId: string;
  principal: Cents;
  termDays: number;
  /** Terms for this principal and term; those of the agreement once one was formed. */
  terms: LoanTerms;
  /** When the application was sent. The answer usually comes by `answerExpectedAt`, and is promised by `answerLatestAt`. */
  submittedAt: Instant | null;
  answerExpectedAt: Instant | null;
  answerLatestAt: Instant | null;
  /** The borrower asked for a review, which is promised by `answerLatestAt`. */
  inReview?: boolean;
  /** Since when the answer is late; a person still looks at it. null or absent: it is not. */
  lateSince?: Instant | null;
  /** A clerk needs new photos of these sides, and wrote these words. null or absent: no photos are needed. */
  photoRequest?: { sides: readonly PhotoSide[]; words: string } | null;
  /** Why the rules left the application to a person, in the borrower's language; null or absent: they did not. */
  referral?: string | null;
  /** Photos the lender already holds. */
  photos: { front: boolean; back: boolean; face: boolean };
  /** The turn of the head that the lender asks for, after the frontal photo. null or absent: none. */
  faceTurn?: FaceTurn | null;
  payoutAccount: PayoutAccount | null;
  rejection: Rejection | null;
  /** @property sentAt when the money is sent without the borrower accepting; null where the product does not do this. */
  offer: { openUntil: Instant; sentAt?: Instant | null } | null;
  /** @property failureCode the result code of the rail behind the words of `failure`; absent: the lender gives none. */
  disbursement: { requestedAt: Instant; expectedBy: Instant; failure: string | null; failureCode?: number | null } | null;
  balance: LoanBalance | null;
  /** A prompt whose outcome is not known, sent from any device. */
  openPayment?: Payment | null;
  /** The data that the lender requests from the phone for this order; absent: none. */
  collection?: Collection | null;
  /** The order has ended and no loan was ever paid out: the borrower's data is deleted on this day. */
  dataDeletedOn?: CalendarDate | null;
  /** Only in the answer to a save: the section as it is stored now. */
  saved?: SavedSection;
}

/** All data of home, in one answer: `/loan/loan-order/latest` for a borrower, `/loan/loan-product/index` for a visitor. */
export interface HomeData {
  serverTime: Instant;
  firstName: string | null;
  product: LoanProduct;
  /** The most this person may borrow now, and its terms for the product's first term. */
  limit: Cents;
  limitTerms: LoanTerms;
  /** The limit after one more loan that is paid on time; absent where the lender does not say. */
  nextLimit?: Cents;
  /** Loans that this person has paid back; absent: none. */
  repaidLoans?: number;
  /** The borrower agreed that redacted recordings of the app are sent; absent: not. */
  sendsRecordings?: boolean;
  order: Order | null;
  /** While an application is filled in: the sections the lender holds already. */
  saved?: readonly SavedSection[];
}

/** The offer, as the page shows it before any consent. */
export interface Offer {
  orderNo: string;
  terms: LoanTerms;
  /** If drawn today. */
  dueDate: CalendarDate;
  openUntil: Instant;
  /** When the money is sent without the borrower accepting; null where the product does not do this. */
  sentAt: Instant | null;
  /** The amounts and terms that may be chosen: up to the approved amount, for any term of the product. */
  choice: { minimum: Cents; maximum: Cents; step: Cents; termDays: readonly number[] };
  payoutAccount: PayoutAccount;
  /** For the rates beside the amounts, such as "Interest, 30% a year". */
  product: LoanProduct;
  latePerDay: Cents;
  /** The most late charges can ever add. */
  lateCap: Cents;
  /** The amount that a coupon could take off later. No other figure includes it. null or absent: no coupon. */
  coupon?: Cents | null;
  /** Whether a draw from this phone needs a code. The lender decides again at the draw. */
  needsCode?: boolean;
  /** Fingerprint of exactly these terms and this agreement; sent back with the consent. */
  agreementVersion: string;
}

/** The contract of a loan, in one language. */
export interface Agreement {
  version: string;
  title: string;
  sections: AgreementSection[];
  /** Absent or null: the text of an offer that is not accepted. */
  accepted?: AcceptedAgreement | null;
}

export interface AgreementSection {
  heading: string;
  /** Names, addresses and the like, shown first. Absent: none. */
  facts?: LabelledText[];
  /** Amounts, rates and terms, shown before the body. Absent: none. */
  lines?: LabelledText[];
  /** Paragraphs, separated by line breaks. */
  body: string;
}

export interface LabelledText {
  label: string;
  value: string;
}

/** When and how an agreement was accepted. Its stored text never changes. */
export interface AcceptedAgreement {
  at: Instant;
  /** The language of the text, in which it was accepted. */
  language: Language;
  /**
   * The file link of the PDF. Its token opens the file without a header, for an hour at most, and only while the session
   * that loaded the agreement lasts. Absent: the lender has no file.
   */
  file?: string;
}

/** `dedicated`: the same paybill, with an account number that stands for this loan alone. */
export type PaymentChannel = 'mpesa' | 'paybill' | 'dedicated';

/** The coupon for authorising a bank card: once per borrower, taken off what is due. */
export type CouponState = { is: 'offered'; amount: Cents } | { is: 'taken'; amount: Cents; lastFour: string };

export type PaymentState = 'sent' | 'unknown' | 'paid' | 'failed';

/** One STK push. `unknown`: the rail has not reported the result yet. */
export interface Payment {
  payOrderId: string;
  orderNo: string;
  amount: Cents;
  state: PaymentState;
  /** "+254 712 ••• 678" */
  phone: string;
  /** When the prompt on the phone closes. */
  promptUntil: Instant;
  /** Daraja's ResultCode; null while open. */
  resultCode: number | null;
  /** Why it failed, in the borrower's language; empty otherwise. */
  reason: string;
  receipt: string | null;
  paidAt: Instant | null;
  /** The part of the payment above the debt. It still belongs to the borrower. */
  over: Cents;
  /** A reported payment: M-PESA has not confirmed it. Absent or null: none. */
  reported?: Pick<ReportedPayment, 'isHeld'> | null;
}

/** Money that the statement lists as received. The statement does not say from which prompt. */
export interface ReceivedPayment extends Pick<Payment, 'orderNo' | 'amount' | 'receipt' | 'over'> {
  state: 'paid';
  paidAt: Instant;
}

/** A payment that M-PESA reported and has not confirmed. Nothing is booked for it. */
export interface ReportedPayment {
  receipt: string | null;
  amount: Cents;
  /** When it was reported. */
  at: Instant;
  /** A person has to decide. */
  isHeld: boolean;
}

/** One received payment, as the statement lists it. */
export interface PaymentLine {
  receipt: string;
  amount: Cents;
  at: Instant;
  channel: PaymentChannel;
  /** The part of the payment above the debt. */
  over: Cents;
}

/** Where money is sent by hand. */
export interface AccountNumbers {
  businessNumber: string;
  accountNumber: string;
}

/** Channels of other countries. Their calls exist and refuse, because these channels do not exist in Kenya. */
export const OTHER_CHANNELS = ['mangoCash', 'oxxo', 'stp', 'payValida'] as const;
export type OtherChannel = (typeof OTHER_CHANNELS)[number];

export interface RepaymentDetail {
  orderNo: string;
  status: number;
  balance: LoanBalance;
  payments: PaymentLine[];
  rule: LoanProduct['repayment'];
  channels: PaymentChannel[];
  paybill: AccountNumbers;
  /** An STK push that is still open, whichever device started it. */
  openPayment: Payment | null;
  /** Absent where the lender does not say. */
  reported?: readonly ReportedPayment[];
  /** null: no coupon is offered. */
  coupon: CouponState | null;
}

export interface LoanRecord {
  orderNo: string;
  status: number;
  principal: Cents;
  termDays: number;
  openedAt: Instant;
  dueDate: CalendarDate | null;
}

/** The loaded loans of a borrower, newest first. @property pages loaded so far. @property more whether another page follows. */
export interface Records {
  rows: LoanRecord[];
  pages: number;
  more: boolean;
}

/** The subject of a line of a statement. An amount that raises the debt is positive, one that lowers it negative. */
export type StatementPart = 'principal' | 'interest' | 'lateCharge' | 'fee' | 'tax' | 'sent' | 'received' | 'credit' | 'other';

/** One journal of the ledger, in the borrower's view. */
export interface StatementLine {
  /** Number of the journal. */
  no: number;
  kind: StatementKind;
  on: CalendarDate;
  at: Instant;
  /** M-PESA's receipt; null where no money moved. */
  receipt: string | null;
  parts: { part: StatementPart; amount: Cents }[];
  /** The debt after this journal. */
  balance: Cents;
}

export type StatementKind =
  | 'paidOut'
  | 'payment'
  | 'lateCharge'
  | 'earlySettlement'
  | 'credited'
  | 'rollover'
  | 'coupon'
  /** The money above the debt was sent back. */
  | 'refund'
  /** M-PESA refused the refund, so the lender keeps the money for the borrower again. */
  | 'refundFailed'
  | 'writtenOff'
  /** The payment was moved to the loan that it belongs to. */
  | 'corrected'
  | 'other';

/** All journals of the ledger about one order. */
export interface LoanStatement {
  orderNo: string;
  status: number;
  principal: Cents;
  termDays: number;
  openedAt: Instant;
  asOf: Instant;
  lines: StatementLine[];
  /** Absent where the lender does not say. */
  reported?: readonly ReportedPayment[];
  /** Owed now; the balance of the last line. */
  left: Cents;
  /** When the agreement was accepted; null: it was not. Absent where the lender does not say. */
  agreedAt?: Instant | null;
}

/** Products that may be applied for after a rejection, and from when. `recommended` is false if there is none. */
export interface Recommendation {
  recommended: boolean;
  from: CalendarDate | null;
  products: MarketProduct[];
}

/** A product with the limit and the terms of this borrower. */
export interface MarketProduct {
  product: LoanProduct;
  /** In the borrower's language. */
  name: string;
  limit: Cents;
  /** The terms for the limit and the product's first term. */
  limitTerms: LoanTerms;
  /** The limit after one more loan that is paid on time; absent where the lender does not say. */
  nextLimit?: Cents;
  /** `laterLoan`: after `afterLoans` loans paid on time. `oneAtATime`: another loan is open. `rejected`: until `from`. */
  availability: { is: 'open' } | { is: 'laterLoan'; afterLoans: number } | { is: 'oneAtATime' } | { is: 'rejected'; from: CalendarDate };
}
