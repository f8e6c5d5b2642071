/** Reads the queues: one query for each queue, all with the same columns, page by page, oldest promise first. */
import { sql, type RawBuilder } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import { isRunning } from '#server/staff/staffSessions.ts';
import { isOwnCase, type Clerk } from '#server/staff/clerk.ts';
import type { Db } from '#server/store/store.ts';
import type { Queue, QueueItem, Role } from '#src/api/desk.ts';
import { onlyRow } from '#server/store/present.ts';

/** A row of the query of a queue. */
export interface QueueRow {
  /** The second half of the case id. */
  name: string;
  since: Instant;
  promised_by: Instant | null;
  is_escalated: boolean;
  amount: Cents | null;
  /** A key of {@link QueueSource.why}. */
  why: string | null;
  /** The borrower of the case; null: not known. */
  user_id: number | null;
  mobile: string | null;
  order_id: number | null;
}

export interface QueueSource {
  queue: Queue;
  /**
   * A query with the columns of {@link QueueRow}.
   * @param scope `waiting`: open cases; `all`: also closed ones, for a case that is opened by its name.
   */
  rows(scope: 'waiting' | 'all', now: Instant): RawBuilder<unknown>;
  /** The reason of a case in English, without personal data. */
  why(key: string | null): string;
}

/** Lines of one page. */
export const PAGE = 25;

interface ClaimedRow extends QueueRow {
  staff_id: string | null;
  staff_name: string | null;
  staff_role: Role | null;
}

const claimed = ({ queue, rows }: QueueSource, scope: 'waiting' | 'all', now: Instant) => sql`
  select q.*, m.staff_id, m.name as staff_name, m.role as staff_role
  from (${rows(scope, now)}) q
  left join desk_claim c on c.case_id = ${`${queue}:`} || q.name and c.until > ${now} and ${isRunning('c.session_id', now)}
  left join staff_member m on m.staff_id = c.staff_id`;

const toItem = ({ queue, why }: QueueSource, row: ClaimedRow, clerk: Clerk): QueueItem => ({
  caseId: `${queue}:${row.name}`,
  queue,
  since: row.since,
  promisedBy: row.promised_by,
  isEscalated: row.is_escalated,
  amount: row.amount,
  why: why(row.why),
  takenBy:
    row.staff_id === null || row.staff_name === null || row.staff_role === null
      ? null
      : { staffId: row.staff_id, name: row.staff_name, role: row.staff_role },
  isOwn: isOwnCase(clerk, { userId: row.user_id, mobile: row.mobile }),
});

/** @param page from 0. */
export async function readQueue(
  db: Db,
  source: QueueSource,
  clerk: Clerk,
  page: number,
  now: Instant,
): Promise<{ items: QueueItem[]; more: boolean }> {
  const { rows } = await sql<ClaimedRow>`
    ${claimed(source, 'waiting', now)}
    order by q.promised_by nulls last, q.since, q.name limit ${PAGE + 1} offset ${page * PAGE}`.execute(db);
  return { items: rows.slice(0, PAGE).map((row) => toItem(source, row, clerk)), more: rows.length > PAGE };
}

export async function countQueue(
  db: Db,
  { queue, rows }: QueueSource,
  now: Instant,
): Promise<{ queue: Queue; waiting: number; nextPromise: Instant | null; escalated: number }> {
  const found = await sql<{ waiting: number; next: Instant | null; escalated: number }>`
    select count(*)::int as waiting, min(q.promised_by) as next, (count(*) filter (where q.is_escalated))::int as escalated
    from (${rows('waiting', now)}) q`.execute(db);
  const { waiting, next, escalated } = onlyRow(found);
  return { queue, waiting, nextPromise: next, escalated };
}

/** The waiting cases of one borrower in this queue. */
export async function itemsOf(db: Db, source: QueueSource, clerk: Clerk, userId: number, now: Instant): Promise<QueueItem[]> {
  const { rows } = await sql<ClaimedRow>`${claimed(source, 'waiting', now)} where q.user_id = ${userId} limit ${PAGE}`.execute(db);
  return rows.map((row) => toItem(source, row, clerk));
}

/** A case that was found by its name, waiting or not. */
export interface FoundCase {
  item: QueueItem;
  row: QueueRow;
  isWaiting: boolean;
}

export async function findCase(db: Db, source: QueueSource, clerk: Clerk, name: string, now: Instant): Promise<FoundCase | null> {
  for (const scope of ['waiting', 'all'] as const) {
    const { rows } = await sql<ClaimedRow>`${claimed(source, scope, now)} where q.name = ${name} limit 1`.execute(db);
    const [row] = rows;
    if (row) return { item: toItem(source, row, clerk), row, isWaiting: scope === 'waiting' };
  }
  return null;
}
