/** Formats measured times. Only times of the same run are compared. */

const at = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.ceil(share * times.length) - 1] ?? NaN;

export const median = (times: readonly number[]): number => at(times, 0.5);

/** Median, 95th percentile and maximum of times in ms. */
export const spread = (times: readonly number[]): string =>
  `median ${median(times).toFixed(1)} ms, 95 of 100 ${at(times, 0.95).toFixed(1)} ms, worst ${at(times, 1).toFixed(1)} ms`;

/** The ratio of two times as text. */
export const times = (one: number, other: number): string => `${(one / other).toFixed(2)} times`;
