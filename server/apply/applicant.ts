/** What a borrower has submitted so far, for any order. */
import type { SavedSection, Values } from '#machines/model/application.ts';
import type { PhotoSide } from '#machines/model/idPhotos.ts';
import { PHOTO_SIDES } from '#machines/model/idPhotos.ts';
import type { CalendarDate, Instant } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { PayoutAccount } from '#machines/model/order.ts';
import { STATUS, type OrderStatus } from '#machines/model/orderStatus.ts';
import { maskMsisdn } from '#machines/model/phone.ts';
import { isSameText } from '#machines/model/sameText.ts';
import { isPaidOnTime } from '#server/books/ledger.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Insertable, Selectable } from 'kysely';
import type { AccountSecrets, PayoutAccountTable, PhotoTable, ProfileSectionTable } from '#server/store/schema/index.ts';
import { seal, unseal } from '#server/store/sealed.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { isTurnOpen } from './photos/faceTurn.ts';
import { optionalValue } from './sectionValues.ts';

/** Sections that are kept as they were typed; the payout account has a table of its own. */
export type StoredSection = ProfileSectionTable['section'];

/** @returns the stored section. Its `savedAt` is later than that of every earlier version, so it identifies the version. */
export async function saveSection(tx: Tx, userId: number, section: StoredSection, values: Values, now: number): Promise<SavedSection> {
  const before = await tx
    .selectFrom('profile_section')
    .select('saved_at')
    .where('user_id', '=', userId)
    .where('section', '=', section)
    .executeTakeFirst();
  const savedAt = before ? Math.max(now, before.saved_at + 1) : now;
  const row = { sealed: seal(tx, 'profile_section.sealed', [userId, section], values), saved_at: savedAt };
  await tx
    .insertInto('profile_section')
    .values({ user_id: userId, section, ...row })
    .onConflict((c) => c.columns(['user_id', 'section']).doUpdateSet(row))
    .execute();
  return { section, values, savedAt };
}

export async function savedSection(db: Db, userId: number, section: StoredSection): Promise<SavedSection | undefined> {
  return (await savedSections(db, userId, [section]))[0];
}

/** @param only the sections that are needed: the others stay encrypted. */
export async function savedSections(
  db: Db,
  userId: number,
  only: readonly StoredSection[] = ['personalInfo', 'additionalInfo', 'loanQuestion'],
): Promise<SavedSection[]> {
  const rows = await db
    .selectFrom('profile_section')
    .select(['section', 'sealed', 'saved_at'])
    .where('user_id', '=', userId)
    .where('section', 'in', only)
    .execute();
  return rows.map(({ section, sealed, saved_at: savedAt }) => ({
    section,
    values: unseal<Values>(db, 'profile_section.sealed', [userId, section], sealed),
    savedAt,
  }));
}

/** @throws Refusal savedElsewhere, with the stored version. Equal values are no conflict: a retry after a lost answer sends them. */
export async function saveChange(
  tx: Tx,
  userId: number,
  change: { section: StoredSection; values: Values; basedOn: Instant | null | undefined },
  now: Instant,
): Promise<SavedSection> {
  const { section, values, basedOn } = change;
  const stored = await savedSection(tx, userId, section);
  const isKnown = basedOn === undefined || (stored?.savedAt ?? null) === basedOn;
  if (stored && !isKnown && !isSameText(stored.values, values))
    throw new Refusal(CODE.savedElsewhere, 'savedElsewhere', {}, { newer: stored });
  return saveSection(tx, userId, section, values, now);
}

/** Copies the answers to their order, because they explain the decision later. */
export async function keepAnswers(tx: Tx, orderId: number, userId: number, now: number): Promise<void> {
  const answers = await savedSection(tx, userId, 'loanQuestion');
  if (!answers) return;
  const row = { sealed: seal(tx, 'order_answer.sealed', [orderId], answers.values), at: now };
  await tx
    .insertInto('order_answer')
    .values({ order_id: orderId, ...row })
    .onConflict((c) => c.column('order_id').doUpdateSet(row))
    .execute();
}

/** The credit questionnaire is answered for every order, so the answers of an earlier order do not prefill the next one. */
export async function deleteAnswers(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('profile_section').where('user_id', '=', userId).where('section', '=', 'loanQuestion').execute();
}

/** A newer photo of the same side replaces the older. */
export async function savePhoto(tx: Tx, photo: Insertable<PhotoTable>): Promise<void> {
  // A verdict belongs to one photo, never to the one that replaces it.
  const { user_id, side, ...rest } = { verdict: null, ...photo };
  await tx
    .insertInto('photo')
    .values({ user_id, side, ...rest })
    .onConflict((c) => c.columns(['user_id', 'side']).doUpdateSet(rest))
    .execute();
}

export async function readSections(
  db: Db,
  userId: number,
  only?: readonly StoredSection[],
): Promise<Partial<Record<StoredSection, Values>>> {
  return Object.fromEntries((await savedSections(db, userId, only)).map(({ section, values }) => [section, values]));
}

/** @throws Error when one is missing: an application is sent only with all of them, and all are kept until it is answered. */
export async function sentSections(db: Db, userId: number): Promise<Record<StoredSection, Values>> {
  const { personalInfo, additionalInfo, loanQuestion } = await readSections(db, userId);
  if (!personalInfo || !additionalInfo || !loanQuestion)
    throw new Error(`the application of borrower ${userId} was sent without a section`);
  return { personalInfo, additionalInfo, loanQuestion };
}

export async function photosOf(db: Db, userId: number): Promise<Record<PhotoSide, boolean>> {
  const rows = await db.selectFrom('photo').select('side').where('user_id', '=', userId).execute();
  const has = (side: PhotoSide): boolean => rows.some((row) => row.side === side);
  // Where the head has to be turned too, the face has two photos.
  return { front: has('front'), back: has('back'), face: has('face') && !(await isTurnOpen(db, userId)) };
}

/** A payout account as it was bound, without the moment. */
export type BoundAccount = Omit<Selectable<PayoutAccountTable>, 'user_id' | 'saved_at' | 'name_accepted_at' | 'sealed'> & AccountSecrets;

/** As it is stored. */
export type KeptAccount = BoundAccount & Pick<Selectable<PayoutAccountTable>, 'user_id' | 'saved_at' | 'name_accepted_at'>;

export async function payoutAccountOf(db: Db, userId: number): Promise<KeptAccount | undefined> {
  const row = await db.selectFrom('payout_account').selectAll().where('user_id', '=', userId).executeTakeFirst();
  if (!row) return undefined;
  const { sealed, ...account } = row;
  return { ...account, ...unseal<AccountSecrets>(db, 'payout_account.sealed', [userId], sealed) };
}

/** The account as its table has it. */
export const payoutAccountRow = (
  tx: Tx,
  userId: number,
  { number, holder, details, railName, ...account }: BoundAccount,
  now: number,
): Insertable<PayoutAccountTable> => ({
  ...account,
  user_id: userId,
  sealed: seal(tx, 'payout_account.sealed', [userId], {
    number,
    holder,
    details,
    ...(railName == null ? {} : { railName }),
  } satisfies AccountSecrets),
  saved_at: now,
  name_accepted_at: null,
});

export const maskAccount = (account: BoundAccount): PayoutAccount => ({
  kind: account.kind,
  masked: account.kind === 'mpesa' ? maskMsisdn(account.number) : `••• ${account.number.slice(-4)}`,
  holderName: account.kind === 'mpesa' ? 'M-PESA' : account.bank_name,
  owner: account.kind === 'mpesa' ? (account.railName ?? '') : account.holder,
  branch: optionalValue(account.details, 'branch'),
});

/** The steps that are missing. The questionnaire is always one of them: every order asks it. */
export async function missingSteps(db: Db, userId: number): Promise<OrderStatus[]> {
  const saved = await db.selectFrom('profile_section').select('section').where('user_id', '=', userId).execute();
  const has = (section: StoredSection): boolean => saved.some((row) => row.section === section);
  const photos = await photosOf(db, userId);
  const account = await db.selectFrom('payout_account').select('kind').where('user_id', '=', userId).executeTakeFirst();
  const missing: OrderStatus[] = [];
  if (!has('personalInfo')) missing.push(STATUS.basicInfo);
  if (!has('additionalInfo')) missing.push(STATUS.addition);
  if (PHOTO_SIDES.some((side) => !photos[side])) missing.push(STATUS.identityOcr);
  if (!account) missing.push(STATUS.bindCard);
  return [...missing, STATUS.question];
}

/** The first day on which a rejected borrower may apply again; null when it has passed. It survives closing and reopening the account. */
export async function rejectedUntil(db: Db, userId: number, today: CalendarDate): Promise<CalendarDate | null> {
  const days = await db
    .selectFrom('loan_order')
    .select('reapply_on as day')
    .where('user_id', '=', userId)
    .where('status', '=', STATUS.reject)
    .unionAll(db.selectFrom('app_user').select('reapply_on as day').where('id', '=', userId))
    .execute();
  return days.reduce<CalendarDate | null>((last, { day }) => (day !== null && day > (last ?? today) ? day : last), null);
}

export interface RepaidLoans {
  /** Loans that this borrower has paid back. */
  repaid: number;
  /** Of these, the loans that were paid on time: only they raise the ceiling and open further products. */
  onTime: number;
}

export async function repaidLoans(db: Db, userId: number): Promise<RepaidLoans> {
  const orders = await db
    .selectFrom('loan_order')
    .select(['id', 'due_date'])
    .where('user_id', '=', userId)
    .where('status', '=', STATUS.finish)
    .execute();
  let onTime = 0;
  for (const order of orders) if (await isPaidOnTime(db, order)) onTime++;
  return { repaid: orders.length, onTime };
}
