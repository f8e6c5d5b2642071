/**
 * Fetches a dynamically imported file and all its imports before the import. Engines cache a failed import for the
 * lifetime of the page, so a file that was lost in the network could never be imported again. A fetch can be retried.
 */
import type { Plugin } from 'vite';

/** Global function of the start script (see startHtml.ts): fetches the files that a file needs, then imports it. */
export const IMPORT_FETCHED = 'importFetched';

const ON_DEMAND = /\bimport\("\.\/([^"]+)\.js"\)/g;

export const fetchedFirst = (): Plugin => ({
  name: 'fetched-first',
  apply: 'build',
  renderChunk: (code) => ({ code: code.replace(ON_DEMAND, `${IMPORT_FETCHED}("$1")`), map: null }),
});
