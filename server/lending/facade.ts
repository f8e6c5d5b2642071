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
import type { CreditInfo, RepayColour } from '#src/api/payloads.ts';
import type { OpenRequest, Save, SavedStep } from '#server/apply/applicationSteps.ts';
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

/** Counts of the work in one round of due work. */
export interface WorkDone {
  orders: number;
  /** Requests that move money. */
  sent: number;
  reconciled: number;
  callbacks: number;
  /** Queries of the float. */
  float: number;
  /** Payments in the rail's list that no callback had reported. */
  pulled: number;
  /** Queries to the rail about reported payments. */
  asked: number;
  /** Accepted agreements that were stored as a PDF. */
  documents: number;
  /** More orders or documents are due than one round takes: call again at once. */
  isMore: boolean;
  /** Errors for the log. Failed work stays due. */
  errors: unknown[];
}

/** Counts of one round of texts. */
export interface TextsDone {
  sent: number;
  /** More texts are due than one round takes: call again at once. */
  isMore: boolean;
  /** Errors for the log. A failed text is retried. */
  errors: unknown[];
}

/**
 * All operations on orders and their money. Every lookup includes the borrower: an order of another borrower is
 * `orderNotFound`. The operations throw {@link Refusal} with a reason for the borrower. Reasons in answers are in
 * `language`, in English if it is left out.
 */
export interface Lending {
  /** These operations for a request: outbox and log contain its id with everything that the operations queue for the rail. */
  forRequest(traceId: string): Lending;
  /** @param userId null for a visitor. @param read the row of `homeOfSession`, if the lookup of the session has read it. */
  home(userId: number | null, language?: Language, read?: HomeRow): Promise<HomeData>;
  order(userId: number, orderNo: string, language?: Language): Promise<Order>;
  /** The order most recently opened; null when there is none. */
  latestOrder(userId: number, language?: Language): Promise<Order | null>;
  /** 20 records a page, newest first. @param page from 1. */
  records(userId: number, page: number, productId?: string): Promise<{ rows: LoanRecord[]; more: boolean }>;
  /** Every booking of the order. */
  statement(userId: number, orderNo: string): Promise<LoanStatement>;

  /** Available products first. */
  market(userId: number, language: Language): Promise<MarketProduct[]>;
  afterRepaying(userId: number, language: Language): Promise<MarketProduct[]>;
  rejectRecommendation(userId: number, language: Language): Promise<Recommendation>;
  repayColour(userId: number): Promise<RepayColour>;
  creditInfo(userId: number): Promise<CreditInfo>;

  /** Opens an application, or returns the borrower's unfinished one if it is identical. */
  open(userId: number, request: OpenRequest, language?: Language): Promise<Order>;
  /** Runs `save` and moves the order in one transaction, so that both happen or neither. */
  advance(userId: number, orderNo: string, event: SavedStep, save: Save, language?: Language): Promise<Order>;

  /**
   * @param choice amount and term instead of the approved ones.
   * @param device hash of the id of the installation that reads the offer; null when it sent none.
   */
  offer(userId: number, orderNo: string, choice?: OfferChoice, device?: string | null): Promise<Offer>;
  /** While the offer is open, the agreement for this choice; afterwards the accepted one, in the language of its acceptance. */
  agreement(userId: number, orderNo: string, language: Language, choice?: OfferChoice): Promise<Agreement>;
  /** The PDF of the accepted agreement, always the same bytes; null: no agreement was accepted. */
  agreementFile(userId: number, orderNo: string): Promise<Buffer | null>;
  /** Accepts the offer and draws, if the gate allows it. Repeated calls return the present order. */
  getMoney(userId: number, consent: ConsentGiven, gate: DrawGate, language?: Language): Promise<Order>;
  /** Declines the offer, or withdraws an unfinished application. Repeating it changes nothing. */
  decline(userId: number, orderNo: string, language?: Language): Promise<Order>;

  /** A rejected borrower asks for a review by a person. Repeating it changes nothing. */
  requestReview(userId: number, orderNo: string, language?: Language): Promise<Order>;

  repayment(userId: number, orderNo: string, language?: Language): Promise<RepaymentDetail>;
  startStk(userId: number, request: StkRequest, language?: Language): Promise<Payment>;
  payment(userId: number, payOrderId: string, language?: Language): Promise<Payment>;
  /** The payment, as in the call above. If its result is unknown, the rail is queried first. */
  reconcilePayment(userId: number, payOrderId: string, language?: Language): Promise<Payment>;
  /** The account number at the paybill that only this loan has. */
  dedicatedAccount(userId: number, orderNo: string): Promise<{ businessNumber: string; accountNumber: string }>;
  readonly rollovers: Rollovers;
  readonly proofs: Proofs;
  readonly coupons: Coupons;
  readonly heldPayouts: HeldPayouts;
  readonly reversals: Reversals;
  /** Acts of staff, in the transaction of the desk. */
  readonly desk: DeskActs;

  /** The holder of an M-PESA number according to the rail; null when the rail does not answer now. */
  holderName(msisdn: Msisdn): Promise<string | null>;

  /** Decides an application by an operator's verb. @param reason of a rejection, for the borrower: key of `REJECTIONS`, or text. */
  decide(orderNo: string, decision: 'approve' | 'reject', reason?: string): Promise<void>;

  /** Stores a callback of the rail as it arrived, then processes it. Repeats change nothing. */
  railCallback(arrived: ArrivedCallback): Promise<CallbackOutcome>;
  /** Whether the lender has given the rail an address with this token. */
  ownsCallbackToken(route: ArrivedCallback['route'], token: string): Promise<boolean>;

  /** Runs all work of timers and rail that is due now, without texts. Safe to run at any time and concurrently. */
  runDue(): Promise<WorkDone>;
  /** Makes the queued requests to the rail that are due, and does no other work. @property done how many requests were made. */
  runQueued(): Promise<{ done: number; errors: unknown[] }>;
  /** Sends due texts. Another round than {@link Lending.runDue}, because a slow provider must not delay loans and payments. */
  runTexts(): Promise<TextsDone>;
  /** Subscribes to work being queued for the rail, outside any transaction; returns the unsubscribe function. */
  onQueued(listener: () => void): () => void;
}
