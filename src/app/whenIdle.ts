/**
 * Runs the work when the browser has nothing else to do. The web view of iOS has no `requestIdleCallback`: there it runs
 * after two seconds.
 * @param patience ms after which the work no longer waits for an idle moment.
 * @returns cancels it.
 */
export function whenIdle(work: () => void, patience = 30_000): () => void {
  if (typeof requestIdleCallback === 'function') {
    const idle = requestIdleCallback(work, { timeout: patience });
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(work, 2_000);
  return () => clearTimeout(timer);
}
