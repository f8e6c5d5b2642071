/**
 * ID claims: one national ID number belongs to one borrower (decision 61). An application claims the number when it is sent,
 * not when it is typed. A claim is proved once the card was read and agrees with the form, or the lender has approved the
 * application. A claim holds while its application is undecided or its offer or loan runs. After a loan it holds until the
 * account is closed, after a rejection until the date of the next application. The number is stored as a keyed hash.
 */
import { sql, type Expression } from 'kysely';
import { nairobiDate, type CalendarDate, type Instant } from '#machines/model/calendar.ts';
import type { Values } from '#machines/model/application.ts';
import { CODE } from '#machines/model/codes.ts';
import { ENDED_STATUSES, STATUS } from '#machines/model/orderStatus.ts';
import { isClosedOrder } from '#server/store/closedOrders.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import { reading } from '#server/store/pipeline.ts';
import { compileOnce, type ValueOf } from '#server/store/compileOnce.ts';
import { secretOf } from '#server/store/rowEncryption.ts';
import { readSetting, writeSetting } from '#server/store/storedSettings.ts';
import { sinceLastLook } from '#server/store/sinceLastLook.ts';
import type { Db, Store, Tx } from '#server/store/store.ts';
import { typedPersonalInfo, type Condition } from './applicant.ts';
import { isCardProved } from './reader/cardReadings.ts';
import { optionalValue } from './sectionValues.ts';

/** The refusal does not reveal that another account exists. Its text refers the owner of the number to a person. */
export const idTaken = (): Refusal => new Refusal(CODE.idTaken, 'lender.idTaken');

/** The hash of an ID number without leading zeros and characters between digits. @returns null when no digit was typed. */
export function nationalIdMac(db: Db, typed: string): string | null {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
  return digits === '' ? null : secretOf(db).mac('nationalId', digits).toString('hex');
}

const macOf = (db: Db, personal: Values): string | null => nationalIdMac(db, optionalValue(personal, 'nationalId'));

/** The condition that the claim of an account holds. @param userId a column or value of SQL. */
const holds = (userId: ReturnType<typeof sql.ref>, today: CalendarDate) => sql<boolean>`exists (
  select from loan_order o
  where o.user_id = ${userId} and (
    (o.submitted_at is not null and o.status not in (${sql.join(ENDED_STATUSES)}))
    or o.disbursed_on is not null
    or (o.status = ${STATUS.reject} and o.reapply_on > ${today}::date)))`;

const readObstacles = compileOnce((db, value: ValueOf<{ mac: string; userId: number; today: CalendarDate }>) =>
  db.selectNoFrom([
    sql<boolean | null>`(
      select c.proved from id_claim c
      where c.id_mac = ${value('mac')} and c.user_id <> ${value('userId')} and ${holds(sql.ref('c.user_id'), value('today'))})`.as(
      'proved',
    ),
    sql<boolean>`exists (select from held_number h where h.number_mac = ${value('mac')} and h.until > ${value('today')}::date)`.as(
      'isHeld',
    ),
  ]),
);

type ObstacleRow = Awaited<ReturnType<typeof readObstacles>>[number];

interface Obstacles {
  /** The holding claim of another account on this number; null: there is none. */
  other: { proved: boolean } | null;
  /** The number must wait after a rejection, in any account. */
  isHeld: boolean;
}

function obstaclesIn([row]: readonly ObstacleRow[]): Obstacles {
  const { proved, isHeld } = row ?? { proved: null, isHeld: false };
  return { other: proved === null ? null : { proved }, isHeld };
}

const obstacles = async (db: Db, mac: string, userId: number, today: CalendarDate): Promise<Obstacles> =>
  obstaclesIn(await readObstacles(db, { mac, userId, today }));

/**
 * The condition that a typed number is free; null: no number was typed. If cards can be read, an unproved claim of another
 * account does not refuse it: that claim may be false, and the card in the photos will prove the owner.
 */
export function freeId(tx: Tx, userId: number, personal: Values, isCardRead: boolean, now: Instant): Condition | null {
  const mac = macOf(tx, personal);
  if (mac === null) return null;
  return reading(readObstacles.of(tx, { mac, userId, today: nairobiDate(now) }), (rows) => {
    const { other, isHeld } = obstaclesIn(rows);
    if ((other && (other.proved || !isCardRead)) || isHeld) throw idTaken();
  });
}

/**
 * Claims the number when the application is sent. The row of a number is unique and is locked here, so that only one of two
 * concurrent applications gets the number.
 * @throws Refusal idTaken when another account's claim holds, unless that is unproved and this borrower's card proves the number.
 */
export async function claimId(tx: Tx, userId: number, now: Instant): Promise<void> {
  const personalInfo = await typedPersonalInfo(tx, userId);
  const mac = macOf(tx, personalInfo);
  if (mac === null) return;
  const today = nairobiDate(now);
  const proved = await isCardProved(tx, userId, personalInfo);
  await tx
    .insertInto('id_claim')
    .values({ id_mac: mac, user_id: userId, claimed_at: now, proved })
    .onConflict((c) => c.column('id_mac').doNothing())
    .execute();
  const { user_id: holder } = await tx
    .selectFrom('id_claim')
    .select('user_id')
    .where('id_mac', '=', mac)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { other, isHeld } = await obstacles(tx, mac, userId, today);
  if ((other && (other.proved || !proved)) || isHeld) throw idTaken();
  if (holder !== userId)
    await tx.updateTable('id_claim').set({ user_id: userId, claimed_at: now, proved }).where('id_mac', '=', mac).execute();
  else if (proved) await tx.updateTable('id_claim').set({ proved }).where('id_mac', '=', mac).execute();
  // Releases an unproved claim on another number, which was mistyped in an earlier application.
  await tx.deleteFrom('id_claim').where('user_id', '=', userId).where('id_mac', '<>', mac).where('proved', '=', false).execute();
}

/** Marks the claim as proved after an approval, so that another account cannot take the number by showing a card. */
export const proveClaim = async (tx: Tx, userId: number): Promise<void> =>
  void (await tx.updateTable('id_claim').set({ proved: true }).where('user_id', '=', userId).execute());

/** Whether another account has taken the number since this application was sent. Then a person decides. */
export async function isClaimedByAnother(db: Db, userId: number, personal: Values, now: Instant): Promise<boolean> {
  const mac = macOf(db, personal);
  return mac !== null && (await obstacles(db, mac, userId, nairobiDate(now))).other !== null;
}

/** Deletes those claims of these borrowers that no longer hold. @param users a query of their ids. */
async function deleteReleased(db: Db, users: Expression<unknown>, now: Instant): Promise<number> {
  const done = await db
    .deleteFrom('id_claim')
    .where(sql<boolean>`user_id in ${users}`)
    .where(sql<boolean>`not ${holds(sql.ref('id_claim.user_id'), nairobiDate(now))}`)
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** Borrowers of whom each look reads all claims again. */
const SWEPT_AT_ONCE = 50;
const SWEPT = 'id claims swept';

/**
 * Looks at the claims of some borrowers in turn, whatever has happened to them. The end of an application may be stored with a time
 * that was looked at long before, by a process whose clock is behind.
 */
async function sweepClaims(db: Db, now: Instant): Promise<number> {
  const last = Number((await readSetting(db, SWEPT)) ?? 0);
  const users = db.selectFrom('id_claim').select('user_id').where('user_id', '>', last).orderBy('user_id').limit(SWEPT_AT_ONCE);
  const rows = await users.execute();
  const deleted = await deleteReleased(db, users, now);
  const reached = rows.length < SWEPT_AT_ONCE ? 0 : (rows.at(-1)?.user_id ?? 0);
  if (reached !== last) await writeSetting(db, SWEPT, reached);
  return deleted;
}

/**
 * Deletes claims that no longer hold. A claim may stop holding when an application ends, and on the day from which a rejected
 * borrower may apply again. @returns the number of deleted claims.
 */
export async function deleteReleasedClaims(db: Db, now: Instant): Promise<number> {
  const released = await sinceLastLook(db, 'id claims released', now, (from) => {
    const ended = db.selectFrom('loan_order').select('user_id').where(isClosedOrder('status')).where('ended_at', '>', from);
    const mayApplyAgain = db
      .selectFrom('loan_order')
      .select('user_id')
      .where('reapply_on', '>=', nairobiDate(from))
      .where('reapply_on', '<=', nairobiDate(now));
    return deleteReleased(db, ended.union(mayApplyAgain), now);
  });
  return released + (await sweepClaims(db, now));
}

const DONE = 'id numbers claimed';

/**
 * Claims the numbers of applications that were sent before claims existed, earlier applications first. Runs once, at start. An
 * interrupted run is repeated at the next start.
 */
export async function claimEarlierIds(store: Store, now: Instant): Promise<void> {
  if ((await readSetting(store.db, DONE)) === true) return;
  const sent = await store.db
    .selectFrom('loan_order')
    .select(['user_id', sql<number>`min(submitted_at)`.as('at'), sql<boolean>`bool_or(disbursed_on is not null)`.as('lent')])
    .where('submitted_at', 'is not', null)
    .where(holds(sql.ref('loan_order.user_id'), nairobiDate(now)))
    .groupBy('user_id')
    .orderBy('at')
    .execute();
  for (const { user_id: userId, at, lent } of sent)
    await store.tx(async (tx) => {
      const personalInfo = await typedPersonalInfo(tx, userId);
      const mac = macOf(tx, personalInfo);
      if (mac === null) return;
      const proved = lent || (await isCardProved(tx, userId, personalInfo));
      await tx
        .insertInto('id_claim')
        .values({ id_mac: mac, user_id: userId, claimed_at: at, proved })
        .onConflict((c) => c.column('id_mac').doNothing())
        .execute();
    });
  await writeSetting(store.db, DONE, true);
}
