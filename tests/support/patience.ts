/**
 * How long a test waits for something that is going to happen. Never what is tested: a slow machine needs more time
 * than a quick one, so this is far more than any step takes on one busy core.
 */

/** Milliseconds one wait may take. */
export const PATIENCE = 240_000;

/** Bounds a wait. @returns whether the time is over */
export function deadline(patience = PATIENCE): () => boolean {
  const end = performance.now() + patience;
  return () => performance.now() > end;
}

/**
 * Asks again and again until it holds.
 * @throws Error with `what` when it does not hold within {@link PATIENCE}
 */
export async function until(holds: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  const isOver = deadline();
  while (!(await holds())) {
    if (isOver()) throw new Error(what());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
