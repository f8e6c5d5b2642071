/** The built application as chunks: the modules and the compressed size of each. */
import { relative, sep } from 'node:path';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { root } from './install.mjs';

export type Chunk = {
  /** Below the build folder, such as `assets/home-1a2b3c.js`. */
  file: string;
  /** The module that a dynamic import or a page names, relative to the repository; null for shared chunks. */
  facade: string | null;
  /** Relative to the repository, with forward slashes. */
  modules: readonly string[];
  /** Bytes, brotli at its highest quality. */
  bytes: number;
};

export const DIST = join(root, 'dist');

/** Compressed size of a file that the server compressed once and stores. */
export const brotliBytes = (content: Buffer | string): number =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

const fromRoot = (id: string): string => relative(root, id.replace(/^\0/, '').replace(/\?.*$/, '')).split(sep).join('/');

/** Builds the application into `dist` and returns its chunks. Observing the build changes none of its bytes. */
export async function buildBundle(): Promise<Chunk[]> {
  const chunks: Omit<Chunk, 'bytes'>[] = [];
  const observer: Plugin = {
    name: 'observe-chunks',
    writeBundle(_, output) {
      for (const chunk of Object.values(output)) {
        if (chunk.type !== 'chunk') continue;
        const facade = chunk.facadeModuleId === null ? null : fromRoot(chunk.facadeModuleId);
        chunks.push({ file: chunk.fileName, facade, modules: chunk.moduleIds.map(fromRoot) });
      }
    },
  };
  await build({ root, logLevel: 'warn', plugins: [observer] });
  return Promise.all(chunks.map(async (chunk) => ({ ...chunk, bytes: brotliBytes(await readFile(join(DIST, chunk.file))) })));
}
