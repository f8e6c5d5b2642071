/** Runs the scheduled deletions about once a minute by the lender's clock, and at once after that clock was moved. */
import { MINUTE } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';
import { DatabaseUnavailable } from '#server/store/availability.ts';

/**
 * @param tasks the deletions. A failed one does not stop the others, except when the database is unavailable: then the round
 * ends with that error, and the next round does not wait a minute.
 */
export function createRetentionSchedule(clock: Clock, tasks: readonly (() => Promise<unknown>)[], failed: (error: unknown) => void) {
  let last = -Infinity;
  return async (): Promise<void> => {
    const now = clock.now();
    if (Math.abs(now - last) < MINUTE) return;
    last = now;
    for (const task of tasks) {
      await task().catch((error: unknown) => {
        if (error instanceof DatabaseUnavailable) {
          last = -Infinity;
          throw error;
        }
        failed(error);
      });
    }
  };
}
