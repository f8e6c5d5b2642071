/**
 * Leaves out parts of packages that this app never calls, and that their bundles cannot know to be unused. Of crypto-js:
 * what turns a passphrase into a key (MD5, SHA-1, HMAC, EVP) and its own text format; the envelope gives the cipher a key
 * and takes bytes, so it is a quarter of the cipher's size for nothing. Of ofetch: its reader of answers, for the
 * lender's client brings its own with every call.
 */
import type { Plugin } from 'vite';

/** Package to what it imports in vain. */
const UNUSED: readonly (readonly [importer: string, sources: readonly string[]])[] = [
  ['/crypto-js/', ['./md5', './sha1', './hmac', './evpkdf', './enc-base64']],
  ['/ofetch/', ['destr']],
];
const NOTHING = '\0unused';

export const neededOnly = (): Plugin => ({
  name: 'needed-only',
  enforce: 'pre',
  resolveId: (source, importer) =>
    UNUSED.some(([folder, sources]) => importer?.includes(folder) && sources.includes(source)) ? NOTHING : null,
  load: (id) => (id === NOTHING ? 'export default {};' : null),
});
