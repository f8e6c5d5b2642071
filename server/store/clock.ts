import type { Instant } from '#machines/model/calendar.ts';

/** Every part of the lender reads the time from a `Clock`. The sandbox injects a clock that can be moved. */
export interface Clock {
  now(): Instant;
}

export const systemClock: Clock = { now: () => Date.now() };
