/** An application as the person reads it who decides: what was said, what was checked, and the photos. */
import { differingFields } from '#machines/model/identityCheck.ts';
import { readSections, payoutAccountOf } from '#server/apply/applicant.ts';
import { isPayoutHeld } from '#server/apply/holderName.ts';
import { isClaimedByAnother } from '#server/apply/idClaims.ts';
import { storedPhoto } from '#server/apply/photos/judgeContent.ts';
import { checkIdentity } from '#server/apply/reader/cardReadings.ts';
import { referralText } from '#server/books/reasonTexts.ts';
import { CannotStart } from '#server/store/cannotStart.ts';
import type { StoredSide } from '#server/store/schema/index.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Secret } from '#server/store/secret.ts';
import type { Store } from '#server/store/store.ts';
import type { DeskAnswer, DeskPicture } from './deskRequest.ts';
import { inNairobi, inShillings } from './verbWords.ts';

const SIDES: readonly StoredSide[] = ['front', 'back', 'face', 'turned'];

const TITLES = { personalInfo: 'Personal information', additionalInfo: 'Work and contacts', loanQuestion: 'Credit history' } as const;

/** @throws CannotStart when there is no such application, or its borrower has closed the account. */
export async function showApplication(
  orderNo: string,
  wantsPictures: boolean,
  { store: { db }, clock, secret }: { store: Store; clock: Clock; secret: Secret },
): Promise<DeskAnswer> {
  const order = await db
    .selectFrom('loan_order as o')
    .innerJoin('app_user as u', 'u.id', 'o.user_id')
    .select(['o.user_id', 'o.principal', 'o.term_days', 'o.submitted_at', 'o.referred_for', 'o.review_asked_at', 'u.msisdn'])
    .where('o.order_no', '=', orderNo)
    .where('u.erased_at', 'is', null)
    .executeTakeFirst();
  if (!order) throw new CannotStart(`There is no application ${orderNo}: \`npm run desk\` lists those that wait.`);
  const userId = order.user_id;
  const sections = await readSections(db, userId, ['personalInfo', 'additionalInfo', 'loanQuestion']);
  const { personalInfo = {} } = sections;
  const { card, back, face } = await checkIdentity(db, userId, personalInfo);
  const account = await payoutAccountOf(db, userId);

  const cardLines =
    card.is === 'read'
      ? differingFields(card.lines).map(
          (field) => `  ${field}: the card says "${card.lines[field].read}", typed was "${card.lines[field].typed}"`,
        )
      : [];
  const lines = [
    `Application ${orderNo}: ${inShillings(order.principal)} for ${order.term_days} days, +${order.msisdn}${order.submitted_at === null ? '' : `, sent ${inNairobi(order.submitted_at)}`}`,
    ...(order.referred_for === null ? [] : [`For a person because: ${referralText(order.referred_for, 'en') ?? order.referred_for}`]),
    ...(order.review_asked_at === null ? [] : [`The borrower asked for a review on ${inNairobi(order.review_asked_at)}`]),
    `Card: ${card.is === 'read' ? (cardLines.length === 0 ? 'agrees with what was typed' : 'differs') : card.is}; back: ${back.is}; face: ${face.is}`,
    ...cardLines,
    ...((await isClaimedByAnother(db, userId, personalInfo, clock.now())) ? ['Another account has this ID number too'] : []),
    ...(account && (await isPayoutHeld(db, account))
      ? [`M-PESA says that ${account.railName ?? 'somebody else'} holds the payout account; approving accepts that`]
      : []),
  ];
  for (const name of ['personalInfo', 'additionalInfo', 'loanQuestion'] as const) {
    const values = Object.entries(sections[name] ?? {}).filter(([, value]) => value !== '');
    lines.push('', `${TITLES[name]}:`, ...values.map(([field, value]) => `  ${field}: ${value}`));
  }
  const pictures: DeskPicture[] = [];
  for (const side of wantsPictures ? SIDES : []) {
    const photo = await storedPhoto(db, secret, userId, side);
    if (photo) pictures.push({ name: `${orderNo}-${side}.jpg`, bytes: photo.bytes });
  }
  return { lines, pictures };
}
