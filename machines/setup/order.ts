/** The order as the lender reports it, and what its status allows. */
import { fromHome, type JourneyContext } from '../context.ts';
import { NO_PHOTOS, recallHeld } from '../model/idPhotos.ts';
import { nairobiDate } from '../model/calendar.ts';
import { draftsFor, withoutAnswers, withSaved, withSettled } from '../model/drafts.ts';
import type { HomeData, LoanStatement, MarketProduct, Order, Recommendation, Records } from '../model/order.ts';
import { isEnded, isRepayable, isWaiting, screenOfStatus, type StatusScreen, stepOf } from '../model/orderStatus.ts';
import type { Cents } from '../model/money.ts';
import { isOpen } from '../model/payment.ts';
import { isPrincipalAllowed, type LoanProduct } from '../model/terms.ts';
import { assign, assignAnswer, part } from './base.ts';

/** The product asked for, with its limit; the one home offers where none is named. */
export const offeredProduct = ({ market, product, limit }: JourneyContext, id?: string): { product: LoanProduct | null; limit: Cents } => {
  for (const offered of market ?? []) if (offered.product.id === id && offered.availability.is === 'open') return offered;
  return { product: id === undefined || id === product?.id ? product : null, limit };
};

/** Facts that belong to one order. */
const FORGOTTEN = {
  changing: null,
  recommendation: null,
  offer: null,
  agreement: null,
  agreed: false,
  repayment: null,
  repayRequest: null,
  payment: null,
  account: null,
  rollover: null,
  proofs: null,
  pictures: [],
} as const;

/** Takes over the lender's order. Facts of another order are dropped. Photos that the lender holds need not be taken again. */
const withOrder = (context: JourneyContext, order: Order | null) => {
  const isSame = order !== null && order.orderNo === context.order?.orderNo;
  const photos = isSame ? context.photos : NO_PHOTOS;
  return {
    order,
    drafts: draftsFor(context.drafts, context.draftsOf, order),
    draftsOf: order === null ? null : order.orderNo,
    photos: order === null ? photos : recallHeld(photos, order.photos),
    // Once the loan is not owed any more, an open prompt is over.
    payment: context.payment && isOpen(context.payment) && !isRepayable(order?.status ?? 0) ? null : context.payment,
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
      (!context.order?.rejection || nairobiDate(context.now ?? 0) >= context.order.rejection.reapplyOn),
    hasApplication: ({ context }) => context.order !== null && stepOf(context.order.status) >= 0,
    isAmountOffered: ({ context }, p: { amount: number; termDays: number; productId?: string }) => {
      const { product, limit } = offeredProduct(context, p.productId);
      return product !== null && isPrincipalAllowed(product, p.amount, limit) && product.termDays.indexOf(p.termDays) >= 0;
    },
    canAskReview: ({ context }) => context.order?.rejection?.review === 'possible',
  },
  actions: {
    setHome: assignAnswer(({ context }, p: { home: HomeData }) => {
      const changed = { ...fromHome(p.home), ...withOrder(context, p.home.order) };
      return { ...changed, ...withSaved({ ...context, ...changed }, p.home.saved ?? []) };
    }),
    setOrder: assignAnswer(({ context }, p: { order: Order }) => {
      const { saved, ...order } = p.order;
      const settled = saved ? withSettled(context, saved) : {};
      return { ...settled, ...withOrder({ ...context, ...settled }, order) };
    }),
    setRecords: assignAnswer((_, p: { records: Records }) => ({ records: p.records })),
    requestMoreRecords: assign(({ context }) => ({ recordPages: (context.records?.pages ?? 0) + 1 })),
    openStatement: assign((_, p: { orderNo: string }) => ({ statementOf: p.orderNo, statement: null })),
    setStatement: assignAnswer((_, p: { statement: LoanStatement }) => ({ statement: p.statement })),
    setMarket: assign((_, p: { products: MarketProduct[] }) => ({ market: p.products })),
    setRecommendation: assign((_, p: { recommendation: Recommendation | null }) => ({ recommendation: p.recommendation })),
  },
});
