/**
 * Fetches a dynamically imported file and all its imports before the import. Engines cache a failed import for the lifetime of
 * the page, so after a network failure the file could never be imported again. A fetch can be repeated.
 */
import type { Plugin } from 'vite';

/** Global function of the start script (see startHtml.ts): fetches the files that a file needs, then imports it. */
export const IMPORT_FETCHED = 'importFetched';

const ON_DEMAND = /\bimport\("\.\/([^"]+)\.js"\)/g;

/** Arguments for the bundler's own wrapper of an import, which this build replaces (see plainImports.ts). */
const FOR_WRAPPER = /,\s*__VITE_PRELOAD__,\s*import\.meta\.url\s*\)/g;

export const fetchedFirst = (): Plugin => ({
  name: 'fetched-first',
  apply: 'build',
  renderChunk: (code) => ({ code: code.replace(ON_DEMAND, `${IMPORT_FETCHED}("$1")`).replace(FOR_WRAPPER, ')'), map: null }),
});
