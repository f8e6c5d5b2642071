/** Applies the rail's result of a payout to its order: the loan begins, or the borrower may draw again. */
import { nairobiDate } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { dueDateOf } from '#machines/model/terms.ts';
import { nextStatus } from '#machines/order.machine.ts';
import type { RailIntent } from '#server/rail/rail.ts';
import type { Tx } from '#server/store/store.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { post } from '#server/books/ledger.ts';
import { move, nextDisbursementId, type OrderRow } from '#server/books/orders.ts';
import { SUPERSEDED } from '#server/books/reasonTexts.ts';
import { queueText } from '#server/books/textMessages.ts';
import { waitsForFloat } from './float.ts';

/** The payout succeeded. The loan begins on the lender's present day, so that a slow callback never costs the borrower a day. */
export async function disbursed({ config }: LendingContext, tx: Tx, row: OrderRow, intent: RailIntent, now: number): Promise<void> {
  const today = nairobiDate(now);
  const posting = { idempotencyKey: `disbursement:${intent.id}`, orderId: row.id, ref: intent.id, onDate: today, at: now };
  if (nextStatus(row.status, { type: 'disbursement.confirmed' }) === null) {
    // A second payout, or one that succeeded after the borrower withdrew: a person recovers it.
    await post(tx, {
      ...posting,
      kind: 'misdirected',
      lines: [
        ['misdirected', intent.amount],
        ['mpesa_float', -intent.amount],
      ],
    });
    await config.security?.record({ kind: 'payout.misdirected', subject: intent.purpose, userId: intent.user_id }, tx);
    return;
  }
  const { terms } = row.contract;
  await post(tx, {
    ...posting,
    kind: 'disbursement',
    lines: [
      ['loan_receivable', terms.principal],
      ['mpesa_float', -terms.sent],
      ['fee_income', -terms.fee],
      ['tax_payable', -terms.tax],
      ['interest_receivable', terms.interest],
      ['interest_income', -terms.interest],
    ],
  });
  await move(tx, row, { type: 'disbursement.confirmed' }, now, {
    disbursed_on: today,
    due_date: dueDateOf(today, terms.termDays),
    disbursement_failure: null,
  });
  await queueText(
    tx,
    row,
    'disbursed',
    { amount: terms.sent, left: terms.owed, date: dueDateOf(today, terms.termDays), orderNo: row.order_no },
    now,
  );
  // An unsent other payout of this loan must never be sent.
  await tx
    .updateTable('rail_intent')
    .set({ state: 'FAILED', result_code: SUPERSEDED, settled_at: now })
    .where('order_id', '=', row.id)
    .where('purpose', '=', 'disbursement')
    .where('state', '=', 'NEW')
    .execute();
}

/** The payout failed. The borrower may draw again, unless the payout only waits for the float. */
export async function payoutFailed(
  context: LendingContext,
  tx: Tx,
  row: OrderRow,
  intent: RailIntent,
  code: number,
  now: number,
): Promise<void> {
  if (row.status !== STATUS.lending) return;
  if (await waitsForFloat(context, tx, intent, { code, nextId: () => nextDisbursementId(tx, row) }, now)) return;
  await move(tx, row, { type: 'disbursement.failed' }, now, { disbursement_failure: code });
  await queueText(tx, row, 'payoutFailed', {}, now);
}
