/** What elapsed time does to an order. */
import { addDays, HOUR, nairobiDate } from '#machines/model/calendar.ts';
import { isIncomplete, isRepayable, STATUS } from '#machines/model/orderStatus.ts';
import { isPayoutHeld } from '#server/apply/holderName.ts';
import { isForPerson } from '#server/apply/reader/cardReadings.ts';
import type { Tx } from '#server/store/store.ts';
import { isClaimedByAnother, proveClaim } from '#server/apply/idClaims.ts';
import { payoutAccountOf, sentSections } from '#server/apply/applicant.ts';
import { assess } from '#server/apply/assessor.ts';
import type { LendingConfig } from '#server/books/lendingConfig.ts';
import { accrue, balanceOf } from '#server/repay/debt.ts';
import { draw } from '#server/borrow/drawing.ts';
import { isDue, move, nextDay, offerEnd, sentByItselfAt, type OrderRow } from '#server/books/orders.ts';
import { queueText } from '#server/books/textMessages.ts';

/** The offer stays open for the product's hours from now. */
export async function approve(tx: Tx, row: OrderRow, now: number): Promise<OrderRow> {
  const { offerHours: hours } = row.contract.product;
  await proveClaim(tx, row.user_id);
  const approved = await move(tx, row, { type: 'lender.approved' }, now, { offer_open_until: now + hours * HOUR });
  await queueText(tx, row, 'approved', { amount: row.principal, hours }, now);
  return approved;
}

export async function reject(tx: Tx, row: OrderRow, reason: string, config: LendingConfig, now: number): Promise<OrderRow> {
  // A review does not move the date: the first one is kept.
  const reapply_on = row.reapply_on ?? addDays(nairobiDate(now), config.reapplyDays);
  const rejected = await move(tx, row, { type: 'lender.rejected' }, now, { rejection_reason: reason, reapply_on });
  await queueText(tx, row, 'rejected', { date: reapply_on }, now);
  return rejected;
}

const postpone = (tx: Tx, row: OrderRow, next_due_at: number | null): Promise<OrderRow> =>
  tx.updateTable('loan_order').set({ next_due_at }).where('id', '=', row.id).returningAll().executeTakeFirstOrThrow();

/** @throws Error for an order that was never sent. */
function answerDeadline({ order_no, answer_latest_at }: OrderRow): number {
  if (answer_latest_at === null) throw new Error(`order ${order_no} has no deadline for its answer`);
  return answer_latest_at;
}

async function answer(tx: Tx, row: OrderRow, config: LendingConfig, now: number): Promise<OrderRow> {
  const { loanQuestion, personalInfo } = await sentSections(tx, row.user_id);
  // In a review a person decides, not the rules.
  const assessment = config.rulesDecide() && row.review_asked_at === null ? assess(loanQuestion) : ({ is: 'refer' } as const);
  // A person decides where the identity card differs from the form or could not be read, where nothing decided on
  // the back or the face, another account proved the
  // number, or the rail names another holder of the payout number.
  const isHeldForPerson = async (): Promise<boolean> =>
    (await isForPerson(tx, row.user_id, personalInfo)) ||
    (await isClaimedByAnother(tx, row.user_id, personalInfo, now)) ||
    isPayoutHeld(tx, await payoutAccountOf(tx, row.user_id));
  if (assessment.is === 'approve' && !(await isHeldForPerson())) return approve(tx, row, now);
  if (assessment.is === 'reject') return reject(tx, row, assessment.reason, config, now);
  // A person has until then; afterwards the application is rejected, so it always gets an answer.
  const last = answerDeadline(row);
  return now >= last ? reject(tx, row, row.rejection_reason ?? 'policy', config, now) : postpone(tx, row, last);
}

/** The offer lapsed, or the product pays out automatically. That is supported, and no product of ours is configured so. */
async function endOffer(tx: Tx, row: OrderRow, config: LendingConfig, now: number): Promise<OrderRow> {
  const until = offerEnd(row);
  if (now >= until) return move(tx, row, { type: 'offer.lapsed' }, now);
  const account = await payoutAccountOf(tx, row.user_id);
  if (sentByItselfAt(row) === null || !account || (await isPayoutHeld(tx, account))) return postpone(tx, row, until);
  return draw(tx, row, account, { contract: row.contract, language: 'en', by: 'clock' }, config, now);
}

/** Brings a locked order up to `now`. Repeating it changes nothing. */
export async function applyElapsedTime(tx: Tx, row: OrderRow, config: LendingConfig, now: number): Promise<OrderRow> {
  if (!isDue(row, now)) return row;
  if (isIncomplete(row.status)) return move(tx, row, { type: 'application.expired' }, now);
  if (row.status === STATUS.applying) return answer(tx, row, config, now);
  if (!isRepayable(row.status)) return endOffer(tx, row, config, now);
  const late =
    row.status === STATUS.repaying ? await move(tx, row, { type: 'dueDate.passed' }, now) : await postpone(tx, row, nextDay(now));
  await accrue(tx, late, nairobiDate(now), now);
  if (row.status === STATUS.repaying) {
    const { dueDate, left, penaltyPerDay } = await balanceOf(tx, late, now);
    await queueText(tx, late, 'overdue', { date: dueDate, left, perDay: penaltyPerDay }, now);
  }
  return late;
}
