/** Rate limit, for example against enumeration of numbers that have an account. Kept in memory: a restart resets it. */
import { MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';

const WINDOW = 10 * MINUTE;
/** Addresses counted at most; beyond that the oldest are dropped, to bound the memory. */
const MAX_ADDRESSES = 10_000;

export interface Limiter {
  /** @throws Refusal tooManyRequests after `most` questions of this address within ten minutes. */
  count(address: string): void;
}

export function createLimiter(clock: Clock, most: number): Limiter {
  const windows = new Map<string, { since: number; asked: number }>();
  return {
    count(address) {
      const now = clock.now();
      const known = windows.get(address);
      const window = known && Math.abs(now - known.since) < WINDOW ? known : { since: now, asked: 0 };
      window.asked += 1;
      windows.set(address, window);
      if (windows.size > MAX_ADDRESSES) windows.delete(windows.keys().next().value as string);
      if (window.asked > most)
        throw new Refusal(CODE.tooManyRequests, 'tooManyRequests', { minutes: Math.ceil((window.since + WINDOW - now) / MINUTE) });
    },
  };
}
