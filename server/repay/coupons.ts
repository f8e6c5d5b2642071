/**
 * A borrower who authorises a bank card gets a coupon, once. It takes its amount off what is due, at the lender's
 * expense; it is never paid out and is no part of the APR.
 */
import { CODE } from '#machines/model/codes.ts';
import { shillings, type Cents } from '#machines/model/money.ts';
import type { CouponState } from '#machines/model/order.ts';
import { isRepayable } from '#machines/model/orderStatus.ts';
import type { Card, CardAnswer, CardGateway } from '#server/rail/cardGateway.ts';
import type { Db } from '#server/store/store.ts';
import { lockPresent, type Core } from '#server/books/lendingContext.ts';
import { balanceOf, receive } from './debt.ts';
import { findOrder, type OrderRow } from '#server/books/orders.ts';
import { Refusal } from '#server/refusals/refusal.ts';

/** Specification, section 9. */
export const COUPON: Cents = shillings(100);

export interface Coupons {
  /** null: nothing is offered here. */
  state(userId: number, orderNo: string): Promise<CouponState | null>;
  /** Repeating it changes nothing. */
  authorise(userId: number, orderNo: string, card: Card): Promise<CouponState>;
}

/** The coupon as the borrower of this loan sees it. */
export async function couponOf(core: Core, db: Db, row: Pick<OrderRow, 'id' | 'user_id' | 'status'>): Promise<CouponState | null> {
  const given = await db.selectFrom('card_authorisation').selectAll().where('user_id', '=', row.user_id).executeTakeFirst();
  if (given) return given.order_id === row.id ? { is: 'taken', amount: given.coupon, lastFour: given.last_four } : null;
  return core.config.cards && isRepayable(row.status) ? { is: 'offered', amount: COUPON } : null;
}

const REASONS = { invalid: 'lender.cardInvalid', expired: 'lender.cardExpired', declined: 'lender.cardDeclined' } as const;

const askBank = (gateway: CardGateway, card: Card): Promise<CardAnswer> =>
  gateway.authorise(card).catch(() => {
    throw new Refusal(CODE.cardRefused, 'lender.cardNoAnswer');
  });

async function authorise(core: Core, userId: number, orderNo: string, card: Card): Promise<CouponState> {
  const { cards } = core.config;
  if (!cards) throw new Refusal(CODE.noPaymentMethod, 'lender.noPaymentMethod');
  const asked = await findOrder(core.store.db, userId, orderNo);
  const before = await couponOf(core, core.store.db, asked);
  if (before?.is === 'taken') return before;
  if (!isRepayable(asked.status)) throw new Refusal(CODE.orderRefused, 'lender.orderRefused');
  if (before === null) throw new Refusal(CODE.cardRefused, 'lender.couponTaken');
  const answer = await askBank(cards, card);
  if (answer.is === 'refused') throw new Refusal(CODE.cardRefused, REASONS[answer.why]);

  return core.store.tx(async (tx) => {
    const now = core.clock.now();
    const row = await lockPresent(core, tx, userId, orderNo);
    const present = await couponOf(core, tx, row);
    if (present?.is === 'taken') return present;
    if (!isRepayable(row.status)) throw new Refusal(CODE.orderRefused, 'lender.orderRefused');
    // Never more than closes the loan: a coupon is no money to be paid out.
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
        { amount: coupon, paidAt: null, kind: 'coupon', idem: `coupon:${userId}`, ref: null, from: 'coupon_expense' },
        now,
      );
    return { is: 'taken', amount: coupon, lastFour: answer.lastFour };
  });
}

export const createCoupons = (core: Core): Coupons => ({
  state: async (userId, orderNo) => couponOf(core, core.store.db, await findOrder(core.store.db, userId, orderNo)),
  authorise: (userId, orderNo, card) => authorise(core, userId, orderNo, card),
});
