/** The products of this lender for one borrower. They are recommended in the order of the product list. */
import { daysBetween, nairobiDate } from '#machines/model/calendar.ts';
import type { MarketProduct, Recommendation } from '#machines/model/order.ts';
import { isEnded, isRepayable, STATUS } from '#machines/model/orderStatus.ts';
import { termsFor, type LoanProduct } from '#machines/model/terms.ts';
import { productNames } from '#src/market/products.ts';
import type { CreditInfo, RepayColour } from '#src/api/payloads.ts';
import { rejectedUntil } from '#server/apply/applicant.ts';
import { isPaidOnTime, repaidLoans } from '#server/books/ledger.ts';
import { mainProduct, shortestTerm } from '#server/books/lendingConfig.ts';
import { latestOrder, type LendingContext } from '#server/books/lendingContext.ts';
import type { OrderRow } from '#server/books/orders.ts';
import type { Language } from '#machines/context.ts';

const nameOf = (product: LoanProduct, language: Language): string => productNames[product.id]?.[language] ?? product.name;

const asOffered = (
  context: LendingContext,
  product: LoanProduct,
  onTime: number,
  language: Language,
): Omit<MarketProduct, 'availability'> => {
  const { ceiling } = context.config;
  const limit = ceiling(product, onTime);
  return {
    product,
    name: nameOf(product, language),
    limit,
    limitTerms: termsFor(product, limit, shortestTerm(product)),
    nextLimit: ceiling(product, onTime + 1),
  };
};

/** Available products first, each group in the lender's order. */
const byAvailability = (products: MarketProduct[]): MarketProduct[] => [
  ...products.filter(({ availability }) => availability.is === 'open'),
  ...products.filter(({ availability }) => availability.is !== 'open'),
];

export async function market(context: LendingContext, userId: number, language: Language): Promise<MarketProduct[]> {
  const order = await latestOrder(context, userId);
  const { onTime } = await repaidLoans(context.store.db, userId);
  const from = await rejectedUntil(context.store.db, userId, nairobiDate(context.clock.now()));
  const availability = ({ afterLoans = 0 }: LoanProduct): MarketProduct['availability'] => {
    if (order && !isEnded(order.status)) return { is: 'oneAtATime' };
    if (from !== null) return { is: 'rejected', from };
    return onTime < afterLoans ? { is: 'laterLoan', afterLoans } : { is: 'open' };
  };
  return byAvailability(
    context.config.products.map((product) => ({ ...asOffered(context, product, onTime, language), availability: availability(product) })),
  );
}

/** The products available after the present loan is repaid, with their limits. A late loan opens no product and raises no limit. */
export async function afterRepaying(context: LendingContext, userId: number, language: Language): Promise<MarketProduct[]> {
  const before = await repaidLoans(context.store.db, userId);
  const present = await latestOrder(context, userId);
  const isInTime = present !== null && isRepayable(present.status) && (await isPaidOnTime(context.store.db, present.id));
  const onTime = before.onTime + (isInTime ? 1 : 0);
  return context.config.products
    .filter(({ afterLoans = 0 }) => afterLoans <= onTime)
    .map((product) => ({ ...asOffered(context, product, onTime, language), availability: { is: 'open' } }));
}

/** Reasons of a rejection that apply to every product, so that none is recommended. */
const OVERINDEBTED: readonly (string | null)[] = ['arrears', 'commitments'];
const isOverindebted = ({ rejection_reason: reason }: OrderRow): boolean => OVERINDEBTED.includes(reason);

/** After a rejection: the products that can be requested from a date on; none if the borrower has too much debt already. */
export async function rejectRecommendation(context: LendingContext, userId: number, language: Language): Promise<Recommendation> {
  const order = await latestOrder(context, userId);
  const none = { recommended: false, from: null, products: [] };
  if (order?.status !== STATUS.reject || order.reapply_on === null || isOverindebted(order)) return none;
  const products = (await market(context, userId, language)).filter(({ product: { afterLoans = 0 } }) => afterLoans === 0);
  return { recommended: products.length > 0, from: order.reapply_on, products };
}

const colourOf = (daysLeft: number): RepayColour['colour'] => (daysLeft < 0 ? 'red' : daysLeft <= 3 ? 'amber' : 'green');

/** Due date, days left and colour of the open loan. */
export async function repayColour(context: LendingContext, userId: number): Promise<RepayColour> {
  const order = await latestOrder(context, userId);
  if (!order || !isRepayable(order.status) || order.due_date === null) return { colour: 'none', dueDate: null, daysLeft: null };
  const daysLeft = daysBetween(nairobiDate(context.clock.now()), order.due_date);
  return { colour: colourOf(daysLeft), dueDate: order.due_date, daysLeft };
}

/** Number of repaid loans, the limit in cents, and the first date for another application. */
export async function creditInfo(context: LendingContext, userId: number): Promise<CreditInfo> {
  const { repaid, onTime } = await repaidLoans(context.store.db, userId);
  return {
    repaidLoans: repaid,
    limit: context.config.ceiling(mainProduct(context.config), onTime),
    reapplyOn: await rejectedUntil(context.store.db, userId, nairobiDate(context.clock.now())),
  };
}
