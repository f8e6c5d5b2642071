import { LOCAL, type Problem } from '#machines/model/codes.ts';

/** A page that was loaded less than so many ms ago has the newest build. Reloading would not help and could loop. */
const NEW_FOR_MS = 60_000;

/** Whether the phone had kept the page (`keptPage/pageWorker.ts`), so that it may be of an older build. A reload asks the server. */
function isKeptPage(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry !== undefined && entry.workerStart > 0 && entry.type !== 'reload';
}

/** Reloads the page, unless it was just loaded from the server. Typed text is stored and not lost. */
export function reloadOldPage(): void {
  if (performance.now() > NEW_FOR_MS || isKeptPage()) window.location.reload();
}

/**
 * Awaits a chunk that a call needs. A 404 means that a newer build has replaced the chunk: the page reloads, unless it
 * was just loaded.
 * @throws Problem `networkFailed`: no request was sent to the lender.
 */
export const importOrReload = <M>(file: Promise<M>): Promise<M> =>
  file.catch((error: unknown) => {
    if (error instanceof Response && error.status === 404) reloadOldPage();
    throw { code: LOCAL.networkFailed, message: '' } satisfies Problem;
  });
