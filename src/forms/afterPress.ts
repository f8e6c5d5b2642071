import { afterPaint } from './afterPaint.ts';

/**
 * Does the work when whatever is being pressed has been let go, and the page is painted. A field is left by pressing
 * something else: a message that appeared meanwhile would move what is pressed away from under the finger.
 */
export function afterPress(work: () => void): void {
  if (document.querySelector(':active')) document.addEventListener('mouseup', () => afterPaint(work), { once: true, capture: true });
  else afterPaint(work);
}
