/**
 * The clock of the sandbox: the real one plus an offset that only grows and survives a restart. Several processes on one
 * database share it: each reads the offset again before it answers a request.
 */
import { sql } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';
import { readSetting, writeSetting } from '#server/store/storedSettings.ts';
import type { Store } from '#server/store/store.ts';

const SETTING = 'sandbox.ahead';
/** Any number: two processes that move the clock at once wait for each other under it. */
const LOCK = 7_305_114;

export interface SandboxClock extends Clock {
  /** Milliseconds ahead of the real clock. */
  ahead(): number;
  /** Reads the offset: after a restart, and where another process may have moved it. */
  load(store: Store): Promise<void>;
  /** @param by ms, zero or more: money has been booked already, so time cannot go back. */
  advance(store: Store, by: number): Promise<void>;
  /** Removes the offset; only after a reset of the database. */
  reset(): void;
}

export function createSandboxClock(real: () => Instant = Date.now): SandboxClock {
  let ahead = 0;
  return {
    now: () => real() + ahead,
    ahead: () => ahead,
    async load(store) {
      const value = await readSetting(store.db, SETTING);
      ahead = typeof value === 'number' ? value : 0;
    },
    async advance(store, by) {
      // Stored before it takes effect: a crash in between must not turn the clock back.
      ahead = await store.tx(async (tx) => {
        await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
        const value = await readSetting(tx, SETTING);
        const next = (typeof value === 'number' ? value : 0) + by;
        await writeSetting(tx, SETTING, next);
        return next;
      });
    },
    reset: () => {
      ahead = 0;
    },
  };
}
