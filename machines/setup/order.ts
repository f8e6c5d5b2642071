/** The order as the lender tells it, and what its status allows. */
import { assign } from 'xstate';
import { fromHome, type JourneyContext } from '../context.ts';
import { NO_PHOTOS, recallHeld } from '../model/idPhotos.ts';
import { nairobiDate } from '../model/calendar.ts';
import { draftsFor, withoutAnswers, withSaved, withSettled } from '../model/drafts.ts';
import type { HomeData, LoanStatement, MarketProduct, Order, Recommendation, Records } from '../model/order.ts';
import { isEnded, isRepayable, isWaiting, screenOfStatus, type StatusScreen, stepOf } from '../model/orderStatus.ts';
import type { Cents } from '../model/money.ts';
import { isOpen } from '../model/payment.ts';
import { isPrincipalAllowed, type LoanProduct } from '../model/terms.ts';
import { session } from './session.ts';

/** The product asked for, with its limit; the one home offers where none is named. */
export const offeredProduct = ({ market, product, limit }: JourneyContext, id?: string): { product: LoanProduct | null; limit: Cents } => {
  for (const offered of market ?? []) if (offered.product.id === id && offered.availability.is === 'open') return offered;
  return { product: id === undefined || id === product?.id ? product : null, limit };
};

/** What was read and done about one order. */
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

/** An order as the lender tells it now. What was done for another one is forgotten; photos the lender holds need not be taken again. */
const withOrder = (context: JourneyContext, order: Order | null) => {
  const isSame = order !== null && order.orderNo === context.order?.orderNo;
  const photos = isSame ? context.photos : NO_PHOTOS;
  return {
    order,
    drafts: draftsFor(context.drafts, context.draftsOf, order),
    draftsOf: order === null ? null : order.orderNo,
    photos: order === null ? photos : recallHeld(photos, order.photos),
    // A prompt of a loan that is not owed any more is over, whatever became of it.
    payment: context.payment && isOpen(context.payment) && !isRepayable(order?.status ?? 0) ? null : context.payment,
    ...(isSame ? {} : { ...withoutAnswers(context), ...FORGOTTEN }),
  };
};

export const order = session.extend({
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
    setHome: assign(({ context }, p: { home: HomeData }) => {
      const told = { ...fromHome(p.home), ...withOrder(context, p.home.order) };
      return { ...told, ...withSaved({ ...context, ...told }, p.home.saved ?? []) };
    }),
    setOrder: assign(({ context }, p: { order: Order }) => {
      const { saved, ...order } = p.order;
      const settled = saved ? withSettled(context, saved) : {};
      return { ...settled, ...withOrder({ ...context, ...settled }, order) };
    }),
    setRecords: assign((_, p: { records: Records }) => ({ records: p.records })),
    wantMoreRecords: assign(({ context }) => ({ recordPages: (context.records?.pages ?? 0) + 1 })),
    openStatement: assign((_, p: { orderNo: string }) => ({ statementOf: p.orderNo, statement: null })),
    setStatement: assign((_, p: { statement: LoanStatement }) => ({ statement: p.statement })),
    setMarket: assign((_, p: { products: MarketProduct[] }) => ({ market: p.products })),
    setRecommendation: assign((_, p: { recommendation: Recommendation | null }) => ({ recommendation: p.recommendation })),
  },
});
