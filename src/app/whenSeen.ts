/** Whether the page is hidden. Without a page, as in Node, the answer is no. */
const isHidden = (): boolean => typeof document !== 'undefined' && document.visibilityState === 'hidden';

/** Waits until the page is visible. @param signal ends the wait; the request that follows must be aborted by it too. */
export function whenSeen(signal: AbortSignal): Promise<void> {
  if (!isHidden() || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const look = (): void => {
      if (isHidden() && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
  });
}
