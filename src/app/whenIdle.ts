/**
 * Runs the work when the browser is idle. The web view of iOS has no `requestIdleCallback`, so the work runs after two seconds
 * there.
 * @param patience ms after which the work no longer waits for an idle moment.
 * @returns a function that cancels the work.
 */
export function whenIdle(work: () => void, patience = 30_000): () => void {
  if (typeof requestIdleCallback === 'function') {
    const idle = requestIdleCallback(work, { timeout: patience });
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(work, 2_000);
  return () => clearTimeout(timer);
}
