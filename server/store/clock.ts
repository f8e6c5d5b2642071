import type { Instant } from '#machines/model/calendar.ts';

/** Where every part of the lender reads the time. The sandbox injects one that can be moved. */
export interface Clock {
  now(): Instant;
}

export const systemClock: Clock = { now: () => Date.now() };
