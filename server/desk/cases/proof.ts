/** Cases of proofs of payment, with the answer of M-PESA about the receipt. */
import { formatKsh } from '#machines/model/money.ts';
import { CODE } from '#machines/model/codes.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import { questionAbout } from '#server/repay/receiptQuestions.ts';
import { waitingInSuspense } from '#server/repay/receipts.ts';
import { DeskRefused } from '#server/staff/deskRefused.ts';
import type { Db } from '#server/store/store.ts';
import type { RailRecord } from '#src/api/desk.ts';
import type { AboutCase, CaseKind } from '../deskContext.ts';

/** The rail's record of a receipt. `account`: the account number that the payer typed, if a message of the paybill contained it. */
export async function railRecordOf(db: Db, receipt: string): Promise<RailRecord | 'unknown' | 'notAsked'> {
  const report = await db.selectFrom('reported_payment').select('account').where('receipt', '=', receipt).executeTakeFirst();
  const account = report?.account ?? null;
  const waiting = await waitingInSuspense(db, receipt);
  if (waiting) return { receipt, amount: waiting.amount, account, at: waiting.at };
  const question = await questionAbout(db, receipt);
  if (!question || question.answer === null) return 'notAsked';
  if (question.answer !== 'completed' || question.amount === null) return 'unknown';
  return { receipt, amount: question.amount, account, at: question.paid_at };
}

const readProof = ({ tx, row }: AboutCase) => tx.selectFrom('proof').selectAll().where('proof_no', '=', row.name).executeTakeFirstOrThrow();

export const proofCase: CaseKind<'proofs'> = {
  covered: ['photos', 'mobile'],
  acts: ['countProof', 'refuseProof', 'correct'],
  async detail(about) {
    const { tx, deps } = about;
    const proof = await readProof(about);
    // Asks again, because the first answer may have come before the payment. The case shows the new answer when it is next opened.
    if (proof.state === 'waiting' && (await deps.acts.askAboutReceipt(tx, proof.receipt))) deps.acts.queued();
    const pictures = await tx
      .selectFrom('proof_picture')
      .select('ref')
      .where('proof_id', '=', proof.id)
      .orderBy('at')
      .orderBy('ref')
      .execute();
    return {
      queue: 'proofs',
      receipt: proof.receipt,
      claimed: proof.amount,
      pictures: pictures.map(({ ref }, i) => ({ name: `proof-${ref}`, words: `Picture ${i + 1} of the receipt` })),
      rail: await railRecordOf(tx, proof.receipt),
    };
  },
  values: () => Promise.resolve({}),
  async act(about, act) {
    const { deps, tx, row } = about;
    if (act.name === 'refuseProof') {
      const state = await deps.acts.decideProof(tx, row.name, { is: 'refuse', reason: act.reason, words: act.words });
      if (state !== 'refused') throw new DeskRefused('tooLate', `This proof is ${state} already.`);
      return;
    }
    if (act.name !== 'countProof') throw new DeskRefused('notAllowed', 'This is not done in a proof.');
    try {
      await deps.acts.decideProof(tx, row.name, { is: 'count', seen: act.amount });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === CODE.receiptUnknown)
        throw new DeskRefused('receiptUnknown', 'M-PESA has not confirmed a payment to us with this receipt, so it cannot be counted.');
      if (error.code === CODE.amountRefused)
        throw new DeskRefused('tooLate', `M-PESA says ${formatKsh(Number(error.params['amount']))}: count that amount.`);
      throw error;
    }
  },
  amountOf: (_, act) => Promise.resolve(act.name === 'countProof' ? act.amount : null),
};
