/** Cases of referrals and reviews: the typed values beside the values that the reader found. */
import { STATUS } from '#machines/model/orderStatus.ts';
import { payoutAccountOf, readSections, typedPersonalInfo } from '#server/apply/applicant.ts';
import { payoutHeldFor } from '#server/apply/holderName.ts';
import { isClaimedByAnother } from '#server/apply/idClaims.ts';
import { assess } from '#server/apply/assessor.ts';
import { checkIdentity } from '#server/apply/reader/cardReadings.ts';
import { ORDER_COLUMNS } from '#server/books/orders.ts';
import { rejectionText } from '#server/books/reasonTexts.ts';
import { DeskRefused } from '#server/staff/deskRefused.ts';
import type { StoredSide } from '#server/store/schema/index.ts';
import type { Picture } from '#src/api/desk.ts';
import { masked } from '../covered.ts';
import type { AboutCase, ApplicationQueue, CaseKind } from '../deskContext.ts';
import { referralWords } from '../referralWords.ts';
import { hideCovered, TYPED_SECTIONS, typedLines, type Line } from '../typedLines.ts';

const SIDES: Readonly<Record<StoredSide, string>> = {
  front: 'Front of the ID',
  back: 'Back of the ID',
  face: 'Face',
  turned: 'Face with the head turned',
};

async function linesOf({ tx, row, now }: AboutCase): Promise<Line[]> {
  const userId = Number(row.user_id);
  const typed = await readSections(tx, userId, TYPED_SECTIONS);
  const { card } = await checkIdentity(tx, userId, await typedPersonalInfo(tx, userId));
  return typedLines(typed, card.is === 'read' ? card.lines : null, now);
}

async function reasonsOf({ deps, tx, row, now }: AboutCase): Promise<string[]> {
  const order = await tx.selectFrom('loan_order').select(ORDER_COLUMNS).where('id', '=', Number(row.order_id)).executeTakeFirstOrThrow();
  const userId = order.user_id;
  const account = await payoutAccountOf(tx, userId);
  // The values of an answered application may have been deleted.
  const decision = order.ended_at === null ? await assess(tx, order, deps, now).catch(() => null) : null;
  const ofRules =
    decision?.is === 'reject'
      ? `The rules reject it. The borrower would read: “${rejectionText(decision.reason, 'en')}”`
      : decision?.is === 'refer'
        ? referralWords(decision.reason)
        : null;
  const stored = order.referred_for === null ? null : referralWords(order.referred_for);
  const earlier =
    order.review_asked_at === null || order.rejection_reason === null
      ? null
      : `Rejected before. The borrower read: “${rejectionText(order.rejection_reason, 'en')}”`;
  const all = [
    earlier,
    stored,
    ofRules,
    (await isClaimedByAnother(tx, userId, await typedPersonalInfo(tx, userId), now)) ? referralWords('idNumber') : null,
    account && (await payoutHeldFor(tx, account)) !== null ? referralWords('account') : null,
  ];
  return [...new Set(all.filter((one) => one !== null))];
}

async function picturesOf({ tx, row }: AboutCase): Promise<Picture[]> {
  const stored = await tx.selectFrom('photo').select('side').where('user_id', '=', Number(row.user_id)).execute();
  return (Object.keys(SIDES) as StoredSide[])
    .filter((side) => stored.some((photo) => photo.side === side))
    .map((side) => ({ name: `photo-${row.name}-${side}`, words: SIDES[side] }));
}

export const applicationCase = (queue: ApplicationQueue): CaseKind<ApplicationQueue> => ({
  covered: ['photos', 'idNumber', 'contacts', 'mobile'],
  acts: ['approve', 'reject', 'askPhoto', 'blockNumber', 'unblockNumber'],
  async detail(about) {
    const { tx, row, uncovered } = about;
    const order = await tx
      .selectFrom('loan_order')
      .select(['principal', 'term_days'])
      .where('id', '=', Number(row.order_id))
      .executeTakeFirstOrThrow();
    const userId = Number(row.user_id);
    const identity = await checkIdentity(tx, userId, await typedPersonalInfo(tx, userId));
    return {
      queue,
      lines: (await linesOf(about)).map((line) => hideCovered(line, uncovered)),
      identity:
        identity.card.is === 'read' && !uncovered.includes('idNumber')
          ? {
              ...identity,
              card: {
                is: 'read',
                lines: {
                  ...identity.card.lines,
                  number: {
                    ...identity.card.lines.number,
                    read: masked(identity.card.lines.number.read),
                    typed: masked(identity.card.lines.number.typed),
                  },
                },
              },
            }
          : identity,
      pictures: await picturesOf(about),
      reasons: await reasonsOf(about),
      principal: order.principal,
      termDays: order.term_days,
    };
  },
  async values(about, what) {
    const lines = (await linesOf(about)).filter(({ cover }) => cover === what);
    return Object.fromEntries(lines.map(({ field, typed, read }) => [field, typed ?? read ?? '']));
  },
  async notYet({ tx, row }) {
    const order = await tx.selectFrom('loan_order').select('status').where('id', '=', Number(row.order_id)).executeTakeFirstOrThrow();
    if (order.status === STATUS.applying) return 'The rules have not decided this application yet: it comes to the desk if they refer it.';
    if (order.status === STATUS.identityOcr) return 'The borrower was asked for new photos: the application comes back with them.';
    return null;
  },
  async act({ deps: { acts }, tx, row }, act) {
    if (act.name === 'approve') return acts.approve(tx, row.name);
    if (act.name === 'reject') return acts.reject(tx, row.name, act.reason, act.words);
    if (act.name === 'askPhoto') return acts.askPhotos(tx, row.name, { sides: act.sides, words: act.words });
    throw new DeskRefused('notAllowed', 'This is not done in an application.');
  },
  amountOf: () => Promise.resolve(null),
});
