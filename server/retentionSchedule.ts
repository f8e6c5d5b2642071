/** Runs the scheduled deletions about once a minute by the lender's clock, and at once after that clock was moved. */
import { MINUTE } from '#machines/model/calendar.ts';
import type { Clock } from './store/clock.ts';

/** @param tasks the deletions; one that fails does not stop the others. */
export function createRetentionSchedule(clock: Clock, tasks: readonly (() => Promise<unknown>)[], failed: (error: unknown) => void) {
  let last = -Infinity;
  return async (): Promise<void> => {
    const now = clock.now();
    if (Math.abs(now - last) < MINUTE) return;
    last = now;
    for (const task of tasks) await task().catch(failed);
  };
}
