/** Money that a borrower paid above the debt. */
import { formatKsh } from '#machines/model/money.ts';
import { present } from '#server/store/present.ts';
import { DeskRefused } from '#server/staff/deskRefused.ts';
import type { CaseKind } from '../deskContext.ts';

export const overpaymentCase: CaseKind<'overpayments'> = {
  covered: ['mobile'],
  acts: ['refund', 'correct'],
  async detail({ tx, row }) {
    const last = await tx
      .selectFrom('journal')
      .innerJoin('entry', 'entry.journal_id', 'journal.id')
      .leftJoin('rail_intent', 'rail_intent.id', 'journal.ref')
      .where('journal.order_id', '=', row.order_id)
      .where('entry.account_id', '=', 'suspense')
      .where('entry.amount', '<', 0)
      .where('journal.kind', 'in', ['repayment.mpesa', 'repayment.paybill', 'unplaced'])
      .orderBy('journal.id', 'desc')
      .select(['journal.ref', 'journal.at', 'rail_intent.id as intent', 'rail_intent.receipt'])
      .executeTakeFirst();
    return {
      queue: 'overpayments',
      receipt: last ? (last.intent === null ? last.ref : last.receipt) : null,
      over: present('the amount of an over-payment', row.amount),
      paidAt: last?.at ?? row.since,
    };
  },
  values: () => Promise.resolve({}),
  async act({ deps: { acts }, tx, row }, act) {
    if (act.name !== 'refund') throw new DeskRefused('notAllowed', 'This is not done with an over-payment.');
    const answer = await acts.refund(tx, row.name, act.amount, act.words);
    if (answer.is === 'tooMuch')
      throw new DeskRefused('tooLate', `${formatKsh(answer.held)} wait for this borrower: send whole shillings, and no more than that.`);
    if (answer.is === 'running') throw new DeskRefused('tooLate', 'Another refund of this loan has no result yet.');
    if (answer.is === 'noNumber') throw new DeskRefused('tooLate', 'The account is closed: there is no number to send it to.');
  },
  amountOf: (_, act) => Promise.resolve(act.name === 'refund' ? act.amount : null),
};
