/** Payments that wait for a person. */
import type { Selectable } from 'kysely';
import type { LendingContext } from '#server/books/lendingContext.ts';
import type { HoldReason, ReportedPaymentTable } from '#server/store/schema/repayTables.ts';
import type { Tx } from '#server/store/store.ts';

export type ReportedPayment = Selectable<ReportedPaymentTable>;

/** Records a security event about a payment that is not booked. @param subject the reason. */
export async function alarm(context: LendingContext, tx: Tx, orderId: number | null, subject: string): Promise<void> {
  const order =
    orderId === null ? undefined : await tx.selectFrom('loan_order').select('user_id').where('id', '=', orderId).executeTakeFirst();
  await context.config.security?.record({ kind: 'payment.held', subject, userId: order?.user_id }, tx);
}

/** Holds a payment, so that a person has to decide. @param answer the text of the rail's answer, if there is one. */
export async function hold(
  context: LendingContext,
  tx: Tx,
  { id, order_id }: ReportedPayment,
  reason: HoldReason,
  answer: string | null = null,
): Promise<void> {
  await tx
    .updateTable('reported_payment')
    .set({ state: 'held', reason, answer })
    .where('id', '=', id)
    .where('state', 'in', ['reported', 'held'])
    .execute();
  await alarm(context, tx, order_id, reason);
}
