/** Carries out acts of staff in the transaction of the request. Acts of one queue are in its file in `cases/`, the others here. */
import { DeskRefused } from '#server/staff/deskRefused.ts';
import { isRepayable } from '#machines/model/orderStatus.ts';
import { isOwnCase } from '#server/staff/clerk.ts';
import { findPayment } from '#server/repay/correction.ts';
import type { DeskAct, DeskActName, Queue } from '#src/api/desk.ts';
import { applicationCase } from './cases/application.ts';
import { approvalCase } from './cases/approval.ts';
import { closureCase } from './cases/closure.ts';
import { messageCase } from './cases/message.ts';
import { overdueCase } from './cases/overdue.ts';
import { overpaymentCase } from './cases/overpayment.ts';
import { payoutCase } from './cases/payout.ts';
import { proofCase } from './cases/proof.ts';
import { unplacedCase } from './cases/unplaced.ts';
import type { AboutCase, ApplicationQueue, CaseKind } from './deskContext.ts';

type KindOf<Q extends Queue> = CaseKind<Q extends ApplicationQueue ? ApplicationQueue : Q>;

export const CASES: { readonly [Q in Queue]: KindOf<Q> } = {
  applications: applicationCase('applications'),
  secondLooks: applicationCase('secondLooks'),
  proofs: proofCase,
  messages: messageCase,
  unplacedMoney: unplacedCase,
  overpayments: overpaymentCase,
  payouts: payoutCase,
  closures: closureCase,
  overdue: overdueCase,
  approvals: approvalCase,
};

/** Acts about a number or a payment, which are possible in a case that does not wait. */
export const ALWAYS_POSSIBLE: readonly DeskActName[] = ['blockNumber', 'unblockNumber', 'correct'];

/** Cents that an act moves; null: none. */
export async function amountOf(about: AboutCase, act: DeskAct): Promise<number | null> {
  if (act.name === 'correct') return (await findPayment(about.tx, act.receipt))?.amount ?? null;
  return CASES[about.item.queue].amountOf(about, act);
}

/** Whether an act moves a payment from a loan that has ended, which costs the lender the debt of that loan. */
export async function costsTheLender({ tx }: AboutCase, act: DeskAct): Promise<boolean> {
  if (act.name !== 'correct') return false;
  const payment = await findPayment(tx, act.receipt);
  if (!payment || payment.kind === 'unplaced') return false;
  const { status } = await tx.selectFrom('loan_order').select('status').where('id', '=', payment.orderId).executeTakeFirstOrThrow();
  return !isRepayable(status);
}

async function correct({ deps: { acts }, tx, row }: AboutCase, act: DeskAct & { name: 'correct' }): Promise<void> {
  const order = await tx.selectFrom('loan_order').select('order_no').where('id', '=', Number(row.order_id)).executeTakeFirst();
  if (!order) throw new DeskRefused('notAllowed', 'This case is about no loan.');
  const answer = await acts.correct(tx, act.receipt, order.order_no, act.orderNo);
  if (answer.is === 'neverPaidOut') throw new DeskRefused('badInput', 'The other loan was never paid out: it has no debt to count it for.');
  if (answer.is === 'returned')
    throw new DeskRefused('tooLate', 'Part of this payment was above the debt and was sent back, or is on its way: it cannot be moved.');
  if (answer.is === 'same') throw new DeskRefused('badInput', 'The payment counts for this loan already.');
}

async function block(
  { deps: { blocked }, tx, clerk, row }: AboutCase,
  act: DeskAct & { name: 'blockNumber' | 'unblockNumber' },
): Promise<void> {
  if (isOwnCase(clerk, { mobile: act.mobile })) throw new DeskRefused('ownCase', 'This is your own number.');
  if (act.mobile !== row.mobile) throw new DeskRefused('badInput', 'This is not the number of this case.');
  const isDone = act.name === 'blockNumber' ? await blocked.block(tx, act.mobile) : await blocked.unblock(tx, act.mobile);
  if (!isDone)
    throw new DeskRefused('tooLate', act.name === 'blockNumber' ? 'This number is blocked already.' : 'This number is not blocked.');
}

/** @throws DeskRefused, Refusal when nothing was done. */
export async function carryOut(about: AboutCase, act: DeskAct): Promise<void> {
  if (act.name === 'correct') return correct(about, act);
  if (act.name === 'blockNumber' || act.name === 'unblockNumber') return block(about, act);
  return CASES[about.item.queue].act(about, act);
}
