/** Writes the worker that keeps the borrower's page (`src/app/keptPage/pageWorker.ts`) beside `index.html`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc, type Plugin } from 'vite';
import { minifyScript, OLDEST_ENGINE } from './minifyScript.ts';

/** Browsers look for a new worker at the address of the old one, so its name has no hash. */
export const PAGE_WORKER = 'page-worker.js';

/** @param root folder of the project. */
export function writePageWorker(root: string): Plugin {
  return {
    name: 'page-worker',
    apply: 'build',
    async generateBundle() {
      const path = join(root, 'src/app/keptPage/pageWorker.ts');
      const { code } = await transformWithOxc(await readFile(path, 'utf8'), path, { target: OLDEST_ENGINE });
      const script = `(function(){${code.replace('export function', 'function')};pageWorker(self)})()`;
      this.emitFile({ type: 'asset', fileName: PAGE_WORKER, source: await minifyScript(script) });
    },
  };
}
