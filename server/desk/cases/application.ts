/** Applications that the rules left to a person, and second looks: what was typed beside what was read. */
import { CARD_FIELDS } from '#machines/model/identityCheck.ts';
import { payoutAccountOf, readSections } from '#server/apply/applicant.ts';
import { isPayoutHeld } from '#server/apply/holderName.ts';
import { isClaimedByAnother } from '#server/apply/idClaims.ts';
import { assess } from '#server/apply/assessor.ts';
import { checkIdentity } from '#server/apply/reader/cardReadings.ts';
import { ORDER_COLUMNS } from '#server/books/orders.ts';
import { referralText, rejectionText } from '#server/books/reasonTexts.ts';
import { DeskRefused } from '#server/staff/deskRefused.ts';
import type { StoredSide } from '#server/store/schema/index.ts';
import type { Covered, Picture, TypedAndRead } from '#src/api/desk.ts';
import { masked } from '../covered.ts';
import type { AboutCase, CaseKind } from '../deskContext.ts';

const SIDES: Readonly<Record<StoredSide, string>> = {
  front: 'Front of the ID',
  back: 'Back of the ID',
  face: 'Face',
  turned: 'Face with the head turned',
};

/** What a field is covered as; null: it is shown. */
function coverOf(field: string): Covered | null {
  if (field === 'number' || ['nationalId', 'rfc', 'nss', 'curp', 'bvn'].includes(field)) return 'idNumber';
  if (/contact/i.test(field)) return 'contacts';
  return /phone|mobile|whatsapp/i.test(field) ? 'mobile' : null;
}

/** The fields of the form that the card shows too are compared as the card has them. */
const ON_CARD: readonly string[] = ['nationalId', 'firstName', 'middleName', 'lastName', 'inputBirthday'];

interface Line extends TypedAndRead {
  cover: Covered | null;
}

async function linesOf({ tx, row }: AboutCase): Promise<Line[]> {
  const userId = Number(row.user_id);
  const sections = await readSections(tx, userId, ['personalInfo', 'additionalInfo', 'loanQuestion']);
  const { card } = await checkIdentity(tx, userId, sections.personalInfo ?? {});
  const compared =
    card.is === 'read'
      ? CARD_FIELDS.map((field): Line => {
          const { typed, read, agrees } = card.lines[field];
          return { field, typed, read, differs: !agrees, cover: coverOf(field) };
        })
      : [];
  const typed = (['personalInfo', 'additionalInfo', 'loanQuestion'] as const).flatMap((section) =>
    Object.entries(sections[section] ?? {}).flatMap(([field, value]): Line[] =>
      value === '' || (compared.length > 0 && ON_CARD.includes(field))
        ? []
        : [
            {
              field: section === 'loanQuestion' ? `question ${field}` : field,
              typed: value,
              read: null,
              differs: false,
              cover: coverOf(field),
            },
          ],
    ),
  );
  return [...compared, ...typed];
}

async function reasonsOf({ tx, row, now }: AboutCase): Promise<string[]> {
  const order = await tx.selectFrom('loan_order').select(ORDER_COLUMNS).where('id', '=', Number(row.order_id)).executeTakeFirstOrThrow();
  const userId = order.user_id;
  const { personalInfo = {} } = await readSections(tx, userId, ['personalInfo']);
  const account = await payoutAccountOf(tx, userId);
  // What was told of an application may be deleted once it is answered.
  const decision = order.ended_at === null ? await assess(tx, order, now).catch(() => null) : null;
  const ofRules =
    decision?.is === 'reject'
      ? rejectionText(decision.reason, 'en')
      : decision?.is === 'refer'
        ? referralText(decision.reason, 'en')
        : null;
  const stored = order.referred_for === null ? null : referralText(order.referred_for, 'en');
  const earlier =
    order.review_asked_at === null || order.rejection_reason === null
      ? null
      : `Rejected before: ${rejectionText(order.rejection_reason, 'en')}`;
  const all = [
    earlier,
    stored,
    ofRules,
    (await isClaimedByAnother(tx, userId, personalInfo, now)) ? 'Another account uses the same ID number.' : null,
    account && (await isPayoutHeld(tx, account))
      ? 'M-PESA names another holder of the account for the money; approving accepts that.'
      : null,
  ];
  return [...new Set(all.filter((one) => one !== null))];
}

async function picturesOf({ tx, row }: AboutCase): Promise<Picture[]> {
  const stored = await tx.selectFrom('photo').select('side').where('user_id', '=', Number(row.user_id)).execute();
  return (Object.keys(SIDES) as StoredSide[])
    .filter((side) => stored.some((photo) => photo.side === side))
    .map((side) => ({ name: `photo-${row.name}-${side}`, words: SIDES[side] }));
}

export const applicationCase: CaseKind<'applications' | 'secondLooks'> = {
  covered: ['photos', 'idNumber', 'contacts', 'mobile'],
  acts: ['approve', 'reject', 'askPhoto', 'blockNumber', 'unblockNumber'],
  async detail(about) {
    const { tx, row, uncovered } = about;
    const order = await tx
      .selectFrom('loan_order')
      .select(['principal', 'term_days'])
      .where('id', '=', Number(row.order_id))
      .executeTakeFirstOrThrow();
    const { personalInfo = {} } = await readSections(tx, Number(row.user_id), ['personalInfo']);
    const identity = await checkIdentity(tx, Number(row.user_id), personalInfo);
    const hide = (cover: Covered | null, value: string | null): string | null =>
      value === null || cover === null || uncovered.includes(cover) ? value : masked(value);
    return {
      lines: (await linesOf(about)).map(({ cover, ...line }) => ({
        ...line,
        typed: hide(cover, line.typed),
        read: hide(cover, line.read),
      })),
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
  async act({ deps: { acts }, tx, row }, act) {
    if (act.name === 'approve') return acts.approve(tx, row.name);
    if (act.name === 'reject') return acts.reject(tx, row.name, act.reason, act.words);
    if (act.name === 'askPhoto') return acts.askPhotos(tx, row.name, { sides: act.sides, words: act.words });
    throw new DeskRefused('notAllowed', 'This is not done in an application.');
  },
  amountOf: () => Promise.resolve(null),
};
