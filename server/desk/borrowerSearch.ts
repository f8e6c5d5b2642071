/** Finds the borrower and the loan that a clerk looks for. */
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import { findPayment } from '#server/repay/correction.ts';
import type { Db } from '#server/store/store.ts';

/** @property orderId the loan that was named; null: the borrower's latest is meant. */
export interface Meant {
  userId: number;
  orderId: number | null;
}

/** @param query number of a phone, a loan, a ticket or a proof, or a receipt. @returns null: it names nobody. */
export async function meantBy(db: Db, query: string): Promise<Meant | null> {
  const mobile = toMsisdn(query);
  if (mobile !== null) {
    const user = await db.selectFrom('app_user').select('id').where('msisdn', '=', mobile).executeTakeFirst();
    if (user) return { userId: user.id, orderId: null };
  }
  const name = query.replace(/\s/g, '').toUpperCase();
  // A receipt stands where its payment counts now.
  const payment = await findPayment(db, name);
  const order = await db
    .selectFrom('loan_order')
    .select(['id', 'user_id'])
    .where((is) => (payment ? is('id', '=', payment.orderId) : is('order_no', '=', name)))
    .executeTakeFirst();
  if (order) return { userId: order.user_id, orderId: order.id };
  const ticket = await db.selectFrom('ticket').select('user_id').where('ticket_no', '=', name).executeTakeFirst();
  if (ticket) return { userId: ticket.user_id, orderId: null };
  const proof = await db
    .selectFrom('proof as p')
    .innerJoin('loan_order as o', 'o.id', 'p.order_id')
    .select(['o.user_id', 'o.id'])
    .where((is) => is.or([is('p.proof_no', '=', name), is('p.receipt', '=', name)]))
    .executeTakeFirst();
  if (proof) return { userId: proof.user_id, orderId: proof.id };
  const intent = await db.selectFrom('rail_intent').select(['user_id', 'order_id']).where('receipt', '=', name).executeTakeFirst();
  return intent ? { userId: intent.user_id, orderId: intent.order_id } : null;
}
