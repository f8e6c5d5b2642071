/**
 * Deletes rows by age that the lender no longer needs, in batches so small that calls are answered between them. A stopped run
 * has deleted complete batches, and the next run goes on with the remaining rows.
 */
import { sql, type RawBuilder } from 'kysely';
import { DAY, type Instant } from '#machines/model/calendar.ts';
import type { Schema } from './schema/index.ts';
import type { Db } from './store.ts';

/** Rows that one statement deletes; it takes the database some milliseconds. */
export const BATCH = 200;

/** @property since an indexed column with the instant from which the age counts; a row in which it is null is not deleted. */
export interface OldRows {
  table: keyof Schema;
  since: string;
  /** A condition of the row `old`: rows that meet it stay, whatever their age. */
  unless?: RawBuilder<boolean>;
}

/** Rows that `npm run prune` deletes. @property days the age in days from which a row has no use. */
export interface Prunable extends OldRows {
  days: number;
}

const isAny = (rows: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (select 1 from ${rows})`;

const OPEN_INTENT = sql`('NEW', 'SENT', 'UNKNOWN')`;
const OPEN_REPORT = sql`('reported', 'held')`;

/**
 * Tables that grow with every loan and contain no evidence. Evidence stays for the years that the law requires
 * (`server/policies/retentionPolicy.ts`): the journal, the order with its events, the intent with its receipt, the reported
 * payment and the consent. Rows about a movement of money without a result stay too.
 */
export const PRUNABLE: readonly Prunable[] = [
  {
    table: 'outbox',
    since: 'done_at',
    days: 90,
    // A row stays while its movement has no result: the job is repeated if the rail dropped the request, or a person asks for it.
    unless: sql<boolean>`(
      (old.topic = 'rail.send' and ${isAny(sql`rail_intent i where i.id = old.ref and i.state in ${OPEN_INTENT}`)})
      or (old.topic = 'rail.confirm' and ${isAny(sql`reported_payment r where r.id::text = old.ref and r.state in ${OPEN_REPORT}`)})
      or (old.topic = 'rail.reverse' and ${isAny(sql`reversal v where v.id::text = old.ref and v.state <> 'OK'`)})
      or (old.topic = 'rail.receipt' and ${isAny(sql`receipt_question q where q.id::text = old.ref and q.answered_at is null`)}))`,
  },
  {
    table: 'rail_callback',
    since: 'at',
    // More than a year, so that the books of a year and M-PESA's statement can be compared with the callbacks.
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
    // While a loan runs, its texts record which reminders were sent, so that none is sent twice.
    unless: isAny(sql`loan_order o where o.id = old.order_id and o.ended_at is null`),
  },
];

const kept = ({ unless }: OldRows): RawBuilder<boolean> => unless ?? sql<boolean>`false`;

/** The result of one batch. @property last instant of the newest row that it deleted; null: it deleted none. */
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
 * Deletes the rows whose instant in the column `since` is `until` or earlier.
 * @param isStopped called between two batches.
 * @returns the number of deleted rows.
 */
export async function deleteOldRows(
  db: Db,
  rows: OldRows,
  until: Instant,
  { isStopped = () => false }: { isStopped?: () => boolean } = {},
): Promise<number> {
  let deleted = 0;
  // Each batch begins where the one before ended, so that rows that stay are not read again.
  let from = 0;
  while (!isStopped()) {
    const { count, last } = await deleteBatch(db, rows, from, until);
    deleted += count;
    if (count < BATCH || last === null) break;
    from = last;
  }
  return deleted;
}

/** The instant up to which rows of this kind are deleted at `now`. */
export const prunableUntil = ({ days }: Prunable, now: Instant): Instant => now - days * DAY;

/** The instant of the oldest row that would be deleted, from `from` on; null: there is no such row. */
export async function oldestRow(db: Db, rows: OldRows, until: Instant, from: Instant = 0): Promise<Instant | null> {
  const since = sql.ref(`old.${rows.since}`);
  const { rows: found } = await sql<{ since: Instant }>`
    select ${since} as since from ${sql.table(rows.table)} old
    where ${since} >= ${from} and ${since} <= ${until} and not ${kept(rows)} order by ${since} limit 1`.execute(db);
  return found[0]?.since ?? null;
}

/** The number of rows that would be deleted. They are counted day by day, so that no statement reads many rows. */
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
