/** Reported payments that are not booked, as their borrower sees them. */
import type { ReportedPayment } from '#machines/model/order.ts';
import type { Db } from '#server/store/store.ts';

/** Oldest first. A report without an amount is left out, because a borrower could not recognise the payment. */
export async function reportedPayments(db: Db, orderId: number): Promise<ReportedPayment[]> {
  const rows = await db
    .selectFrom('reported_payment')
    .select(['receipt', 'amount', 'reported_at', 'state'])
    .where('order_id', '=', orderId)
    .where('state', 'in', ['reported', 'held'])
    .orderBy('id')
    .execute();
  return rows.flatMap(({ receipt, amount, reported_at: at, state }) =>
    amount === null ? [] : [{ receipt, amount, at, isHeld: state === 'held' }],
  );
}
