/** Long enough to be felt, too short to alarm. ms. */
const TICK = 18;

/**
 * One short vibration. There is none if the phone is set to reduced motion. There is none before the first touch either, because
 * the browser would refuse it and log a warning.
 */
export function tick(): void {
  // Older web views do not report touches, and refuse without a warning.
  const isTouched = (navigator as { userActivation?: { hasBeenActive: boolean } }).userActivation?.hasBeenActive ?? true;
  if (!isTouched || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  (navigator as { vibrate?: (ms: number) => boolean }).vibrate?.(TICK);
}
