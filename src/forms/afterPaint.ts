/** Longer than a frame of the slowest phone; a page that paints no frames, because it is hidden, waits this long. ms. */
const NO_FRAME = 250;

/**
 * Does the work in the first task after the next frame: what the browser itself shows is on the screen by then.
 * @returns calls it off.
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
