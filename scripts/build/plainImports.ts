/**
 * Vite wraps every dynamic import to fetch its stylesheets and dependencies. This build has one stylesheet, and the
 * start page has a map of the files, so the wrapper is replaced by an empty one.
 */
import type { Plugin } from 'vite';

const HELPER = 'vite/preload-helper';

export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  enforce: 'pre',
  apply: 'build',
  load: (id) => (id.includes(HELPER) ? 'export const __vitePreload = (load) => load();' : null),
});
