/** Writes the worker that keeps the borrower's page (`src/app/keptPage/pageWorker.ts`) beside `index.html`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minifySync, transformWithOxc, type Plugin } from 'vite';

/** The oldest engine that starts the app. */
const OLDEST = 'chrome80';
const MINIFY = { compress: { target: OLDEST }, mangle: true, codegen: true } as const;

/** Browsers look for a new worker at the address of the old one, so its name has no hash. */
export const PAGE_WORKER = 'page-worker.js';

/** @param root folder of the project. */
export function writePageWorker(root: string): Plugin {
  return {
    name: 'page-worker',
    apply: 'build',
    async generateBundle() {
      const path = join(root, 'src/app/keptPage/pageWorker.ts');
      const { code } = await transformWithOxc(await readFile(path, 'utf8'), path, { target: OLDEST });
      const script = `(function(){${code.replace('export function', 'function')};pageWorker(self)})()`;
      this.emitFile({ type: 'asset', fileName: PAGE_WORKER, source: minifySync(PAGE_WORKER, script, MINIFY).code.trim() });
    },
  };
}
