/** Long enough to be felt, and too short to be an alarm. In milliseconds. */
const TICK = 18;

/**
 * One short vibration. A phone that is asked to hold still, and a page without a touch so far, stay still: a browser refuses
 * the second with a complaint.
 */
export function tick(): void {
  // Older web views cannot say whether they were touched, and refuse silently.
  const isTouched = (navigator as { userActivation?: { hasBeenActive: boolean } }).userActivation?.hasBeenActive ?? true;
  if (!isTouched || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  (navigator as { vibrate?: (ms: number) => boolean }).vibrate?.(TICK);
}
