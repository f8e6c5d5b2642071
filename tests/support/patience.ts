/**
 * The longest wait for an event that must happen. It is not a subject of the tests: a slow machine needs more time than a quick
 * one, so the wait is far longer than any step takes on one busy core.
 */

/** Longest wait in milliseconds. */
export const PATIENCE = 240_000;

/** Bounds a wait. @returns whether the time is over */
export function deadline(patience = PATIENCE): () => boolean {
  const end = performance.now() + patience;
  return () => performance.now() > end;
}

/**
 * Asks repeatedly until the answer is true.
 * @throws Error with `what` when it is not true within {@link PATIENCE}
 */
export async function until(holds: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  const isOver = deadline();
  while (!(await holds())) {
    if (isOver()) throw new Error(what());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
