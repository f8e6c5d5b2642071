/** Builds an operator's adapter into the page in place of the one that changes nothing (`src/api/adapter.ts`). */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** As the app imports it. Types of it are imported elsewhere too, and stay. */
const SEAM = '#src/api/adapter.ts';

/**
 * @param root folder of the project.
 * @param file `ADAPTER`, from the folder of the project; undefined or empty: the lender of this project.
 * @throws Error when there is no such file.
 */
export function ownAdapter(root: string, file: string | undefined): Plugin | null {
  if (!file) return null;
  const path = resolve(root, file);
  if (!existsSync(path)) throw new Error(`ADAPTER names ${path}, which does not exist.`);
  return { name: 'own-adapter', enforce: 'pre', resolveId: (source) => (source === SEAM ? path : null) };
}
