/** What time alone does to an order. */
import { addDays, HOUR, nairobiDate } from '#machines/model/calendar.ts';
import { isIncomplete, isRepayable, STATUS } from '#machines/model/orderStatus.ts';
import { needsPerson } from '#server/reader/stored.ts';
import type { Tx } from '#server/store/store.ts';
import { readSections } from './applicant.ts';
import { assess } from './assessor.ts';
import type { LendingConfig } from './config.ts';
import { accrue } from './debt.ts';
import { move, nextDay, type OrderRow } from './orders.ts';

/** The offer stays open for the hours the product says, from now. */
export const approve = (tx: Tx, row: OrderRow, now: number): Promise<OrderRow> =>
  move(tx, row, { type: 'lender.approved' }, now, { offer_open_until: now + row.contract.product.offerHours * HOUR });

export const reject = (tx: Tx, row: OrderRow, reason: string, config: LendingConfig, now: number): Promise<OrderRow> =>
  move(tx, row, { type: 'lender.rejected' }, now, { rejection_reason: reason, reapply_on: addDays(nairobiDate(now), config.reapplyDays) });

/** Has time something to say here? On an unlocked row a hint; {@link catchUp} looks again under the lock. */
export const isDue = (row: OrderRow, now: number): boolean => row.wake_at !== null && now >= row.wake_at;

const sleepUntil = (tx: Tx, row: OrderRow, wake_at: number | null): Promise<OrderRow> =>
  tx.updateTable('loan_order').set({ wake_at }).where('id', '=', row.id).returningAll().executeTakeFirstOrThrow();

async function answer(tx: Tx, row: OrderRow, config: LendingConfig, now: number): Promise<OrderRow> {
  const { loanQuestion = {}, personalInfo = {} } = await readSections(tx, row.user_id);
  const assessment = config.rulesDecide() ? assess(loanQuestion) : ({ is: 'refer' } as const);
  // An identity card that says something else, or could not be read, is a matter for a person.
  if (assessment.is === 'approve' && !(await needsPerson(tx, row.user_id, personalInfo))) return approve(tx, row, now);
  if (assessment.is === 'reject') return reject(tx, row, assessment.reason, config, now);
  // A person has until then; an application is never left without an answer.
  const last = row.answer_latest_at ?? now;
  return now >= last ? reject(tx, row, 'policy', config, now) : sleepUntil(tx, row, last);
}

/** Brings a locked order up to the moment. Doing it again changes nothing. */
export async function catchUp(tx: Tx, row: OrderRow, config: LendingConfig, now: number): Promise<OrderRow> {
  if (!isDue(row, now)) return row;
  if (isIncomplete(row.status)) return move(tx, row, { type: 'application.expired' }, now);
  if (row.status === STATUS.applying) return answer(tx, row, config, now);
  if (!isRepayable(row.status)) return move(tx, row, { type: 'offer.lapsed' }, now);
  const late =
    row.status === STATUS.repaying ? await move(tx, row, { type: 'dueDate.passed' }, now) : await sleepUntil(tx, row, nextDay(now));
  await accrue(tx, late, nairobiDate(now), now);
  return late;
}
