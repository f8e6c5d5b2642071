/**
 * A payment that was booked for a wrong loan is moved to the loan that it belongs to. No journal changes: one reverses the
 * payment on the wrong loan, with its value date, and another books it on the right one. Late charges that the wrong payment
 * had prevented come back, because the loan was not paid.
 */
import { nairobiDate, startOfDate } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import { isRepayable } from '#machines/model/orderStatus.ts';
import { isPosted, openParts, post, readDebt, total } from '#server/books/ledger.ts';
import { move, type OrderRow } from '#server/books/orders.ts';
import { queueText } from '#server/books/textMessages.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { accrueAll, receive } from './debt.ts';

/** A payment as it is in the books of a loan. */
export interface BookedPayment {
  journal: number;
  orderId: number;
  kind: 'repayment.mpesa' | 'repayment.paybill';
  ref: string | null;
  on: string;
  amount: Cents;
}

const correctedKey = (journal: number): string => `corrected:${journal}`;

/** The payment with this receipt, where it counts now; null: no loan has it. */
export async function findPayment(db: Db, receipt: string): Promise<BookedPayment | null> {
  const rows = await db
    .selectFrom('journal')
    .innerJoin('entry', 'entry.journal_id', 'journal.id')
    .leftJoin('rail_intent', 'rail_intent.id', 'journal.ref')
    .where((is) => is.or([is('journal.ref', '=', receipt), is('rail_intent.receipt', '=', receipt)]))
    .where('journal.kind', 'in', ['repayment.mpesa', 'repayment.paybill'])
    .where('entry.amount', '>', 0)
    .orderBy('journal.id', 'desc')
    .select(['journal.id', 'journal.order_id', 'journal.kind', 'journal.ref', 'journal.on_date', 'entry.amount'])
    .execute();
  for (const { id, order_id: orderId, kind, ref, on_date: on, amount } of rows)
    if (orderId !== null && !(await isPosted(db, correctedKey(id))))
      return { journal: id, orderId, kind: kind as BookedPayment['kind'], ref, on, amount };
  return null;
}

/** `ended`: one of the loans has ended, and an ended loan does not open again. */
export type Corrected = { is: 'done' } | { is: 'ended' } | { is: 'same' };

/** @param from,to locked, and up to now; the caller has locked the one with the smaller id first. */
export async function correctPayment(
  tx: Tx,
  payment: BookedPayment,
  { from, to }: { from: OrderRow; to: OrderRow },
  { now, email }: { now: number; email: string },
): Promise<Corrected> {
  if (from.id === to.id) return { is: 'same' };
  if (!isRepayable(from.status) || !isRepayable(to.status)) return { is: 'ended' };
  const booked = await tx
    .selectFrom('entry')
    .select(['account_id', 'amount'])
    .where('journal_id', '=', payment.journal)
    .orderBy('line')
    .execute();
  await post(tx, {
    idempotencyKey: correctedKey(payment.journal),
    kind: 'correction',
    orderId: from.id,
    ref: payment.ref,
    onDate: payment.on,
    at: now,
    lines: booked.map(({ account_id, amount }) => [amount > 0 ? 'correction' : account_id, -amount] as const),
  });
  const moved = await move(tx, from, { type: 'payment.corrected' }, now);
  await accrueAll(tx, [moved], nairobiDate(now), now);
  const left = total(openParts(await readDebt(tx, from.id)));
  await queueText(tx, from, 'paymentMovedAway', { amount: payment.amount, left, email }, now);
  await receive(
    tx,
    to,
    {
      amount: payment.amount,
      paidAt: startOfDate(payment.on),
      kind: payment.kind,
      idempotencyKey: `moved:${payment.journal}`,
      ref: payment.ref,
      from: 'correction',
    },
    now,
  );
  return { is: 'done' };
}
