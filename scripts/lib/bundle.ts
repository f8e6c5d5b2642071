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
  /** Bytes, brotli at its highest quality; the hashes in the names that it loads count as {@link steadyNames} has them. */
  bytes: number;
  /** It begins with {@link COMPILE_AHEAD}. */
  compiledAhead: boolean;
}

/** The build: the borrower's folder, the tools' folder, and the list of the borrower's chunks. */
export const DIST = join(root, 'dist');
export const APP_FOLDER = join(DIST, 'app');

/** Compressed size of a file that the server compressed once and stores. */
export const brotliBytes = (content: Buffer | string): number =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/** The chunks of the borrower's folder, as it was built last. */
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
