/** Makes the measured size of a file independent of changes in other files. */
import { createHash } from 'node:crypto';

/** A file name of Vite: `home-Ch_AzwbW.js`. */
const HASHED = /^(.+)-([\w-]{8})\.\w+$/;

/**
 * Replaces the hashes in the names of files by hashes of the rest of each name. A change of a file changes the hash in its
 * name, and so the text of every file that loads it. The compressed size of these files would differ by up to 60 bytes, although
 * their own code is the same.
 * @param files names of the built files. In a text their endings may be missing.
 */
export const steadyNames = (text: string, files: readonly string[]): string =>
  files.reduce((changed, file) => {
    const [, name, hash] = HASHED.exec(file) ?? [];
    if (name === undefined || hash === undefined) return changed;
    const steady = createHash('sha256').update(name).digest('base64url').slice(0, hash.length);
    return changed.split(`${name}-${hash}`).join(`${name}-${steady}`);
  }, text);
