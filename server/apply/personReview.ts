/** A rejected borrower asks for a review: a person assesses the same application again. */
import { DAY, endOfNextWorkingDay } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Order, Rejection } from '#machines/model/order.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { openOrderOf } from './applicationSteps.ts';
import { lockCurrent, type LendingContext } from '#server/books/lendingContext.ts';
import { move, type OrderRow } from '#server/books/orders.ts';
import { orderRefused, Refusal } from '#server/refusals/refusal.ts';
import type { Language } from '#machines/context.ts';

/** Time after a rejection in which a review can be asked for: later the data of applicants without a loan is deleted. */
export const REVIEW_WITHIN = 6 * DAY;

/** Whether a rejection can be reviewed at `now`. */
export function reviewOf(row: Pick<OrderRow, 'review_asked_at' | 'ended_at'>, now: number): Rejection['review'] {
  if (row.review_asked_at !== null) return 'refused';
  return row.ended_at !== null && now < row.ended_at + REVIEW_WITHIN ? 'possible' : 'over';
}

/**
 * Once per order; a repeated request changes nothing.
 * @throws Refusal when a person has reviewed it already, when it is too late, or when another order is open.
 */
export const requestReview = (context: LendingContext, userId: number, orderNo: string, language: Language): Promise<Order> =>
  context.store.tx(async (tx) => {
    const now = context.clock.now();
    // Takes the lock that opening an order takes, so that an order cannot be opened during this transaction.
    await tx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();
    const running = await openOrderOf(context, tx, userId);
    const row = await lockCurrent(context, tx, userId, orderNo);
    if (row.status === STATUS.applying && row.review_asked_at !== null) return context.viewOrder(tx, row, now, language);
    if (running) throw new Refusal(CODE.oneLoanAtATime, 'lender.oneLoanAtATime', { orderNo: running.order_no });
    if (row.status !== STATUS.reject) throw orderRefused();
    const review = reviewOf(row, now);
    if (review !== 'possible') throw new Refusal(CODE.orderRefused, review === 'refused' ? 'lender.reviewRefused' : 'lender.reviewOver');
    const times = {
      review_asked_at: now,
      ended_at: null,
      answer_expected_at: now,
      answer_latest_at: endOfNextWorkingDay(now),
      escalated_at: null,
    };
    return context.viewOrder(tx, await move(tx, row, { type: 'review.requested' }, now, times), now, language);
  });
