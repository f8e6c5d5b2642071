/** The lender's clock as far as the phone knows it: its own, corrected by what every answer says. */
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
