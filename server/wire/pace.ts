/** Estimates the speed of a queue from the latest requests that left it. */

/** Assumed ms between two requests, before requests have left the queue. */
const AT_FIRST = 5;
/** The longest interval that counts, ms. In an outage of the database no request leaves, but the pace after it is another one. */
export const LONGEST_INTERVAL = 100;
/** The weight of the latest interval in the moving average. */
const WEIGHT = 1 / 16;

export interface Pace {
  /** A request left the queue. @param leavesOthers whether others still wait in it. */
  left(leavesOthers: boolean): void;
  /** Expected wait in ms behind `count` requests. */
  waitBehind(count: number): number;
}

/** @param now ms of a clock that only moves forward. */
export function createPace(now: () => number): Pace {
  let mean = AT_FIRST;
  /** When the previous request left; null: no request waited after it. */
  let before: number | null = null;
  return {
    left(leavesOthers) {
      const at = now();
      if (before !== null) mean += (Math.min(at - before, LONGEST_INTERVAL) - mean) * WEIGHT;
      before = leavesOthers ? at : null;
    },
    waitBehind: (count) => count * mean,
  };
}
