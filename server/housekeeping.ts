/** What grows old is deleted: about once a minute by the lender's clock, and at once after that clock was moved. */
import { MINUTE } from '#machines/model/calendar.ts';
import type { Clock } from './store/clock.ts';
import { DatabaseUnavailable } from './store/errors.ts';

/**
 * @param tasks each deletes what has had its time; one that fails does not keep the others from being done. Without a
 * database none can be done: the round ends with that error, and the next one is not a minute away.
 */
export function createHousekeeping(clock: Clock, tasks: readonly (() => Promise<unknown>)[], failed: (error: unknown) => void) {
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
