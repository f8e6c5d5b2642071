/** Whether the page is hidden. A program without a page is never hidden. */
const isHidden = (): boolean => typeof document !== 'undefined' && document.visibilityState === 'hidden';

/** Waits until somebody sees the page. @param signal ends the wait; whatever is sent then is aborted by it too. */
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
