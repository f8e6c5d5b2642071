/** The built application as chunks: the modules and the compressed size of each. */
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';
import type { ListedChunk } from '../build/chunkList.ts';
import { COMPILE_AHEAD } from '../build/compileAhead.ts';
import { root } from './install.mjs';
import { steadyNames } from './steadyNames.ts';

export interface Chunk extends Omit<ListedChunk, 'laterImports'> {
  /** Compressed size in bytes, measured with the hashes of {@link steadyNames} in the names of loaded files. */
  bytes: number;
  /** Whether the file begins with {@link COMPILE_AHEAD}. */
  compiledAhead: boolean;
}

/** Folder of the build: the borrower's pages, the tools' pages, and the list of the borrower's chunks. */
export const DIST = join(root, 'dist');
export const APP_FOLDER = join(DIST, 'app');

/** Size of a file after brotli at the highest quality. */
export const brotliBytes = (content: Buffer | string): number =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/** The chunks of the last build of the borrower's pages. */
export const listedChunks = (): ListedChunk[] => JSON.parse(readFileSync(join(DIST, 'chunks.json'), 'utf8')) as ListedChunk[];

/** Builds the application into `dist` and returns its chunks. */
export async function buildBundle(): Promise<Chunk[]> {
  await build({ root, logLevel: 'warn' });
  const files = await readdir(join(APP_FOLDER, 'assets'));
  return Promise.all(
    listedChunks().map(async ({ file, facade, modules, imports }) => {
      const text = await readFile(join(APP_FOLDER, file), 'utf8');
      const compiledAhead = text.startsWith(`${COMPILE_AHEAD}\n`);
      return { file, facade, modules, imports, bytes: brotliBytes(steadyNames(text, files)), compiledAhead };
    }),
  );
}
