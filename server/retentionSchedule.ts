/** What grows old is deleted: about once a minute by the lender's clock, and at once after that clock was moved. */
import { MINUTE } from '#machines/model/calendar.ts';
import type { Clock } from './store/clock.ts';

/** @param tasks each deletes what has had its time; one that fails does not keep the others from being done. */
export function createRetentionSchedule(clock: Clock, tasks: readonly (() => Promise<unknown>)[], failed: (error: unknown) => void) {
  let last = -Infinity;
  return async (): Promise<void> => {
    const now = clock.now();
    if (Math.abs(now - last) < MINUTE) return;
    last = now;
    for (const task of tasks) await task().catch(failed);
  };
}
