/** Sizes that change only with the code they are the size of. */
import { createHash } from 'node:crypto';

/** As Vite names a file: `home-Ch_AzwbW.js`. */
const HASHED = /^(.+)-([\w-]{8})\.\w+$/;

/**
 * The same text with other hashes in the names of files, derived from the rest of each name. A change of any file changes the
 * hash in its name, and so the text of every file that loads it, whose compressed size then differs by up to 60 bytes
 * without a change of its own.
 * @param files names of the built files. A text may leave out their endings.
 */
export const steadyNames = (text: string, files: readonly string[]): string =>
  files.reduce((changed, file) => {
    const [, name, hash] = HASHED.exec(file) ?? [];
    if (name === undefined || hash === undefined) return changed;
    const steady = createHash('sha256').update(name).digest('base64url').slice(0, hash.length);
    return changed.split(`${name}-${hash}`).join(`${name}-${steady}`);
  }, text);
