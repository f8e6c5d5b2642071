/** Longer than a frame of the slowest phone; a page that paints no frames, because it is hidden, waits this long. ms. */
const NO_FRAME = 250;

/**
 * Does the work in the first task after the next frame: what the browser itself shows is on the screen by then.
 * @returns cancels it.
 */
export function afterPaint(work: () => void): () => void {
  let isOver = false;
  const once = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    work();
  };
  const timer = setTimeout(once, NO_FRAME);
  requestAnimationFrame(() => setTimeout(once, 0));
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/**
 * Does the work when the present press has ended and the page is painted. A field is left by pressing something else: a
 * message that appeared before the release would move the pressed control away from under the finger.
 */
export function afterPress(work: () => void): void {
  if (document.querySelector(':active')) document.addEventListener('mouseup', () => afterPaint(work), { once: true, capture: true });
  else afterPaint(work);
}
