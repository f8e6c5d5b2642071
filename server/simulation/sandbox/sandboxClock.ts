/**
 * The clock of the sandbox: the real clock plus an offset that only grows and survives a restart. Processes on one database share
 * the offset: each reads it again before it answers a request.
 */
import { sql } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';
import { readSetting, writeSetting } from '#server/store/storedSettings.ts';
import type { Store } from '#server/store/store.ts';

const SETTING = 'sandbox.ahead';
/** An arbitrary number of an advisory lock: concurrent changes of the clock are made one after the other. */
const LOCK = 7_305_114;

export interface SandboxClock extends Clock {
  /** ms by which the clock is ahead of the real clock. */
  ahead(): number;
  /** Reads the offset, after a restart or a change by another process. */
  load(store: Pick<Store, 'db'>): Promise<void>;
  /** Moves the clock. @param by ms, not negative: bookings exist already, so time must not go back. */
  advance(store: Store, by: number): Promise<void>;
  /** Removes the offset. Call it only after a reset of the database. */
  reset(): void;
}

export function createSandboxClock(real: () => Instant = Date.now): SandboxClock {
  let ahead = 0;
  let asked = 0;
  let newest = 0;
  /** Uses the answer to the latest read. An older answer that arrives later would turn the clock back. */
  const keep = (question: number, value: number): void => {
    if (question < newest) return;
    newest = question;
    ahead = value;
  };
  return {
    now: () => real() + ahead,
    ahead: () => ahead,
    async load(store) {
      const question = ++asked;
      const value = await readSetting(store.db, SETTING);
      keep(question, typeof value === 'number' ? value : 0);
    },
    async advance(store, by) {
      // The offset is stored before it is used, so that a crash does not turn the clock back.
      const next = await store.tx(async (tx) => {
        await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
        const value = await readSetting(tx, SETTING);
        const sum = (typeof value === 'number' ? value : 0) + by;
        await writeSetting(tx, SETTING, sum);
        return sum;
      });
      // Counts as the latest read: a read that began before the commit may have found the old offset.
      keep(++asked, next);
    },
    reset: () => keep(++asked, 0),
  };
}
