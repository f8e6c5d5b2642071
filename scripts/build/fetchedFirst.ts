/**
 * A file that is imported on demand is fetched first, with all it imports. Engines remember an import that failed for
 * as long as the page lives, so one that the network lost could never be tried again; a fetch can.
 */
import type { Plugin } from 'vite';

/** Left in the page by the start script (see startHtml.ts): fetches what a file needs, then imports it. */
export const IMPORT_FETCHED = 'importFetched';

const ON_DEMAND = /\bimport\("\.\/([^"]+)\.js"\)/g;

export const fetchedFirst = (): Plugin => ({
  name: 'fetched-first',
  apply: 'build',
  renderChunk: (code) => ({ code: code.replace(ON_DEMAND, `${IMPORT_FETCHED}("$1")`), map: null }),
});
