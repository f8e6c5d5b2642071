/**
 * Vite wraps every dynamic import to fetch its stylesheets and dependencies. This build needs no wrapper: it has no stylesheets,
 * and the script of the start page fetches the dependencies. So the wrapper is replaced by an empty one.
 */
import type { Plugin } from 'vite';

const HELPER = 'vite/preload-helper';

export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  enforce: 'pre',
  apply: 'build',
  load: (id) => (id.includes(HELPER) ? 'export const __vitePreload = (load) => load();' : null),
});
