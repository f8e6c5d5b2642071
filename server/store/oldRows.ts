/**
 * Rows that the lender needs no more: deleted by age, in batches that are small enough for calls to go on between them. A
 * run that is stopped has deleted whole batches, and the next one goes on with the rest.
 */
import { sql, type RawBuilder } from 'kysely';
import { DAY, type Instant } from '#machines/model/calendar.ts';
import type { Schema } from './schema/index.ts';
import type { Db } from './store.ts';

/** Rows of one statement: some milliseconds of the database. */
export const BATCH = 200;

/** @property since an indexed column with the instant from which the age counts; a row without one is not deleted. */
export interface OldRows {
  table: keyof Schema;
  since: string;
  /** Rows that stay whatever their age, as a condition of the row `old`. */
  unless?: RawBuilder<boolean>;
}

/** What `npm run prune` deletes. @property days after which a row has no use. */
export interface Prunable extends OldRows {
  days: number;
}

const isAny = (rows: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (select 1 from ${rows})`;

const OPEN_INTENT = sql`('NEW', 'SENT', 'UNKNOWN')`;
const OPEN_REPORT = sql`('reported', 'held')`;

/**
 * What grows with every loan and proves nothing: the journal, the order with its events, the intent with its receipt, the
 * reported payment and the consent do, and stay for the years that the law says (`server/policies/retentionPolicy.ts`).
 * Whatever is about money that is still on its way stays too.
 */
export const PRUNABLE: readonly Prunable[] = [
  {
    table: 'outbox',
    since: 'done_at',
    days: 90,
    // A job that was done is sent again when the rail says that it dropped the request, or a person asks anew.
    unless: sql<boolean>`(
      (old.topic = 'rail.send' and ${isAny(sql`rail_intent i where i.id = old.ref and i.state in ${OPEN_INTENT}`)})
      or (old.topic = 'rail.confirm' and ${isAny(sql`reported_payment r where r.id::text = old.ref and r.state in ${OPEN_REPORT}`)})
      or (old.topic = 'rail.reverse' and ${isAny(sql`reversal v where v.id::text = old.ref and v.state <> 'OK'`)})
      or (old.topic = 'rail.receipt' and ${isAny(sql`receipt_question q where q.id::text = old.ref and q.answered_at is null`)}))`,
  },
  {
    table: 'rail_callback',
    since: 'at',
    // Longer than a year, so that its books and M-PESA's statement can be compared with what arrived.
    days: 400,
    unless: sql<boolean>`(old.outcome is null
      or ${isAny(sql`rail_intent i where i.id = old.intent_id and i.state in ${OPEN_INTENT}`)}
      or ${isAny(sql`reported_payment r where r.id = old.report_id and r.state in ${OPEN_REPORT}`)}
      or ${isAny(sql`reversal v where v.id = old.reversal_id and v.state <> 'OK'`)})`,
  },
  {
    table: 'text_message',
    since: 'ended_at',
    days: 90,
    // While a loan runs, its texts say which reminder was sent, so that none is sent twice.
    unless: isAny(sql`loan_order o where o.id = old.order_id and o.ended_at is null`),
  },
];

const kept = ({ unless }: OldRows): RawBuilder<boolean> => unless ?? sql<boolean>`false`;

/** The result of one batch. @property last instant of its newest deleted row; null: no row was left. */
interface Deleted {
  count: number;
  last: Instant | null;
}

async function deleteBatch(db: Db, rows: OldRows, from: Instant, until: Instant): Promise<Deleted> {
  const since = sql.ref(`old.${rows.since}`);
  const { rows: found } = await sql<Deleted>`
    with gone as (
      delete from ${sql.table(rows.table)} where ctid = any(array(
        select old.ctid from ${sql.table(rows.table)} old
        where ${since} >= ${from} and ${since} <= ${until} and not ${kept(rows)}
        order by ${since} limit ${BATCH} for update of old skip locked))
      returning ${sql.ref(rows.since)} as since)
    select count(*)::int as count, max(since) as last from gone`.execute(db);
  return found[0] ?? { count: 0, last: null };
}

/**
 * Deletes the rows whose age counts from `until` or before.
 * @param isStopped asked between two batches.
 * @returns how many.
 */
export async function deleteOldRows(
  db: Db,
  rows: OldRows,
  until: Instant,
  { isStopped = () => false }: { isStopped?: () => boolean } = {},
): Promise<number> {
  let deleted = 0;
  // Rows that stay are read once, and not again with every batch.
  let from = 0;
  while (!isStopped()) {
    const { count, last } = await deleteBatch(db, rows, from, until);
    deleted += count;
    if (count < BATCH || last === null) break;
    from = last;
  }
  return deleted;
}

/** The age that each of {@link PRUNABLE} has at `now`. */
export const prunableUntil = ({ days }: Prunable, now: Instant): Instant => now - days * DAY;

/** The oldest row that would be deleted, from `from` on; null: there is none. */
export async function oldestRow(db: Db, rows: OldRows, until: Instant, from: Instant = 0): Promise<Instant | null> {
  const since = sql.ref(`old.${rows.since}`);
  const { rows: found } = await sql<{ since: Instant }>`
    select ${since} as since from ${sql.table(rows.table)} old
    where ${since} >= ${from} and ${since} <= ${until} and not ${kept(rows)} order by ${since} limit 1`.execute(db);
  return found[0]?.since ?? null;
}

/** How many would be deleted, read day by day: no statement reads more than the rows of one. */
export async function countOldRows(db: Db, rows: OldRows, until: Instant): Promise<number> {
  const since = sql.ref(`old.${rows.since}`);
  let counted = 0;
  for (let from = await oldestRow(db, rows, until); from !== null; from = await oldestRow(db, rows, until, from + DAY)) {
    const { rows: found } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(rows.table)} old
      where ${since} >= ${from} and ${since} < ${from + DAY} and ${since} <= ${until} and not ${kept(rows)}`.execute(db);
    counted += found[0]?.count ?? 0;
  }
  return counted;
}
