/** The order as the lender reports it, and the acts that its status allows. */
import { fromHome, type JourneyContext, type Paying } from '../context.ts';
import { turnOf } from '../model/faceTurn.ts';
import { NO_PHOTOS, recallHeld } from '../model/idPhotos.ts';
import { nairobiDate } from '../model/calendar.ts';
import { draftsFor, withoutAnswers, withSaved, withSettled } from '../model/drafts.ts';
import { loaded, LOADING } from '../model/loadable.ts';
import type { HomeData, LoanStatement, MarketProduct, Order, Recommendation, Records } from '../model/order.ts';
import { isEnded, isIncomplete, isRepayable, isWaiting, screenOfStatus, type StatusScreen } from '../model/orderStatus.ts';
import type { Cents } from '../model/money.ts';
import { isPaymentOpen } from '../model/payment.ts';
import { isPrincipalAllowed, type LoanProduct } from '../model/terms.ts';
import { homeOf, loadedOf, nowOf } from '../required.ts';
import { assign, assignAnswer, part } from './base.ts';

/** The product with this id and its limit; without an id, the product that home offers. Null: it is not on offer. */
const offeredProduct = (context: JourneyContext, id?: string): { product: LoanProduct; limit: Cents } | null => {
  const { market } = context;
  if (market.is === 'loaded')
    for (const offered of market.value) if (offered.product.id === id && offered.availability.is === 'open') return offered;
  const home = homeOf(context);
  return id === undefined || id === home.product.id ? home : null;
};

/** The initial values of everything that belongs to one order. */
const FORGOTTEN = {
  changing: null,
  recommendation: LOADING,
  offer: LOADING,
  choice: null,
  agreement: LOADING,
  agreed: null,
  repayment: LOADING,
  suggestedAmount: null,
  rollover: LOADING,
  proofs: LOADING,
  pictures: [],
} as const;

/**
 * Drops an open prompt once the loan is not owed any more. A receipt is kept until the borrower closes it.
 * @param order the order of the payment as the lender reports it now; null: the lender reports another order, or none.
 */
const stillPaying = (paying: Paying | null, order: Order | null): Paying | null => {
  const payment = paying?.payment;
  const isOver = payment && isPaymentOpen(payment) && !(order && isRepayable(order.status));
  const isKept = order !== null || payment?.state === 'paid';
  return isKept && !isOver ? paying : null;
};

/** Takes over the lender's order. Facts of another order are dropped. Photos that the lender holds need not be taken again. */
const withOrder = (context: JourneyContext, order: Order | null) => {
  const isSame = order !== null && order.orderNo === context.order?.orderNo;
  const photos = isSame ? context.photos : NO_PHOTOS;
  return {
    order,
    drafts: draftsFor(context.drafts, context.draftsOf, order),
    draftsOf: order === null ? null : order.orderNo,
    photos: order === null ? photos : recallHeld(photos, order.photos, turnOf(order.faceTurn), order.photoRequest?.sides),
    paying: stillPaying(context.paying, isSame ? order : null),
    ...(isSame ? {} : { ...withoutAnswers(context), ...FORGOTTEN }),
  };
};

export const order = part({
  guards: {
    orderIs: ({ context }, p: { status: number }) => context.order?.status === p.status,
    statusLeadsTo: ({ context }, p: { screen: StatusScreen }) =>
      context.order !== null && screenOfStatus(context.order.status) === p.screen,
    isOrderWaiting: ({ context: { order } }) => order !== null && (isWaiting(order.status) || !!order.openPayment),
    canRequestLoan: ({ context }) =>
      context.session !== null &&
      (context.order === null || isEnded(context.order.status)) &&
      (!context.order?.rejection || nairobiDate(nowOf(context)) >= context.order.rejection.reapplyOn),
    /** The lender has deleted the order, as it does some time after an application that led to no loan. */
    isOrderGone: (_, p: { home: HomeData }) => p.home.order === null,
    hasApplication: ({ context }) => context.order !== null && isIncomplete(context.order.status),
    isAmountOffered: ({ context }, p: { amount: number; termDays: number; productId?: string }) => {
      const offered = offeredProduct(context, p.productId);
      return (
        offered !== null && isPrincipalAllowed(offered.product, p.amount, offered.limit) && offered.product.termDays.includes(p.termDays)
      );
    },
    canAskReview: ({ context }) => context.order?.rejection?.review === 'possible',
  },
  actions: {
    setHome: assignAnswer(({ context }, p: { home: HomeData }) => {
      const { recording: before } = context;
      const recording = p.home.sendsRecordings ? 'sent' : before === 'sent' ? 'off' : before;
      const changed = { ...fromHome(p.home), recording, ...withOrder(context, p.home.order) } as const;
      return { ...changed, ...withSaved({ ...context, ...changed }, p.home.saved ?? []) };
    }),
    setOrder: assignAnswer(({ context }, p: { order: Order }) => {
      const { saved, ...order } = p.order;
      const settled = saved ? withSettled(context, saved) : {};
      return { ...settled, ...withOrder({ ...context, ...settled }, order) };
    }),
    setRecords: assignAnswer((_, p: { records: Records }) => ({ records: loaded(p.records) })),
    requestMoreRecords: assign(({ context }) => ({ recordPages: loadedOf('records', context.records).pages + 1 })),
    openStatement: assign((_, p: { orderNo: string }) => ({ statementOf: p.orderNo, statement: LOADING })),
    setStatement: assignAnswer((_, p: { statement: LoanStatement }) => ({ statement: loaded(p.statement) })),
    setMarket: assign((_, p: { products: MarketProduct[] }) => ({ market: loaded(p.products) })),
    setRecommendation: assign((_, p: { recommendation: Recommendation }) => ({ recommendation: loaded(p.recommendation) })),
  },
});
