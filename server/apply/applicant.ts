/** The data that a borrower has submitted so far, for any order. */
import type { SavedSection, Values } from '#machines/model/application.ts';
import { PHOTO_SIDES, type PhotoSide } from '#machines/model/idPhotos.ts';
import type { CalendarDate, Instant } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { PayoutAccount } from '#machines/model/order.ts';
import { STATUS, type OrderStatus } from '#machines/model/orderStatus.ts';
import { maskMsisdn } from '#machines/model/phoneNumber.ts';
import { isSameText } from '#machines/model/sameText.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type {
  AccountSecrets,
  FaceTurnTable,
  PayoutAccountTable,
  PhotoTable,
  ProfileSectionTable,
  StoredSide,
} from '#server/store/schema/index.ts';
import { compileOnce, type ValueOf } from '#server/store/compileOnce.ts';
import { pipeline, type Reading } from '#server/store/pipeline.ts';
import { encryptValue, decryptValue } from '#server/store/rowEncryption.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { optionalValue } from './sectionValues.ts';

/** Sections that are stored as a whole; the payout account has a table of its own. */
export type StoredSection = ProfileSectionTable['section'];

/** A column with the id of a borrower. */
type UserColumn = 'app_user.id' | 'loan_order.user_id';

interface PutSection {
  userId: number;
  section: StoredSection;
  sealed: Buffer;
  now: Instant;
  /** The version that may be replaced; null: no version; left out: every version. */
  replaces?: Instant | null;
}

const putSection = compileOnce((db, value: ValueOf<PutSection>, names) =>
  db
    .insertInto('profile_section')
    .values({ user_id: value('userId'), section: value('section'), sealed: value('sealed'), saved_at: value('now') })
    .onConflict((c) => {
      const update = c.columns(['user_id', 'section']).doUpdateSet({
        sealed: value('sealed'),
        saved_at: sql<number>`greatest(excluded.saved_at, profile_section.saved_at + 1)`,
      });
      return names.includes('replaces') ? update.where('profile_section.saved_at', '=', value('replaces') as Instant) : update;
    })
    .returning('saved_at'),
);

/** A condition of a write, which is read in the same pipeline. `from` throws a refusal, which rolls the write back. */
export type Condition = Reading<void>;

interface TypedSection {
  section: StoredSection;
  values: Values;
}

/** @param replaces see {@link PutSection}. */
function puttingSection(tx: Tx, userId: number, { section, values }: TypedSection, now: number, replaces?: Instant | null) {
  const sealed = encryptValue(tx, 'profile_section.sealed', [userId, section], values);
  return putSection.of(tx, { userId, section, sealed, now, ...(replaces === undefined ? {} : { replaces }) });
}

/** @returns the stored section. Its `savedAt` is later than that of every earlier version, so it identifies the version. */
export async function saveSection(tx: Tx, userId: number, section: StoredSection, values: Values, now: number): Promise<SavedSection> {
  const [stored] = (await tx.executeQuery(puttingSection(tx, userId, { section, values }, now))).rows;
  if (!stored) throw new Error('an insert without a condition stored nothing');
  return { section, values, savedAt: stored.saved_at };
}

export async function savedSection(db: Db, userId: number, section: StoredSection): Promise<SavedSection | undefined> {
  return (await savedSections(db, userId, [section]))[0];
}

interface StoredSectionRow {
  section: StoredSection;
  sealed: Uint8Array;
  saved_at: Instant;
}

const openSection = (db: Db, userId: number, { section, sealed, saved_at: savedAt }: StoredSectionRow): SavedSection => ({
  section,
  values: decryptValue<Values>(db, 'profile_section.sealed', [userId, section], sealed),
  savedAt,
});

/** @param only the needed sections, because decrypting the others would take time. */
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
  return rows.map((row) => openSection(db, userId, row));
}

/** Sections as JSON, with bytes in hex. */
export type SectionsInJson = (Omit<StoredSectionRow, 'sealed'> & { sealed: string })[];

/**
 * The sections of a borrower, for a query that has the borrower's id in this column.
 * @param isNeeded condition on `s.section`: other sections are not read.
 */
export const sectionsColumn = (user: UserColumn, isNeeded: RawBuilder<boolean>) =>
  sql<SectionsInJson>`(
    select coalesce(json_agg(json_build_object('section', s.section, 'sealed', encode(s.sealed, 'hex'), 'saved_at', s.saved_at)), '[]')
    from profile_section s where s.user_id = ${sql.ref(user)} and ${isNeeded})`.as('sections');

export const sectionsFrom = (db: Db, userId: number, rows: SectionsInJson): SavedSection[] =>
  rows.map((row) => openSection(db, userId, { ...row, sealed: Buffer.from(row.sealed, 'hex') }));

/**
 * @param after is read after the change.
 * @throws Refusal that of the condition, or savedElsewhere with the newer version, unless it has the same values, as after a retry
 * for a lost answer.
 */
export async function saveChange<T>(
  tx: Tx,
  userId: number,
  change: TypedSection & { basedOn: Instant | null | undefined },
  now: Instant,
  { condition, after }: { condition: Condition | null; after: Reading<T> },
): Promise<{ saved: SavedSection; read: T }> {
  const { section, values, basedOn } = change;
  const put = puttingSection(tx, userId, change, now, basedOn);
  const [[stored], rows, ofCondition = []] = await pipeline(tx, [put, after.query, ...(condition ? [condition.query] : [])]);
  condition?.from(ofCondition);
  const read = after.from(rows);
  if (stored) return { saved: { section, values, savedAt: stored.saved_at }, read };
  const newer = await savedSection(tx, userId, section);
  if (newer && !isSameText(newer.values, values)) throw new Refusal(CODE.savedElsewhere, 'savedElsewhere', {}, { newer });
  return { saved: await saveSection(tx, userId, section, values, now), read };
}

/** Copies the answers to their order, because they explain the decision later. */
export async function keepAnswers(tx: Tx, orderId: number, userId: number, now: number): Promise<void> {
  const answers = await savedSection(tx, userId, 'loanQuestion');
  if (!answers) return;
  const row = { sealed: encryptValue(tx, 'order_answer.sealed', [orderId], answers.values), at: now };
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

/** Stores a photo, which replaces the older photo of the same side. */
export async function savePhoto(tx: Tx, photo: Insertable<PhotoTable>): Promise<void> {
  // A photo does not inherit the verdict of the photo that it replaces.
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

/** The typed personal info. It has no fields while the section is not filled in, and after its deletion. */
export const typedPersonalInfo = async (db: Db, userId: number): Promise<Values> =>
  (await savedSection(db, userId, 'personalInfo'))?.values ?? {};

/** @throws Error when a section is missing: an application is sent with all sections, and they are kept until it is decided. */
export async function sentSections(db: Db, userId: number): Promise<Record<StoredSection, Values>> {
  const { personalInfo, additionalInfo, loanQuestion } = await readSections(db, userId);
  if (!personalInfo || !additionalInfo || !loanQuestion)
    throw new Error(`the application of borrower ${userId} was sent without a section`);
  return { personalInfo, additionalInfo, loanQuestion };
}

/** The stored photos of a borrower. */
export interface StoredPhotos {
  sides: StoredSide[];
  /** The latest request for a photo with a turned head; null: there was none. Its `turn` is null once it is fulfilled. */
  turn: Pick<FaceTurnTable, 'order_id' | 'turn'> | null;
}

/** The photos of a borrower, for a query that has the borrower's id in this column. */
export const photoColumns = (user: UserColumn) =>
  [
    sql<StoredPhotos['sides']>`(select coalesce(json_agg(p.side), '[]') from photo p where p.user_id = ${sql.ref(user)})`.as('sides'),
    sql<StoredPhotos['turn']>`(
      select json_build_object('order_id', t.order_id, 'turn', t.turn) from face_turn t where t.user_id = ${sql.ref(user)})`.as('turn'),
  ] as const;

/** Which photos are complete. The face is complete only when no photo with a turned head is requested. */
export function photosOf({ sides, turn }: StoredPhotos): Record<PhotoSide, boolean> {
  const has = (side: PhotoSide): boolean => sides.includes(side);
  return { front: has('front'), back: has('back'), face: has('face') && !turn?.turn };
}

/** A payout account as it was bound, without the time. */
export type BoundAccount = Omit<Selectable<PayoutAccountTable>, 'user_id' | 'saved_at' | 'name_accepted_at' | 'sealed'> & AccountSecrets;

/** A stored payout account. */
export type KeptAccount = BoundAccount & Pick<Selectable<PayoutAccountTable>, 'user_id' | 'saved_at' | 'name_accepted_at'>;

export async function payoutAccountOf(db: Db, userId: number): Promise<KeptAccount | undefined> {
  const row = await db
    .selectFrom('payout_account')
    .select(['user_id', 'kind', 'bank_code', 'bank_name', 'sealed', 'saved_at', 'name_accepted_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && openAccount(db, row);
}

const openAccount = (db: Db, { sealed, ...account }: Selectable<PayoutAccountTable>): KeptAccount => ({
  ...account,
  ...decryptValue<AccountSecrets>(db, 'payout_account.sealed', [account.user_id], sealed),
});

/** A payout account as JSON, with bytes in hex. */
type AccountInJson = Omit<Selectable<PayoutAccountTable>, 'sealed'> & { sealed: string };

/** The borrower's payout account, for a query of `loan_order`. */
export const accountColumn = sql<AccountInJson | null>`(
  select json_build_object('user_id', a.user_id, 'kind', a.kind, 'bank_code', a.bank_code, 'bank_name', a.bank_name,
    'sealed', encode(a.sealed, 'hex'), 'saved_at', a.saved_at, 'name_accepted_at', a.name_accepted_at)
  from payout_account a where a.user_id = loan_order.user_id)`.as('account');

export const accountFrom = (db: Db, row: AccountInJson | null): KeptAccount | null =>
  row && openAccount(db, { ...row, sealed: Buffer.from(row.sealed, 'hex') });

/** The row of the account's table. */
export const payoutAccountRow = (
  tx: Tx,
  userId: number,
  { number, holder, details, railName, ...account }: BoundAccount,
  now: number,
): Insertable<PayoutAccountTable> => ({
  ...account,
  user_id: userId,
  sealed: encryptValue(tx, 'payout_account.sealed', [userId], {
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

/** The names of the stored sections of a borrower, for a query that has the borrower's id in this column. */
export const storedSectionsColumn = (user: UserColumn) =>
  sql<StoredSection[]>`(select coalesce(json_agg(s.section), '[]') from profile_section s where s.user_id = ${sql.ref(user)})`.as(
    'storedSections',
  );

/** The input of {@link missingFrom}, for a query that has the borrower's id in this column. */
const stepColumns = (user: UserColumn) =>
  [
    ...photoColumns(user),
    storedSectionsColumn(user),
    sql<boolean>`exists (select from payout_account a where a.user_id = ${sql.ref(user)})`.as('hasAccount'),
  ] as const;

/** The missing steps. The questionnaire is always one of them, because it is answered for every order. */
export function missingFrom(stored: StoredPhotos & { storedSections: readonly StoredSection[]; hasAccount: boolean }): OrderStatus[] {
  const photos = photosOf(stored);
  const missing: OrderStatus[] = [];
  if (!stored.storedSections.includes('personalInfo')) missing.push(STATUS.basicInfo);
  if (!stored.storedSections.includes('additionalInfo')) missing.push(STATUS.addition);
  if (PHOTO_SIDES.some((side) => !photos[side])) missing.push(STATUS.identityOcr);
  if (!stored.hasAccount) missing.push(STATUS.bindCard);
  return [...missing, STATUS.question];
}

export const missingSteps = async (db: Db, userId: number): Promise<OrderStatus[]> =>
  missingFrom(await db.selectFrom('app_user').where('id', '=', userId).select(stepColumns('app_user.id')).executeTakeFirstOrThrow());

/** The first day on which a rejected borrower may apply again; null when it has passed. Closing the account does not remove it. */
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
