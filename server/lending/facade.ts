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
import type { ArrivedCallback, CallbackOutcome } from '#server/rail/callbacks.ts';
import type { Tx } from '#server/store/store.ts';
import type { CreditInfo, RepayColour } from '#src/api/payloads.ts';
import type { OpenRequest, SavedStep } from '#server/apply/applicationSteps.ts';
import type { OfferChoice } from '#server/borrow/drawing.ts';
import type { ConsentGiven } from '#server/borrow/offer.ts';
import type { StkRequest } from '#server/repay/repayment.ts';
import type { Coupons } from '#server/repay/coupons.ts';
import type { Proofs } from '#server/repay/proofs.ts';
import type { Rollovers } from '#server/repay/rollover.ts';
import type { Language } from '#machines/context.ts';

/** What one round of clock work did. */
export interface WorkDone {
  orders: number;
  sent: number;
  reconciled: number;
  /** Texts to borrowers. */
  texts: number;
  callbacks: number;
  /** What went wrong on the way; the work it belongs to stays due. For the log. */
  errors: unknown[];
}

/**
 * Everything about orders and their money. Every lookup carries the user: another's order is
 * `orderNotFound`. Throws {@link Refusal} for what the borrower is told. Texts in the answers
 * (reasons) are in `language`, English when left out.
 */
export interface Lending {
  /** Null for a visitor. */
  home(userId: number | null, language?: Language): Promise<HomeData>;
  order(userId: number, orderNo: string, language?: Language): Promise<Order>;
  /** The order most recently opened; null when there is none. */
  latestOrder(userId: number, language?: Language): Promise<Order | null>;
  /** 20 to a page, newest first. @param page from 1. */
  records(userId: number, page: number, productId?: string): Promise<{ rows: LoanRecord[]; more: boolean }>;
  /** Every journal of the order. */
  statement(userId: number, orderNo: string): Promise<LoanStatement>;

  /** What can be had now comes first. */
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

  /** @param choice amount and term instead of what was approved. */
  offer(userId: number, orderNo: string, choice?: OfferChoice): Promise<Offer>;
  agreement(userId: number, orderNo: string, language: Language, choice?: OfferChoice): Promise<Agreement>;
  /** Accepts and draws. The second and every later caller gets the order as it then is. */
  getMoney(userId: number, consent: ConsentGiven, language?: Language): Promise<Order>;
  /** Declines the offer, or withdraws an unfinished application. Repeating it changes nothing. */
  decline(userId: number, orderNo: string, language?: Language): Promise<Order>;

  /** A rejected borrower asks for a person. Asking twice is asking once. */
  requestReview(userId: number, orderNo: string, language?: Language): Promise<Order>;

  repayment(userId: number, orderNo: string, language?: Language): Promise<RepaymentDetail>;
  startStk(userId: number, request: StkRequest, language?: Language): Promise<Payment>;
  payment(userId: number, payOrderId: string, language?: Language): Promise<Payment>;
  /** The same after the rail was asked, where its end was not known. */
  provePayment(userId: number, payOrderId: string, language?: Language): Promise<Payment>;
  /** The account number at the paybill that stands for this loan alone. */
  dedicatedAccount(userId: number, orderNo: string): Promise<{ businessNumber: string; accountNumber: string }>;
  readonly rollovers: Rollovers;
  readonly proofs: Proofs;
  readonly coupons: Coupons;

  /** The lender's desk. @param reason shown to the borrower when rejected: a key of `REJECTIONS` or words. */
  decide(orderNo: string, decision: 'approve' | 'reject', reason?: string): Promise<void>;

  /** A callback of the rail, as it arrived: stored first, then worked through. Repeats change nothing. */
  railCallback(arrived: ArrivedCallback): Promise<CallbackOutcome>;

  /** All work of the clock and the rail that is due now. Safe to run at any time and at the same time. */
  runDue(): Promise<WorkDone>;
  /** Called after something was queued for the rail, outside any transaction; returns how to stop. */
  onQueued(listener: () => void): () => void;
}
