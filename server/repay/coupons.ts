/**
 * A borrower who authorises a bank card gets one coupon. A coupon reduces the debt at the lender's expense. It is never paid
 * out and is no part of the APR.
 */
import { CODE } from '#machines/model/codes.ts';
import type { CouponState } from '#machines/model/order.ts';
import { isRepayable } from '#machines/model/orderStatus.ts';
import type { Card, CardAnswer, CardGateway } from '#server/rail/cardGateway.ts';
import { COUPON, couponOf } from '#server/books/couponState.ts';
import { lockCurrent, type LendingContext } from '#server/books/lendingContext.ts';
import { balanceOf, receive } from './debt.ts';
import { findOrder } from '#server/books/orders.ts';
import { orderRefused, Refusal } from '#server/refusals/refusal.ts';

export interface Coupons {
  /** null: no coupon is offered. */
  state(userId: number, orderNo: string): Promise<CouponState | null>;
  /** Repeating it changes nothing. */
  authorise(userId: number, orderNo: string, card: Card): Promise<CouponState>;
}

const REASONS = { invalid: 'lender.cardInvalid', expired: 'lender.cardExpired', declined: 'lender.cardDeclined' } as const;

const askBank = (gateway: CardGateway, card: Card): Promise<CardAnswer> =>
  gateway.authorise(card).catch(() => {
    throw new Refusal(CODE.cardRefused, 'lender.cardNoAnswer');
  });

async function authorise(context: LendingContext, userId: number, orderNo: string, card: Card): Promise<CouponState> {
  const { cards } = context.config;
  if (!cards) throw new Refusal(CODE.noPaymentMethod, 'lender.noPaymentMethod');
  const asked = await findOrder(context.store.db, userId, orderNo);
  const before = await couponOf(context, context.store.db, asked);
  if (before?.is === 'taken') return before;
  if (!isRepayable(asked.status)) throw orderRefused();
  if (before === null) throw new Refusal(CODE.cardRefused, 'lender.couponTaken');
  const answer = await askBank(cards, card);
  if (answer.is === 'refused') throw new Refusal(CODE.cardRefused, REASONS[answer.why]);

  return context.store.tx(async (tx) => {
    const now = context.clock.now();
    const row = await lockCurrent(context, tx, userId, orderNo);
    const present = await couponOf(context, tx, row);
    if (present?.is === 'taken') return present;
    if (!isRepayable(row.status)) throw orderRefused();
    // The coupon covers at most the amount that closes the loan, because it is never paid out.
    const coupon = Math.min(COUPON, (await balanceOf(tx, row, now)).settleToday);
    const given = await tx
      .insertInto('card_authorisation')
      .values({ user_id: userId, card_token: answer.token, last_four: answer.lastFour, order_id: row.id, coupon, at: now })
      .onConflict((c) => c.doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (!given) throw new Refusal(CODE.cardRefused, 'lender.couponTaken');
    if (coupon > 0)
      await receive(
        tx,
        row,
        { amount: coupon, paidAt: null, kind: 'coupon', idempotencyKey: `coupon:${userId}`, ref: null, from: 'coupon_expense' },
        now,
      );
    return { is: 'taken', amount: coupon, lastFour: answer.lastFour };
  });
}

export const createCoupons = (context: LendingContext): Coupons => ({
  state: async (userId, orderNo) => couponOf(context, context.store.db, await findOrder(context.store.db, userId, orderNo)),
  authorise: (userId, orderNo, card) => authorise(context, userId, orderNo, card),
});
