/**
 * Writes a list of the chunks of the borrower's build with their modules, beside the build. With it tests and the budget check
 * that the borrower's folder contains no tools. The plugin does not change the build.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

export interface ListedChunk {
  /** Below the borrower's folder, such as `assets/home-1a2b3c.js`. */
  file: string;
  /** The module that a page or a dynamic import loads, relative to the repository; null for shared chunks. */
  facade: string | null;
  /** Relative to the repository, with forward slashes. */
  modules: string[];
  /** Files of chunks that this chunk imports statically. */
  imports: string[];
  /** Files of chunks that this chunk imports dynamically. */
  laterImports: string[];
}

/** @param name of the list, which is written beside the folder of the build. */
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
