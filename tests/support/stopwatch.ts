/** How long something took, for a line of figures. It is text, so that no test can compare it. */

/** Starts now. @returns the time since then, such as `1.3 s` */
export function stopwatch(): () => string {
  const began = performance.now();
  return () => `${((performance.now() - began) / 1_000).toFixed(1)} s`;
}
