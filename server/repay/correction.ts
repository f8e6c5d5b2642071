/**
 * Corrections: a payment that was booked for a wrong loan is moved to the right one. Existing journals do not change. A new
 * journal reverses the payment on the wrong loan, with its value date, and another one books it on the right loan.
 *
 * On a running loan the part of the debt that the payment had covered is owed again, with the late charges that the payment
 * had prevented. A loan that has ended stays ended, because its borrower got a text that nothing is owed. The lender writes
 * off the part that the payment had covered. If the right loan has ended, the payment is kept for its borrower, like every
 * payment after the end of a loan.
 */
import { nairobiDate, startOfDate, type CalendarDate } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import { isRepayable } from '#machines/model/orderStatus.ts';
import { heldOn, isPosted, openParts, post, readDebt, total, type OpenParts } from '#server/books/ledger.ts';
import { move, type OrderRow } from '#server/books/orders.ts';
import { queueText } from '#server/books/textMessages.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { accrueAll, receive } from './debt.ts';

type PaymentKind = 'repayment.mpesa' | 'repayment.paybill' | 'unplaced';
const PAYMENTS: readonly PaymentKind[] = ['repayment.mpesa', 'repayment.paybill', 'unplaced'];

/** A payment in the books of a loan. */
export interface BookedPayment {
  journal: number;
  orderId: number;
  /** `unplaced`: the payment came after the end of the loan. */
  kind: PaymentKind;
  ref: string | null;
  on: CalendarDate;
  amount: Cents;
}

const correctedKey = (journal: number): string => `corrected:${journal}`;

/** The payment with this receipt, on the loan that it counts for now; null: no loan has it. */
export async function findPayment(db: Db, receipt: string): Promise<BookedPayment | null> {
  const rows = await db
    .selectFrom('journal')
    .innerJoin('entry', 'entry.journal_id', 'journal.id')
    .leftJoin('rail_intent', 'rail_intent.id', 'journal.ref')
    .where((is) => is.or([is('journal.ref', '=', receipt), is('rail_intent.receipt', '=', receipt)]))
    .where('journal.kind', 'in', [...PAYMENTS])
    .where('entry.amount', '>', 0)
    .orderBy('journal.id', 'desc')
    .select(['journal.id', 'journal.order_id', 'journal.kind', 'journal.ref', 'journal.on_date', 'entry.amount'])
    .execute();
  for (const { id, order_id: orderId, kind, ref, on_date: on, amount } of rows)
    if (orderId !== null && !(await isPosted(db, correctedKey(id))))
      return { journal: id, orderId, kind: kind as PaymentKind, ref, on, amount };
  return null;
}

/** `returned`: the part of the payment above the debt was sent back or used, or a refund of it is on its way. */
export type Corrected = { is: 'done' } | { is: 'same' } | { is: 'neverPaidOut' } | { is: 'returned' };

interface Moment {
  now: number;
  /** Address of the lender, which texts name. */
  email: string;
}

/** Reverses a payment on a loan that was paid out. @returns false: its part above the debt was used or refunded. */
async function takeOff(tx: Tx, row: OrderRow, payment: BookedPayment, { now, email }: Moment): Promise<boolean> {
  const booked = await tx
    .selectFrom('entry')
    .select(['account_id', 'amount'])
    .where('journal_id', '=', payment.journal)
    .orderBy('line')
    .execute();
  const over = 0 - booked.filter(({ account_id }) => account_id === 'suspense').reduce((sum, { amount }) => sum + Math.min(0, amount), 0);
  if (over > 0 && (await heldOn(tx, row.id, 'suspense')) < over) return false;
  await post(tx, {
    idempotencyKey: correctedKey(payment.journal),
    kind: 'correction',
    orderId: row.id,
    ref: payment.ref,
    onDate: payment.on,
    at: now,
    lines: booked.map(({ account_id, amount }) => [amount > 0 ? 'correction' : account_id, -amount] as const),
  });
  const { amount } = payment;
  if (isRepayable(row.status)) {
    const moved = await move(tx, row, { type: 'payment.corrected' }, now);
    await accrueAll(tx, [moved], nairobiDate(now), now);
    const left = total(openParts(await readDebt(tx, row.id)));
    await queueText(tx, row, 'paymentMovedAway', { amount, left, email }, now);
    return true;
  }
  await writeOffRest(tx, row, payment, openParts(await readDebt(tx, row.id)), now);
  if (await hasBorrower(tx, row)) await queueText(tx, row, 'paymentMovedAwayEnded', { amount, email }, now);
  return true;
}

/** Writes off the debt of an ended loan after the reversal of a payment. */
async function writeOffRest(tx: Tx, row: OrderRow, payment: BookedPayment, open: OpenParts, now: number): Promise<void> {
  if (total(open) === 0) return;
  await post(tx, {
    idempotencyKey: `lost:${payment.journal}`,
    kind: 'writeOff',
    orderId: row.id,
    onDate: nairobiDate(now),
    at: now,
    lines: [
      ['written_off', total(open)],
      ['penalty_receivable', -open.penalty],
      ['interest_receivable', -open.interest],
      ['loan_receivable', -open.principal],
    ],
  });
}

/** Whether the borrower can get a text. A closed account keeps its ledger but has no borrower. */
const hasBorrower = async (tx: Tx, { user_id }: OrderRow): Promise<boolean> =>
  (await tx.selectFrom('app_user').select('id').where('id', '=', user_id).where('erased_at', 'is', null).executeTakeFirst()) !== undefined;

/** Books a payment that was reversed on another loan. */
async function putOn(tx: Tx, row: OrderRow, payment: BookedPayment, { now }: Moment): Promise<void> {
  const { journal, amount, ref, on, kind } = payment;
  const idempotencyKey = `moved:${journal}`;
  if (isRepayable(row.status)) {
    const received = { amount, paidAt: startOfDate(on), kind: kind === 'unplaced' ? ('repayment.paybill' as const) : kind, ref };
    await receive(tx, row, { ...received, idempotencyKey, from: 'correction' }, now);
    return;
  }
  await post(tx, {
    ...{ idempotencyKey, kind: 'unplaced', orderId: row.id, ref, onDate: nairobiDate(now), at: now },
    lines: [
      ['correction', amount],
      ['suspense', -amount],
    ],
  });
  if (await hasBorrower(tx, row)) await queueText(tx, row, 'movedExtra', { amount }, now);
}

/** @param from,to locked and brought up to now. To avoid deadlocks the caller locks the order with the smaller id first. */
export async function correctPayment(
  tx: Tx,
  payment: BookedPayment,
  { from, to }: { from: OrderRow; to: OrderRow },
  moment: Moment,
): Promise<Corrected> {
  if (from.id === to.id) return { is: 'same' };
  if (to.disbursed_on === null) return { is: 'neverPaidOut' };
  if (!(await takeOff(tx, from, payment, moment))) return { is: 'returned' };
  await putOn(tx, to, payment, moment);
  return { is: 'done' };
}
