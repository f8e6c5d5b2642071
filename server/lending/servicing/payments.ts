/** Books received payments: for a loan, for the fee of a rollover, or in suspense while their loan is unknown. */
import { nairobiDate } from '#machines/model/calendar.ts';
import { isRepayable } from '#machines/model/orderStatus.ts';
import type { Cents } from '#machines/model/money.ts';
import type { Tx } from '#server/store/store.ts';
import { ownerOfAccount } from '#server/repay/paybillAccounts.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { receive } from '#server/repay/debt.ts';
import { isPosted, post } from '#server/books/ledger.ts';
import type { OrderRow } from '#server/books/orders.ts';
import { intentWithReceipt, receiptKey } from '#server/repay/receipts.ts';
import { queueText } from '#server/books/textMessages.ts';
import type { CallbackOutcome } from '#server/rail/callbacks.ts';
import type { ReportedPayment } from './holds.ts';

export interface Paid {
  idempotencyKey: string;
  ref: string;
  amount: number;
  paidAt: number | null;
  kind: 'repayment.mpesa' | 'repayment.paybill';
}

/** Books a payment for an order. If the order has no balance, the money waits in suspense under the payment's receipt. */
export async function bookPayment(
  context: LendingContext,
  tx: Tx,
  row: OrderRow | undefined,
  payment: Paid,
  now: number,
): Promise<'applied' | 'repeated'> {
  const present = row && (await context.applyElapsedTime(tx, row, now));
  if (present && isRepayable(present.status)) return (await receive(tx, present, payment, now)) ? 'applied' : 'repeated';
  const posted = await post(tx, {
    idempotencyKey: payment.idempotencyKey,
    kind: 'unplaced',
    orderId: present?.id ?? null,
    ref: payment.ref,
    onDate: nairobiDate(now),
    at: now,
    lines: [
      ['mpesa_float', payment.amount],
      ['suspense', -payment.amount],
    ],
  });
  if (posted && present) await queueText(tx, present, 'receivedExtra', { amount: payment.amount }, now);
  return posted ? 'applied' : 'repeated';
}

/** Whether a rollover waits for its fee; otherwise payments to the rollover's account number repay the loan. */
const isChosen = async (tx: Tx, orderId: number): Promise<boolean> =>
  (await tx.selectFrom('rollover').select('id').where('order_id', '=', orderId).where('state', '=', 'CHOSEN').executeTakeFirst()) !==
  undefined;

/** Books a payment at the paybill: as the fee of a waiting rollover, for its loan, or in suspense if its loan is unknown. */
export async function bookReceipt(
  context: LendingContext,
  tx: Tx,
  row: OrderRow | undefined,
  { receipt, account }: ReportedPayment,
  { amount, at }: { amount: Cents; at: number | null },
): Promise<CallbackOutcome> {
  const now = context.clock.now();
  if (receipt === null) throw new Error('a payment without a receipt belongs to a prompt');
  if ((await intentWithReceipt(tx, receipt)) !== undefined) return 'mismatched';
  const idempotencyKey = receiptKey(receipt);
  if (await isPosted(tx, idempotencyKey)) return 'repeated';
  const owned = await ownerOfAccount(tx, account);
  if (row && owned?.purpose === 'rollover' && (await isChosen(tx, row.id))) {
    await context.applyElapsedTime(tx, row, now);
    await post(tx, {
      idempotencyKey,
      kind: 'rollover.deposit',
      orderId: row.id,
      ref: receipt,
      onDate: nairobiDate(now),
      at: now,
      lines: [
        ['mpesa_float', amount],
        ['rollover_deposit', -amount],
      ],
    });
    await queueText(tx, row, 'depositReceived', { amount }, now);
    return 'applied';
  }
  const outcome = await bookPayment(context, tx, row, { idempotencyKey, ref: receipt, amount, paidAt: at, kind: 'repayment.paybill' }, now);
  return row || outcome === 'repeated' ? outcome : 'unmatched';
}
