import { LOCAL, type Problem } from '#machines/model/codes.ts';

/** A page younger than this is of the newest app there is: to begin it anew would bring nothing, again and again. */
const NEW_FOR_MS = 60_000;

/**
 * A file without which a call cannot be made. One that is gone while the lender answers was replaced by a newer app, and
 * this page is the old one's: it begins anew.
 * @throws Problem `networkFailed`: nothing was asked, nothing was sent.
 */
export const importOrReload = <M>(file: Promise<M>): Promise<M> =>
  file.catch((error: unknown) => {
    if (error instanceof Response && error.status === 404 && performance.now() > NEW_FOR_MS) window.location.reload();
    throw { code: LOCAL.networkFailed, message: '' } satisfies Problem;
  });
