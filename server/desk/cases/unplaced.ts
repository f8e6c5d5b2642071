/** Cases of unplaced money: payments that belong to no loan, and reported payments that M-PESA did not confirm. */
import { CODE } from '#machines/model/codes.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import { DeskRefused } from '#server/staff/deskRefused.ts';
import type { AboutCase, CaseKind } from '../deskContext.ts';
import { reportId } from '../queueSources.ts';
import { railRecordOf } from './proof.ts';

async function readReport({ tx, row }: AboutCase) {
  const id = reportId(row.name);
  return id === null ? null : tx.selectFrom('reported_payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export const unplacedCase: CaseKind<'unplacedMoney'> = {
  covered: ['mobile'],
  acts: ['place', 'returnPayment', 'refusePayment'],
  actsNow: ({ row }) => (reportId(row.name) === null ? ['place', 'returnPayment'] : ['place', 'refusePayment']),
  async detail(about) {
    const { deps, tx, row } = about;
    const report = await readReport(about);
    const receipt = report ? report.receipt : row.name;
    if (report?.state === 'held' && receipt !== null && (await deps.acts.askAboutReceipt(tx, receipt))) deps.acts.queued();
    const payment =
      receipt === null ? undefined : await tx.selectFrom('reported_payment').selectAll().where('receipt', '=', receipt).executeTakeFirst();
    return {
      queue: 'unplacedMoney',
      receipt,
      account: report?.account ?? payment?.account ?? '',
      reported: report ? report.amount : (payment?.amount ?? row.amount),
      rail: receipt === null ? 'notAsked' : await railRecordOf(tx, receipt),
    };
  },
  values: () => Promise.resolve({}),
  async act(about, act) {
    const {
      deps: { acts },
      tx,
      row,
    } = about;
    const id = reportId(row.name);
    if (act.name === 'place') {
      try {
        return await (id === null ? acts.place(tx, row.name, act.orderNo) : acts.placeHeld(tx, id, act.orderNo));
      } catch (error) {
        if (error instanceof Refusal && error.code === CODE.receiptUnknown)
          throw new DeskRefused('receiptUnknown', 'M-PESA has not confirmed a payment to us with this receipt, so it cannot be counted.');
        throw error;
      }
    }
    if (act.name === 'refusePayment') {
      if (id === null) throw new DeskRefused('notAllowed', 'This payment has arrived: place it, or send it back.');
      return acts.refuseHeld(tx, id);
    }
    if (act.name !== 'returnPayment') throw new DeskRefused('notAllowed', 'This is not done with unplaced money.');
    if (id !== null) throw new DeskRefused('notAllowed', 'This payment is not in the books: place or refuse it.');
    const answer = await acts.reverse(tx, row.name);
    if (answer.is !== 'asked') throw new DeskRefused('tooLate', 'This payment was placed or is on its way back already.');
  },
  amountOf: ({ row }, act) => Promise.resolve(act.name === 'returnPayment' || act.name === 'place' ? row.amount : null),
};
