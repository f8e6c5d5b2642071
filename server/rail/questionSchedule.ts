/** Recurring queries of the rail. Each is sent by one process, the first one that finds it due. */
import { sql } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import type { ScheduledQuestion } from '#server/store/schema/railTables.ts';
import type { Db } from '#server/store/store.ts';

/** Claims a due query, and makes it due again after `pause` ms. @returns null: it is not due, or another process has claimed it. */
export async function claimQuestion(
  db: Db,
  question: ScheduledQuestion,
  now: Instant,
  pause: number,
): Promise<{ readUntil: Instant | null } | null> {
  await db
    .insertInto('rail_schedule')
    .values({ question, next_at: now })
    .onConflict((c) => c.doNothing())
    .execute();
  const claimed = await db
    .updateTable('rail_schedule')
    .set({ next_at: now + pause })
    .where('question', '=', question)
    // A moment further away than the pause is also due: it was set when the pause was longer.
    .where((is) => is.or([is('next_at', '<=', now), is('next_at', '>', now + pause)]))
    .returning('read_until as readUntil')
    .executeTakeFirst();
  return claimed ?? null;
}

/** Makes a query due now. */
export const makeDue = (db: Db, question: ScheduledQuestion, now: Instant): Promise<unknown> =>
  db
    .updateTable('rail_schedule')
    .set({ next_at: sql<number>`least(next_at, ${now})` })
    .where('question', '=', question)
    .execute();

/** Stores that everything before `until` was read. The stored moment never moves back. */
export const markRead = (db: Db, question: ScheduledQuestion, until: Instant): Promise<unknown> =>
  db
    .updateTable('rail_schedule')
    .set({ read_until: sql<number>`greatest(coalesce(read_until, 0), ${until})` })
    .where('question', '=', question)
    .execute();
