/** A person refuses a payment that is held. Placing it on a loan is an act of the desk (`deskActs.ts`). */
import { CODE } from '#machines/model/codes.ts';
import { lockOrderById } from '#server/books/orders.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { FAILURE } from '#server/rail/rail.ts';
import { orderRefused, Refusal } from '#server/refusals/refusal.ts';
import type { Tx } from '#server/store/store.ts';
import type { ReportedPayment } from '#server/lending/servicing/holds.ts';
import { settle } from './settle.ts';

async function find(tx: Tx, id: number): Promise<ReportedPayment> {
  const report = await tx.selectFrom('reported_payment').selectAll().where('id', '=', id).executeTakeFirst();
  if (!report) throw new Refusal(CODE.orderNotFound, 'lender.paymentNotFound');
  if (report.state === 'reported') throw orderRefused();
  return report;
}

const stateOf = async (tx: Tx, id: number): Promise<ReportedPayment['state']> =>
  (await tx.selectFrom('reported_payment').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

/**
 * A clerk refuses a held payment: nothing is booked, now or later. The first decision counts.
 * @returns the state of the payment afterwards. @throws Refusal orderNotFound; orderRefused while the rail is being queried.
 */
export async function refuseHeld(context: LendingContext, tx: Tx, id: number): Promise<ReportedPayment['state']> {
  const report = await find(tx, id);
  if (report.state !== 'held') return report.state;
  if (report.order_id !== null) await lockOrderById(tx, report.order_id);
  if (report.intent_id !== null)
    await tx.selectFrom('rail_intent').select('id').where('id', '=', report.intent_id).forUpdate().executeTakeFirstOrThrow();
  const refused = await tx
    .updateTable('reported_payment')
    .set({ state: 'refused', decided_at: context.clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .returning(['source', 'intent_id'])
    .executeTakeFirst();
  if (!refused) return stateOf(tx, id);
  await context.config.security?.record({ kind: 'desk.decided', subject: 'payment.refused' }, tx);
  // The prompt has ended without a payment; the borrower may send another.
  if (refused.source === 'push' && refused.intent_id !== null)
    await settle(
      context,
      tx,
      refused.intent_id,
      { ok: false, code: FAILURE.unnamed, text: 'refused by a person', providerRef: null },
      'person',
    );
  return 'refused';
}
