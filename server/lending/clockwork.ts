/** What time alone does to an order. */
import { addDays, HOUR, nairobiDate } from '#machines/model/calendar.ts';
import { isIncomplete, isRepayable, STATUS } from '#machines/model/orderStatus.ts';
import type { Tx } from '#server/store/store.ts';
import { readSections } from './applicant.ts';
import { assess } from './assessor.ts';
import type { LendingConfig } from './config.ts';
import { accrue } from './debt.ts';
import { move, type OrderRow } from './orders.ts';

/** The offer stays open for the hours the product says, from now. */
export const approve = (tx: Tx, row: OrderRow, now: number): Promise<OrderRow> =>
  move(tx, row, { type: 'lender.approved' }, now, { offer_open_until: now + row.contract.product.offerHours * HOUR });

export const reject = (tx: Tx, row: OrderRow, reason: string, config: LendingConfig, now: number): Promise<OrderRow> =>
  move(tx, row, { type: 'lender.rejected' }, now, { rejection_reason: reason, reapply_on: addDays(nairobiDate(now), config.reapplyDays) });

/** Does time ask for anything here? Cheap, on an unlocked row; {@link catchUp} looks again under the lock. */
export function isDue(row: OrderRow, config: LendingConfig, now: number): boolean {
  if (isIncomplete(row.status)) return now >= row.updated_at + config.applicationLife;
  if (row.status === STATUS.applying) return now >= (row.answer_expected_at ?? Infinity);
  if (row.status === STATUS.confirm || row.status === STATUS.getMoney) return now >= (row.offer_open_until ?? Infinity);
  return isRepayable(row.status) && row.due_date !== null && nairobiDate(now) > row.due_date;
}

async function answer(tx: Tx, row: OrderRow, config: LendingConfig, now: number): Promise<OrderRow> {
  const { loanQuestion = {} } = await readSections(tx, row.user_id);
  const assessment = assess(loanQuestion);
  if (assessment.is === 'approve') return approve(tx, row, now);
  if (assessment.is === 'reject') return reject(tx, row, assessment.reason, config, now);
  // A person had until then; an application is never left without an answer.
  return now >= (row.answer_latest_at ?? Infinity) ? reject(tx, row, 'policy', config, now) : row;
}

/** Brings a locked order up to the moment. Doing it again changes nothing. */
export async function catchUp(tx: Tx, row: OrderRow, config: LendingConfig, now: number): Promise<OrderRow> {
  if (!isDue(row, config, now)) return row;
  if (isIncomplete(row.status)) return move(tx, row, { type: 'application.expired' }, now);
  if (row.status === STATUS.applying) return answer(tx, row, config, now);
  if (!isRepayable(row.status)) return move(tx, row, { type: 'offer.lapsed' }, now);
  const late = row.status === STATUS.repaying ? await move(tx, row, { type: 'dueDate.passed' }, now) : row;
  await accrue(tx, late, nairobiDate(now), now);
  return late;
}
