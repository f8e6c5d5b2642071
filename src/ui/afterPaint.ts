/** Longer than a frame of the slowest phone. A hidden page paints no frames and waits this long. ms. */
const NO_FRAME = 250;

/**
 * Runs the work in the first task after the next frame, when the browser has painted what it shows by itself.
 * @returns a function that cancels the work.
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
 * Runs the work after the end of the current press and the next paint. A press on another control leaves the field: a
 * message that appears before the release would move that control away from under the finger.
 */
export function afterPress(work: () => void): void {
  if (document.querySelector(':active')) document.addEventListener('mouseup', () => afterPaint(work), { once: true, capture: true });
  else afterPaint(work);
}
