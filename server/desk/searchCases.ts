/** Finds cases by a number that a borrower names. */
import { findPayment } from '#server/repay/correction.ts';
import type { Clerk } from '#server/staff/clerk.ts';
import type { Db } from '#server/store/store.ts';
import type { Instant } from '#machines/model/calendar.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import type { Queue, QueueItem } from '#src/api/desk.ts';
import { QUEUES_OF } from '#src/api/deskRights.ts';
import { findCase, itemsOf } from './queueSource.ts';
import type { QueueSources } from './queueSources.ts';

/** The borrower and the loan that a number belongs to. @property orderId null: the borrower's latest loan. */
interface Meant {
  userId: number;
  orderId: number | null;
}

/** Finds the borrower by the number of a phone, a loan, a ticket, a proof or a receipt. */
export async function meantBy(db: Db, query: string): Promise<Meant | null> {
  const mobile = toMsisdn(query);
  if (mobile !== null) {
    const user = await db.selectFrom('app_user').select('id').where('msisdn', '=', mobile).executeTakeFirst();
    if (user) return { userId: user.id, orderId: null };
  }
  const name = query.replace(/\s/g, '').toUpperCase();
  // For a receipt: the loan that its payment counts for now, after any correction.
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

/**
 * The waiting cases of a borrower, and the case of the loan that was found. That case is included even if it does not wait, so
 * that a payment of an ended loan can be moved, and a number unblocked.
 */
export async function casesOf(db: Db, sources: QueueSources, clerk: Clerk, { userId, orderId }: Meant, now: Instant): Promise<QueueItem[]> {
  const items: QueueItem[] = [];
  for (const queue of QUEUES_OF[clerk.role]) items.push(...(await itemsOf(db, sources[queue], clerk, userId, now)));
  const loan = await db
    .selectFrom('loan_order')
    .select(['order_no', 'disbursed_on'])
    .where((is) => (orderId === null ? is('user_id', '=', userId) : is('id', '=', orderId)))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!loan) return items;
  const queue: Queue = loan.disbursed_on !== null && QUEUES_OF[clerk.role].includes('overdue') ? 'overdue' : 'applications';
  if (!QUEUES_OF[clerk.role].includes(queue) || items.some(({ caseId }) => caseId === `${queue}:${loan.order_no}`)) return items;
  const found = await findCase(db, sources[queue], clerk, loan.order_no, now);
  return found ? [...items, found.item] : items;
}
