/** Estimates the lender's clock: the phone's clock plus the difference at the last answer. */
import type { Instant } from '#machines/model/calendar.ts';

export interface LenderClock {
  now: () => Instant;
  synchronize: (serverTime: Instant) => void;
}

export function createLenderClock(phoneNow: () => number = Date.now): LenderClock {
  let ahead = 0;
  return {
    now: () => phoneNow() + ahead,
    synchronize: (serverTime) => {
      ahead = serverTime - phoneNow();
    },
  };
}
