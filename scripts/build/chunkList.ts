/**
 * Lists the chunks of the borrower's build with the modules in each, beside the build. Tests and the budget read from it
 * that no tool is in the borrower's folder. It changes no byte of the build.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

export interface ListedChunk {
  /** Below the borrower's folder, such as `assets/home-1a2b3c.js`. */
  file: string;
  /** The module that a dynamic import or a page names, relative to the repository; null for shared chunks. */
  facade: string | null;
  /** Relative to the repository, with forward slashes. */
  modules: string[];
  /** Files of other chunks that run before it. */
  imports: string[];
  /** Files of other chunks that it imports when they are needed. */
  laterImports: string[];
}

/** @param name of the list, beside the folder that is built. */
export function chunkList(name: string): Plugin {
  let root = '';
  let path = '';
  const fromRoot = (id: string): string => relative(root, id.replace(/^\0/, '').replace(/\?.*$/, '')).split(sep).join('/');
  return {
    name: 'chunk-list',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      path = join(dirname(join(root, config.build.outDir)), name);
    },
    writeBundle(_, output) {
      const chunks: ListedChunk[] = [];
      for (const chunk of Object.values(output)) {
        if (chunk.type !== 'chunk') continue;
        const { fileName, facadeModuleId, moduleIds, imports, dynamicImports } = chunk;
        chunks.push({
          file: fileName,
          facade: facadeModuleId === null ? null : fromRoot(facadeModuleId),
          modules: moduleIds.map(fromRoot),
          imports,
          laterImports: dynamicImports,
        });
      }
      writeFileSync(path, JSON.stringify(chunks));
    },
  };
}
