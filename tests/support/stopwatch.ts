/** A duration for a line of figures. It is a text, so that no test compares it. */

/** Starts the stopwatch. @returns a function for the time since then, such as `1.3 s`. */
export function stopwatch(): () => string {
  const began = performance.now();
  return () => `${((performance.now() - began) / 1_000).toFixed(1)} s`;
}
