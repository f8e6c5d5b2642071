/**
 * Vite wraps every import on demand so that style sheets and further files are fetched beside it. There is one style
 * sheet here, and the start page has its own map of files: the wrapper has nothing to do, so it does nothing.
 */
import type { Plugin } from 'vite';

const HELPER = 'vite/preload-helper';

export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  enforce: 'pre',
  apply: 'build',
  load: (id) => (id.includes(HELPER) ? 'export const __vitePreload = (load) => load();' : null),
});
