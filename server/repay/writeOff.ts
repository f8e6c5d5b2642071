/** Writes off late charges. The debt becomes smaller, and the loan ends when nothing is left. */
import { nairobiDate } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import { isRepayable } from '#machines/model/orderStatus.ts';
import { lastJournal, openParts, post, readDebt, total } from '#server/books/ledger.ts';
import { move, type OrderRow } from '#server/books/orders.ts';
import { queueText } from '#server/books/textMessages.ts';
import type { Tx } from '#server/store/store.ts';
import { releaseDeposit } from './deposit.ts';

/** `tooMuch`: the amount is above the open late charges. */
export type WrittenOff = { is: 'done'; left: Cents } | { is: 'notRunning' } | { is: 'tooMuch'; penalty: Cents };

/**
 * Writes off a late charge of a locked order that was brought up to now. Late charges of later days are added as before.
 * @param amount cents, at most the open late charges.
 */
export async function writeOffCharge(tx: Tx, row: OrderRow, amount: Cents, now: number): Promise<WrittenOff> {
  if (!isRepayable(row.status)) return { is: 'notRunning' };
  const debt = await readDebt(tx, row.id);
  const open = openParts(debt);
  if (amount > open.penalty) return { is: 'tooMuch', penalty: open.penalty };
  await post(tx, {
    idempotencyKey: `writeOff:${row.id}:${lastJournal(debt)}`,
    kind: 'writeOff',
    orderId: row.id,
    onDate: nairobiDate(now),
    at: now,
    lines: [
      ['written_off', amount],
      ['penalty_receivable', -amount],
    ],
  });
  const left = total(open) - amount;
  await move(tx, row, { type: left === 0 ? 'loan.settled' : 'charge.writtenOff' }, now);
  if (left === 0) await releaseDeposit(tx, row.id, now);
  await queueText(tx, row, left === 0 ? 'chargeWrittenOffSettled' : 'chargeWrittenOff', { amount, left }, now);
  return { is: 'done', left };
}
