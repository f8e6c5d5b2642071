/** Payouts and refunds of which M-PESA does not say what became of them: a person looks them up there. */
import { DeskRefused } from '#server/staff/deskRefused.ts';
import type { CaseKind } from '../deskContext.ts';

export const payoutCase: CaseKind<'payouts'> = {
  covered: ['mobile'],
  acts: ['payoutArrived', 'payoutFailed'],
  async detail({ tx, row }) {
    const {
      reported_code: code,
      reported_text: words,
      provider_ref,
    } = await tx
      .selectFrom('rail_intent')
      .select(['reported_code', 'reported_text', 'provider_ref'])
      .where('id', '=', row.name)
      .executeTakeFirstOrThrow();
    return {
      payoutId: row.name,
      failure: code === null ? 'M-PESA has reported nothing.' : `M-PESA reported ${code}: ${(words ?? 'no words').replace(/\.$/, '')}.`,
      reference: provider_ref,
    };
  },
  values: () => Promise.resolve({}),
  async act({ deps: { acts }, tx, row }, act) {
    if (act.name === 'payoutFailed') return acts.payoutFailed(tx, row.name);
    if (act.name !== 'payoutArrived') throw new DeskRefused('notAllowed', 'This is not done with a payout.');
    return acts.payoutArrived(tx, row.name, act.receipt);
  },
  // Both say what became of money that was sent before: a wrong word pays it twice or not at all.
  amountOf: ({ row }) => Promise.resolve(row.amount),
};
