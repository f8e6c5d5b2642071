/** The interface of lending to calls, desk and due work. */
import type {
  Agreement,
  HomeData,
  LoanRecord,
  LoanStatement,
  MarketProduct,
  Offer,
  Order,
  Payment,
  Recommendation,
  RepaymentDetail,
} from '#machines/model/order.ts';
import type { HomeRow } from './readHome.ts';
import type { ArrivedCallback, CallbackOutcome } from '#server/rail/callbacks.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { Tx } from '#server/store/store.ts';
import type { CreditInfo, RepayColour } from '#src/api/payloads.ts';
import type { OpenRequest, SavedStep } from '#server/apply/applicationSteps.ts';
import type { OfferChoice } from '#server/borrow/drawing.ts';
import type { DrawGate } from '#server/borrow/drawCode.ts';
import type { ConsentGiven } from '#server/borrow/offer.ts';
import type { StkRequest } from '#server/repay/repayment.ts';
import type { DeskActs } from './deskActs.ts';
import type { HeldPayouts } from './settlement/heldPayouts.ts';
import type { Reversals } from './servicing/reversals.ts';
import type { Coupons } from '#server/repay/coupons.ts';
import type { Proofs } from '#server/repay/proofs.ts';
import type { Rollovers } from '#server/repay/rollover.ts';
import type { Language } from '#machines/context.ts';

/** What one round of due work did. */
export interface WorkDone {
  orders: number;
  /** Requests that move money. */
  sent: number;
  reconciled: number;
  /** Text messages. */
  texts: number;
  callbacks: number;
  /** Questions about the float. */
  float: number;
  /** Payments that the rail listed and that no message had reported. */
  pulled: number;
  /** Questions to the rail about payments that were reported. */
  asked: number;
  /** Accepted agreements that were stored as a file. */
  documents: number;
  /** More orders, texts or documents are due than one round takes: call again at once. */
  isMore: boolean;
  /** Errors for the log; the work that failed stays due. */
  errors: unknown[];
}

/**
 * Everything about orders and their money. Every lookup carries the user: another's order is
 * `orderNotFound`. Throws {@link Refusal} with the reason for the borrower. Texts in the answers
 * (reasons) are in `language`, English when left out.
 */
export interface Lending {
  /** Null for a visitor. @param read by `homeOfSession`, where the session was looked up. */
  home(userId: number | null, language?: Language, read?: HomeRow): Promise<HomeData>;
  order(userId: number, orderNo: string, language?: Language): Promise<Order>;
  /** The order most recently opened; null when there is none. */
  latestOrder(userId: number, language?: Language): Promise<Order | null>;
  /** 20 to a page, newest first. @param page from 1. */
  records(userId: number, page: number, productId?: string): Promise<{ rows: LoanRecord[]; more: boolean }>;
  /** Every journal of the order. */
  statement(userId: number, orderNo: string): Promise<LoanStatement>;

  /** Available products first. */
  market(userId: number, language: Language): Promise<MarketProduct[]>;
  afterRepaying(userId: number, language: Language): Promise<MarketProduct[]>;
  rejectRecommendation(userId: number, language: Language): Promise<Recommendation>;
  repayColour(userId: number): Promise<RepayColour>;
  creditInfo(userId: number): Promise<CreditInfo>;

  /** An identical unfinished application is returned again. */
  open(userId: number, request: OpenRequest, language?: Language): Promise<Order>;
  /** Runs `save` and moves the order in one transaction; both happen or neither. */
  advance(
    userId: number,
    orderNo: string,
    event: SavedStep,
    save: (tx: Tx, at: { userId: number; orderId: number }) => Promise<void>,
    language?: Language,
  ): Promise<Order>;

  /**
   * @param choice amount and term instead of what was approved.
   * @param device on which it is read: hash of the installation's id; null when it sent none.
   */
  offer(userId: number, orderNo: string, choice?: OfferChoice, device?: string | null): Promise<Offer>;
  /** While the offer is open, its text for this choice; afterwards the stored text, in the language in which it was accepted. */
  agreement(userId: number, orderNo: string, language: Language, choice?: OfferChoice): Promise<Agreement>;
  /** The PDF of the accepted agreement, the same bytes every time; null: none was accepted. */
  agreementFile(userId: number, orderNo: string): Promise<Buffer | null>;
  /** Accepts and draws, if the gate lets the caller. Repeated calls return the order as it is then. */
  getMoney(userId: number, consent: ConsentGiven, gate: DrawGate, language?: Language): Promise<Order>;
  /** Declines the offer, or withdraws an unfinished application. Repeating it changes nothing. */
  decline(userId: number, orderNo: string, language?: Language): Promise<Order>;

  /** A rejected borrower asks for a review by a person. Repeating it changes nothing. */
  requestReview(userId: number, orderNo: string, language?: Language): Promise<Order>;

  repayment(userId: number, orderNo: string, language?: Language): Promise<RepaymentDetail>;
  startStk(userId: number, request: StkRequest, language?: Language): Promise<Payment>;
  payment(userId: number, payOrderId: string, language?: Language): Promise<Payment>;
  /** As the call above, but it first queries the rail where the result is unknown. */
  reconcilePayment(userId: number, payOrderId: string, language?: Language): Promise<Payment>;
  /** The account number at the paybill that belongs to this loan alone. */
  dedicatedAccount(userId: number, orderNo: string): Promise<{ businessNumber: string; accountNumber: string }>;
  readonly rollovers: Rollovers;
  readonly proofs: Proofs;
  readonly coupons: Coupons;
  readonly heldPayouts: HeldPayouts;
  readonly reversals: Reversals;
  /** What staff do, in the transaction of their desk. */
  readonly desk: DeskActs;

  /** Who holds an M-PESA number, as the rail names them; null where it says nothing now. */
  holderName(msisdn: Msisdn): Promise<string | null>;

  /** The operator's verb. @param reason shown to the borrower when rejected: a key of `REJECTIONS` or free text. */
  decide(orderNo: string, decision: 'approve' | 'reject', reason?: string): Promise<void>;

  /** Stores a callback of the rail as it arrived, then processes it. Repeats change nothing. */
  railCallback(arrived: ArrivedCallback): Promise<CallbackOutcome>;
  /** Whether the lender gave out an address with this token. */
  ownsCallbackToken(route: ArrivedCallback['route'], token: string): Promise<boolean>;

  /** Runs all work of timers and rail that is due now. Safe to run at any time and concurrently. */
  runDue(): Promise<WorkDone>;
  /** Asks the rail for what was queued and is due now, and does nothing else. @property done how many requests were made. */
  runQueued(): Promise<{ done: number; errors: unknown[] }>;
  /** Subscribes to work being queued for the rail, outside any transaction; returns the unsubscribe function. */
  onQueued(listener: () => void): () => void;
}
