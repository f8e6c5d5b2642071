import { LOCAL, type Problem } from '#machines/model/codes.ts';

/** A page that was loaded less than so many ms ago has the newest build. Reloading would not help and could loop. */
const NEW_FOR_MS = 60_000;

/** Reloads the page, unless it was just loaded from the server. Typed text is stored and not lost. @returns whether it reloads. */
export function reloadOldPage(): boolean {
  const isOld = performance.now() > NEW_FOR_MS || window.isKeptPage?.() === true;
  if (isOld) window.location.reload();
  return isOld;
}

/** Whether the server answered that it has no such file: a newer build has replaced it. @param error of a dynamic import. */
export const isGone = (error: unknown): boolean => error instanceof Response && error.status === 404;

/**
 * Awaits a chunk that a call needs. A 404 means that a newer build has replaced the chunk: the page reloads, unless it
 * was just loaded.
 * @throws Problem `networkFailed`: no request was sent to the lender.
 */
export const importOrReload = <M>(file: Promise<M>): Promise<M> =>
  file.catch((error: unknown) => {
    if (isGone(error)) reloadOldPage();
    throw { code: LOCAL.networkFailed, message: '' } satisfies Problem;
  });
