/**
 * Counts against limits, in the database, so that they hold across all processes of the lender and across restarts. A window
 * begins with its first count and has a fixed length. One row counts one key, by a hash that only this lender can compute.
 */
import { sql } from 'kysely';
import { MINUTE, type Instant } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { Refusal, type MessageKey } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import { deleteOldRows } from '#server/store/oldRows.ts';
import type { Secret } from '#server/store/secret.ts';
import type { Db, Store } from '#server/store/store.ts';

/** @property name identifies the stored counts, so it must not change. @property span ms. @property most counts in a window. */
export interface Limit {
  name: string;
  span: number;
  most: number;
}

export interface Count {
  /** The count, this one included. */
  counted: number;
  endsAt: Instant;
}

export interface Counters {
  /**
   * Adds one count in one statement, so that concurrent counts get different numbers.
   * @param key the caller or object that the limit counts. @param db a transaction, whose rollback reverses the count. All
   * transactions must count in the same order, because a row stays locked until the transaction ends.
   */
  count(limit: Limit, key: string, db?: Db): Promise<Count>;
  /** As `count`. @throws Refusal tooManyRequests above `most`, with the minutes until the window ends. */
  refuseAbove(limit: Limit, key: string, db?: Db): Promise<Count>;
  /** The counts in the running window. */
  read(limit: Limit, key: string, db?: Db): Promise<number>;
  /** Subtracts one count from the running window. */
  giveBack(limit: Limit, key: string): Promise<void>;
  /** Deletes windows that have ended. @returns the number of deleted windows. */
  deleteExpired(): Promise<number>;
}

/** Largest difference in ms between the clocks of two processes, and between reading a clock and counting. */
const SKEW = MINUTE;

/** One limit, for handlers that need no other function of the counters. */
export interface Limiter {
  /** @throws Refusal tooManyRequests. */
  count(key: string): Promise<void>;
}

/** Whole minutes until a moment, at least one, for the text of a refusal. */
export const minutesUntil = (at: Instant, now: Instant): number => Math.max(1, Math.ceil((at - now) / MINUTE));

/** @param endsAt when another request is possible. */
export const tooMany = (endsAt: Instant, now: Instant, key: MessageKey = 'tooManyRequests'): Refusal =>
  new Refusal(CODE.tooManyRequests, key, { minutes: minutesUntil(endsAt, now) });

export function createCounters(store: Store, clock: Clock, secret: Secret): Counters {
  const macOf = ({ name }: Limit, key: string): string => secret.mac('counter', `${name}|${key}`).toString('hex');

  async function count(limit: Limit, key: string, db: Db = store.db): Promise<Count> {
    const now = clock.now();
    const endsAt = now + limit.span;
    // A window that would end much later than one that begins now was begun by a clock that was ahead, so it counts as over.
    // A little later is normal: another process has just begun the window.
    const isOver = sql<boolean>`counter.ends_at <= ${now} or counter.ends_at > ${endsAt + SKEW}`;
    const row = await db
      .insertInto('counter')
      .values({ key_mac: macOf(limit, key), ends_at: endsAt, counted: 1 })
      .onConflict((conflict) =>
        conflict.column('key_mac').doUpdateSet({
          counted: sql<number>`case when ${isOver} then 1 else counter.counted + 1 end`,
          ends_at: sql<number>`case when ${isOver} then ${endsAt} else counter.ends_at end`,
        }),
      )
      .returning(['counted', 'ends_at'])
      .executeTakeFirstOrThrow();
    return { counted: row.counted, endsAt: row.ends_at };
  }

  return {
    count,
    async refuseAbove(limit, key, db) {
      const counted = await count(limit, key, db);
      if (counted.counted > limit.most) throw tooMany(counted.endsAt, clock.now());
      return counted;
    },
    async read(limit, key, db = store.db) {
      const now = clock.now();
      const row = await db
        .selectFrom('counter')
        .select('counted')
        .where('key_mac', '=', macOf(limit, key))
        .where('ends_at', '>', now)
        .where('ends_at', '<=', now + limit.span + SKEW)
        .executeTakeFirst();
      return row?.counted ?? 0;
    },
    async giveBack(limit, key) {
      await store.db
        .updateTable('counter')
        .set((row) => ({ counted: row('counted', '-', 1) }))
        .where('key_mac', '=', macOf(limit, key))
        .where('counted', '>', 0)
        .where('ends_at', '>', clock.now())
        .execute();
    },
    deleteExpired: () => deleteOldRows(store.db, { table: 'counter', since: 'ends_at' }, clock.now()),
  };
}

/** @param limit the limit that the handler counts against. */
export const createLimiter = (counters: Counters, limit: Limit): Limiter => ({
  count: async (key) => void (await counters.refuseAbove(limit, key)),
});
