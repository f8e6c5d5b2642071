/** Builds an operator's adapter into the page, in place of the default adapter, which changes nothing (`src/api/adapter.ts`). */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** The specifier by which the app imports the adapter. Imports of its types are not replaced. */
const SEAM = '#src/api/adapter.ts';

/**
 * @param root folder of the project.
 * @param file `ADAPTER`, relative to the folder of the project; undefined or empty: the default adapter.
 * @throws Error when there is no such file.
 */
export function ownAdapter(root: string, file: string | undefined): Plugin | null {
  if (!file) return null;
  const path = resolve(root, file);
  if (!existsSync(path)) throw new Error(`ADAPTER names ${path}, which does not exist.`);
  return { name: 'own-adapter', enforce: 'pre', resolveId: (source) => (source === SEAM ? path : null) };
}
