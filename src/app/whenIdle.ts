/** Runs the work when the browser has nothing else to do. Not every web view has `requestIdleCallback`. */
export const whenIdle = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 30_000 });
  else setTimeout(work, 2_000);
};
