/** A rejected borrower asks for a person: the same application is assessed once more, and not by rules. */
import { endOfNextWorkingDay } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Order } from '#machines/model/order.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { openOrderOf } from './applicationSteps.ts';
import { lockPresent, type Core } from '#server/books/lendingContext.ts';
import { move } from '#server/books/orders.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import { reviewOf } from './reviewOf.ts';
import type { Language } from '#server/books/reasonTexts.ts';
import { viewOrder } from '#server/lending/orderView.ts';

/**
 * Once per order; asking twice is asking once.
 * @throws Refusal when a person has looked already, when it is too late, or when another loan is open.
 */
export const requestReview = (core: Core, userId: number, orderNo: string, language: Language): Promise<Order> =>
  core.store.tx(async (tx) => {
    const now = core.clock.now();
    // In line with whoever opens another order meanwhile.
    await tx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();
    const running = await openOrderOf(core, tx, userId);
    const row = await lockPresent(core, tx, userId, orderNo);
    if (row.status === STATUS.applying && row.review_asked_at !== null) return viewOrder(tx, row, now, language);
    if (running) throw new Refusal(CODE.oneLoanAtATime, 'lender.oneLoanAtATime', { orderNo: running.order_no });
    if (row.status !== STATUS.reject) throw new Refusal(CODE.orderRefused, 'lender.orderRefused');
    const review = reviewOf(row, now);
    if (review !== 'possible') throw new Refusal(CODE.orderRefused, review === 'refused' ? 'lender.reviewRefused' : 'lender.reviewOver');
    const times = { review_asked_at: now, ended_at: null, answer_expected_at: now, answer_latest_at: endOfNextWorkingDay(now) };
    return viewOrder(tx, await move(tx, row, { type: 'review.requested' }, now, times), now, language);
  });
