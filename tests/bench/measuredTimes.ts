/** Times as a bench prints them. What one run measured is only ever compared with what the same run measured. */

const at = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.ceil(share * times.length) - 1] ?? NaN;

export const median = (times: readonly number[]): number => at(times, 0.5);

/** Median, 95th percentile and maximum of times in ms. */
export const spread = (times: readonly number[]): string =>
  `median ${median(times).toFixed(1)} ms, 95 of 100 ${at(times, 0.95).toFixed(1)} ms, worst ${at(times, 1).toFixed(1)} ms`;

/** How many times as long one takes as the other. */
export const times = (one: number, other: number): string => `${(one / other).toFixed(2)} times`;
