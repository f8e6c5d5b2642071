/** The clock of the sandbox: the real one plus an offset that only grows and survives a restart. */
import type { Instant } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';
import { readSetting, writeSetting } from '#server/store/storedSettings.ts';
import type { Store } from '#server/store/store.ts';

const SETTING = 'sandbox.ahead';

export interface SandboxClock extends Clock {
  /** Milliseconds ahead of the real clock. */
  ahead(): number;
  /** Reads the offset after a restart. */
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
      await writeSetting(store.db, SETTING, ahead + by);
      ahead += by;
    },
    reset: () => {
      ahead = 0;
    },
  };
}
