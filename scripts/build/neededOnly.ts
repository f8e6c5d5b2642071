/**
 * Leaves out parts of packages that this app never calls, and that their bundles cannot know to be unused.
 */
import type { Plugin } from 'vite';

interface Unused {
  /** Part of the path of the file that imports. */
  importer: string;
  sources: readonly string[];
  /** What stands there instead. */
  instead: string;
}

const UNUSED: readonly Unused[] = [
  // What turns a passphrase into a key, and a text format: the envelope gives the cipher a key and takes bytes.
  { importer: '/crypto-js/', sources: ['./md5', './sha1', './hmac', './evpkdf', './enc-base64'], instead: 'export default {};' },
  // Its reader of answers: the lender's client brings its own with every call.
  { importer: '/ofetch/', sources: ['destr'], instead: 'export default {};' },
  // The browser's own location: the machine owns it here, through a hook of ours.
  {
    importer: '/wouter/',
    sources: ['./use-browser-location.js'],
    instead: 'export const useBrowserLocation = () => {}; export const useSearch = () => "";',
  },
  // An extension of the developer's browser: our inspectors attach in another way.
  { importer: '/xstate/', sources: ['./xstate-dev.esm.js'], instead: 'export const devToolsAdapter = () => {};' },
];
const PREFIX = '\0unused-';

export const neededOnly = (): Plugin => ({
  name: 'needed-only',
  enforce: 'pre',
  apply: 'build',
  resolveId(source, importer) {
    const index = UNUSED.findIndex((one) => importer?.includes(one.importer) && one.sources.includes(source));
    return index < 0 ? null : `${PREFIX}${index}`;
  },
  load: (id) => (id.indexOf(PREFIX) === 0 ? (UNUSED[Number(id.slice(PREFIX.length))]?.instead ?? null) : null),
});
