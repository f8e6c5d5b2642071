/** Cases of payouts and refunds whose outcome M-PESA does not report. A person looks them up at M-PESA. */
import type { Selectable } from 'kysely';
import type { RailIntentTable } from '#server/store/schema/index.ts';
import { DeskRefused } from '#server/staff/deskRefused.ts';
import type { CaseKind } from '../deskContext.ts';

type Reported = Pick<Selectable<RailIntentTable>, 'state' | 'reported_code' | 'reported_text'>;

function reportedWords({ state, reported_code: code, reported_text: words }: Reported): string {
  if (code !== null) return `M-PESA reported ${code}: ${(words ?? 'no words').replace(/\.$/, '')}.`;
  if (state === 'UNKNOWN') return 'The answer of M-PESA to the request was lost, and it has reported nothing.';
  return 'M-PESA took the request, and has reported nothing.';
}

export const payoutCase: CaseKind<'payouts'> = {
  covered: ['mobile'],
  acts: ['payoutArrived', 'payoutFailed'],
  async detail({ tx, row }) {
    const intent = await tx
      .selectFrom('rail_intent')
      .select(['state', 'reported_code', 'reported_text', 'provider_ref', 'sent_at', 'created_at'])
      .where('id', '=', row.name)
      .executeTakeFirstOrThrow();
    return {
      queue: 'payouts',
      payoutId: row.name,
      said: reportedWords(intent),
      sentAt: intent.sent_at ?? intent.created_at,
      reference: intent.provider_ref,
    };
  },
  values: () => Promise.resolve({}),
  async act({ deps: { acts }, tx, row }, act) {
    if (act.name === 'payoutFailed') return acts.payoutFailed(tx, row.name);
    if (act.name !== 'payoutArrived') throw new DeskRefused('notAllowed', 'This is not done with a payout.');
    return acts.payoutArrived(tx, row.name, act.receipt);
  },
  // Both acts state the outcome of a payout. After a wrong statement it would be paid twice or not at all.
  amountOf: ({ row }) => Promise.resolve(row.amount),
};
