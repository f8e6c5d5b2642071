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
  load(store: Pick<Store, 'db'>): Promise<void>;
  /** @param by ms, zero or more: money has been booked already, so time cannot go back. */
  advance(store: Store, by: number): Promise<void>;
  /** Removes the offset; only after a reset of the database. */
  reset(): void;
}

export function createSandboxClock(real: () => Instant = Date.now): SandboxClock {
  let ahead = 0;
  let asked = 0;
  let newest = 0;
  /** Keeps what was asked for latest. An answer that comes after a newer one would turn the clock back. */
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
      // Stored before it takes effect: a crash in between must not turn the clock back.
      const next = await store.tx(async (tx) => {
        await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
        const value = await readSetting(tx, SETTING);
        const sum = (typeof value === 'number' ? value : 0) + by;
        await writeSetting(tx, SETTING, sum);
        return sum;
      });
      // A look that began before the commit may have found the old offset, so this counts as asked for after it.
      keep(++asked, next);
    },
    reset: () => keep(++asked, 0),
  };
}
