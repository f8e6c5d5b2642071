/** The clock of the sandbox: the real one plus a lead that only grows, and that a restart remembers. */
import type { Instant } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store } from '#server/store/store.ts';

const SETTING = 'sandbox.ahead';

export interface SandboxClock extends Clock {
  /** Milliseconds ahead of the real clock. */
  ahead(): number;
  /** Reads the lead back after a restart. */
  load(store: Store): Promise<void>;
  /** @param by ms, zero or more: money has been booked in the present, so there is no way back. */
  advance(store: Store, by: number): Promise<void>;
  /** No lead at all; only after everything was forgotten. */
  reset(): void;
}

export function createSandboxClock(real: () => Instant = Date.now): SandboxClock {
  let ahead = 0;
  return {
    now: () => real() + ahead,
    ahead: () => ahead,
    async load(store) {
      const row = await store.db.selectFrom('setting').select('value').where('key', '=', SETTING).executeTakeFirst();
      ahead = typeof row?.value === 'number' ? row.value : 0;
    },
    async advance(store, by) {
      const value = JSON.stringify(ahead + by);
      // Written before it is true: a crash in between must not turn the clock back.
      await store.db
        .insertInto('setting')
        .values({ key: SETTING, value })
        .onConflict((c) => c.column('key').doUpdateSet({ value }))
        .execute();
      ahead += by;
    },
    reset: () => {
      ahead = 0;
    },
  };
}
