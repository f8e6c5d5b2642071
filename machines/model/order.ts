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
  /** Who holds a bank account, as the borrower wrote it, or a wallet, as M-PESA names them; empty where nobody said. */
  owner: string;
  /** The bank's branch, where one was given. */
  branch: string;
}

/** The open debt, read from the ledger at `asOf`. */
export interface LoanBalance {
  asOf: Instant;
  disbursedOn: CalendarDate;
  dueDate: CalendarDate;
  /** Principal plus contract interest: what was agreed. */
  agreed: Cents;
  /** What payments have taken off the debt so far; money beyond it is not counted here. */
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
  /** What one more late day adds now; 0 once the cap is reached. Before the due date: what it would add. */
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
  /** A value of STATUS; numbers this app does not know are shown as nothing and lead nowhere. */
  status: number;
  productId: string;
  principal: Cents;
  termDays: number;
  /** Terms of this principal and term; of the contract once one was formed. */
  terms: LoanTerms;
  /** When the application was sent; the answer is usual by `answerExpectedAt`, certain by `answerLatestAt`. */
  submittedAt: Instant | null;
  answerExpectedAt: Instant | null;
  answerLatestAt: Instant | null;
  /** The borrower asked for a person, who has until `answerLatestAt`. */
  inReview?: boolean;
  /** Since when the answer is late; a person still looks at it. null or absent: it is not. */
  lateSince?: Instant | null;
  /** New photos of these sides are needed, with the words of the person who asked. null or absent: none were asked for. */
  photoRequest?: { sides: readonly PhotoSide[]; words: string } | null;
  /** Why the rules left the application to a person, in the borrower's language; null or absent: they did not. */
  referral?: string | null;
  /** Photos the lender already holds. */
  photos: { front: boolean; back: boolean; face: boolean };
  /** Which turn of the head the lender asks for: it holds the photo that looks straight. null or absent: none. */
  faceTurn?: FaceTurn | null;
  payoutAccount: PayoutAccount | null;
  rejection: Rejection | null;
  /** @property sentAt when the money is sent without the borrower accepting; null where the product does not do this. */
  offer: { openUntil: Instant; sentAt?: Instant | null } | null;
  /** @property failureCode the result code of the rail behind the words of `failure`; absent: the lender gives none. */
  disbursement: { requestedAt: Instant; expectedBy: Instant; failure: string | null; failureCode?: number | null } | null;
  balance: LoanBalance | null;
  /** A payment request whose end is not known, whichever device sent it. */
  openPayment?: Payment | null;
  /** What the phone may share for this order; absent where the lender asks for nothing. */
  collection?: Collection | null;
  /** The order has ended and no loan was ever paid out: the borrower's data is deleted on this day. */
  dataDeletedOn?: CalendarDate | null;
  /** In the answer to a save: the section as it is stored now. */
  saved?: SavedSection;
}

/** Everything home needs, in one answer: `/loan/loan-order/latest` for a borrower, `/loan/loan-product/index` for a visitor. */
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

/** The offer as the confirm page shows it before any consent. */
export interface Offer {
  orderNo: string;
  terms: LoanTerms;
  /** If drawn today. */
  dueDate: CalendarDate;
  openUntil: Instant;
  /** When the money is sent without the borrower accepting; null where the product does not do this. */
  sentAt: Instant | null;
  /** What else may be chosen: up to the amount that was approved, for any term of the product. */
  choice: { minimum: Cents; maximum: Cents; step: Cents; termDays: readonly number[] };
  payoutAccount: PayoutAccount;
  /** "Interest, 30% a year" and the like need the rates behind the amounts. */
  product: LoanProduct;
  latePerDay: Cents;
  /** The most late charges can ever add. */
  lateCap: Cents;
  /** What a coupon could take off later; outside of every figure here. null or absent: none. */
  coupon?: Cents | null;
  /** Whether the lender asks for a code before it sends the money to this phone. It decides again at the draw. */
  needsCode?: boolean;
  /** Fingerprint of exactly these terms and this agreement; sent back with the consent. */
  agreementVersion: string;
}

/** The contract of a loan, in one language. */
export interface Agreement {
  version: string;
  title: string;
  sections: AgreementSection[];
  /** Absent or null: this is the text of an offer, which nobody has accepted. */
  accepted?: AcceptedAgreement | null;
}

export interface AgreementSection {
  heading: string;
  /** Names, addresses and the like, which stand before the rest. Absent: none. */
  facts?: LabelledText[];
  /** Amounts, rates and terms, which stand before the body. Absent: none. */
  lines?: LabelledText[];
  /** Paragraphs, separated by line breaks. */
  body: string;
}

export interface LabelledText {
  label: string;
  value: string;
}

/** When and how an agreement was concluded. Its text is the stored one and does not change any more. */
export interface AcceptedAgreement {
  at: Instant;
  /** The language of the text, in which it was accepted. */
  language: Language;
  /**
   * Path of its PDF at the lender. The path contains a token: it opens the file without a header for an hour, while the
   * session lasts that read it. Absent: the lender has no such file.
   */
  file?: string;
}

/** `dedicated`: the same paybill, with an account number that stands for this loan alone. */
export type PaymentChannel = 'mpesa' | 'paybill' | 'dedicated';

/** The coupon for authorising a bank card: once per borrower, taken off what is due. */
export type CouponState = { is: 'offered'; amount: Cents } | { is: 'taken'; amount: Cents; lastFour: string };

export type PaymentState = 'sent' | 'unknown' | 'paid' | 'failed';

/** One STK push. `unknown` is a state of its own: the result is open until the rail has answered. */
export interface Payment {
  payOrderId: string;
  orderNo: string;
  amount: Cents;
  state: PaymentState;
  /** "+254 712 ••• 678" */
  phone: string;
  /** The prompt on the phone closes then. */
  promptUntil: Instant;
  /** Daraja's ResultCode; null while open. */
  resultCode: number | null;
  /** Why it failed, in the borrower's language; empty otherwise. */
  reason: string;
  receipt: string | null;
  paidAt: Instant | null;
  /** The part of the payment above the debt. It belongs to the borrower and waits for them. */
  over: Cents;
  /** M-PESA reported that it was paid, and has not confirmed it. Absent: it did not. */
  reported?: Pick<ReportedPayment, 'isHeld'> | null;
}

/** Money that the statement lists as received. Its prompt, where it had one, is not known. */
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

/** Channels of other countries: their calls exist and say that there is no such way to pay here. */
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
  /** null: none is offered here. */
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

/** The loans of a borrower, newest first, as far as they were loaded. @property pages how many were loaded, @property more whether there is another. */
export interface Records {
  rows: LoanRecord[];
  pages: number;
  more: boolean;
}

/** What a line of a statement is about. Amounts that raise the debt are above zero, what lowers it below. */
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
  /** What was owed after it. */
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
  /** The refund of what was paid above the debt. */
  | 'refund'
  /** M-PESA refused the refund: the money waits again. */
  | 'refundFailed'
  | 'writtenOff'
  /** The payment belongs to another loan. */
  | 'corrected'
  | 'other';

/** Everything the ledger holds about one order. */
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

/** What may be asked for after a rejection, and from when. `recommended` is false where another loan would do harm. */
export interface Recommendation {
  recommended: boolean;
  from: CalendarDate | null;
  products: MarketProduct[];
}

/** A product as this borrower may have it. */
export interface MarketProduct {
  product: LoanProduct;
  /** In the borrower's language. */
  name: string;
  limit: Cents;
  /** Terms of the limit for the first term. */
  limitTerms: LoanTerms;
  /** The limit after one more loan that is paid on time; absent where the lender does not say. */
  nextLimit?: Cents;
  /** `laterLoan`: after more loans were paid back on time; `oneAtATime`: another loan is open; `rejected`: from `from` on. */
  availability: { is: 'open' } | { is: 'laterLoan'; afterLoans: number } | { is: 'oneAtATime' } | { is: 'rejected'; from: CalendarDate };
}
