/** Applies elapsed time to running loans: reminders, the due date, charges for each late day. */
import { nairobiDate } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import type { Tx } from '#server/store/store.ts';
import { accrueAll } from '#server/repay/debt.ts';
import { moveAll, nextDay, nextDueAt, type OrderRow, overdueFrom, type Turn } from '#server/books/orders.ts';
import { type Plan, planTexts } from '#server/books/textMessages.ts';
import { presentReminder } from '#src/market/reminders.ts';

/** The effects of the time until `now` on a due loan; after the due date, a late charge is one of them. */
function turnOf(row: OrderRow, now: number): Turn & { plan: Plan | null } {
  if (row.status !== STATUS.repaying) return { row, event: null, nextDueAt: nextDay(now), plan: null };
  const { due_date: date } = row;
  if (date !== null && now < overdueFrom(date)) {
    // If the time of several reminders passed while no lender ran, only the last one is sent.
    const days = presentReminder(date, now);
    return { row, event: null, nextDueAt: nextDueAt(row, now), plan: days === null ? null : { key: 'reminder', date, days } };
  }
  return {
    row,
    event: { type: 'dueDate.passed' },
    nextDueAt: nextDueAt({ ...row, status: STATUS.overdued }, now),
    plan: date === null ? null : { key: 'overdue', date },
  };
}

/**
 * Brings locked, due loans up to `now`, in a fixed number of statements for any number of loans.
 * @returns the changed loans by id.
 */
export async function applyTimeToLoans(tx: Tx, rows: readonly OrderRow[], now: number): Promise<ReadonlyMap<number, OrderRow>> {
  const turns = rows.map((row) => turnOf(row, now));
  const after = await moveAll(tx, turns, now);
  const late = [...after.values()].filter(({ status }) => status === STATUS.overdued);
  await accrueAll(tx, late, nairobiDate(now), now);
  await planTexts(
    tx,
    turns.flatMap(({ row, plan }) => (plan === null ? [] : [{ ...plan, orderId: row.id }])),
    now,
  );
  return after;
}
