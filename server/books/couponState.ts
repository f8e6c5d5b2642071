/** The coupon of an authorised bank card: an offer shows it before the loan, a repayment uses it. */
import { shillings, type Cents } from '#machines/model/money.ts';
import type { CouponState } from '#machines/model/order.ts';
import { isRepayable } from '#machines/model/orderStatus.ts';
import type { Db } from '#server/store/store.ts';
import type { LendingContext } from './lendingContext.ts';
import type { OrderRow } from './orders.ts';

/** Specification, section 9. */
export const COUPON: Cents = shillings(100);

/** The coupon as the borrower of this loan sees it. */
export async function couponOf(
  context: LendingContext,
  db: Db,
  row: Pick<OrderRow, 'id' | 'user_id' | 'status'>,
): Promise<CouponState | null> {
  const given = await db.selectFrom('card_authorisation').selectAll().where('user_id', '=', row.user_id).executeTakeFirst();
  if (given) return given.order_id === row.id ? { is: 'taken', amount: given.coupon, lastFour: given.last_four } : null;
  return context.config.cards && isRepayable(row.status) ? { is: 'offered', amount: COUPON } : null;
}
