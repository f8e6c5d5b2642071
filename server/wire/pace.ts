/** How quickly a queue moves, from the last requests that left it. */

/** ms between two requests, until some have left the queue. */
const AT_FIRST = 5;
/** The longest interval that is counted, ms. While the database is lost no request leaves, and the pace afterwards is another one. */
export const LONGEST_INTERVAL = 100;
/** The weight of the latest interval in the moving average. */
const WEIGHT = 1 / 16;

export interface Pace {
  /** A request left the queue. @param leavesOthers whether others still wait in it. */
  left(leavesOthers: boolean): void;
  /** Expected wait behind so many requests, ms. */
  waitBehind(count: number): number;
}

/** @param now ms of a clock that only moves forward. */
export function createPace(now: () => number): Pace {
  let mean = AT_FIRST;
  /** When the request before left; null: nobody waited after it. */
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
