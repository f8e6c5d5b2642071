/** The built application: its chunks with their modules and compressed sizes. */
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';
import type { ListedChunk } from '../build/chunkList.ts';
import { COMPILE_AHEAD } from '../build/compileAhead.ts';
import { root } from './install.mjs';
import { steadyNames } from './steadyNames.ts';

export interface SizedFile {
  /** Below the borrower's folder, such as `assets/home-1a2b3c.js`. */
  file: string;
  /** Compressed size in bytes, measured with the hashes of {@link steadyNames} in the names of loaded files. */
  bytes: number;
}

export interface Chunk extends SizedFile, Omit<ListedChunk, 'laterImports'> {
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

/** Builds the application into `dist`. */
export async function buildBundle(): Promise<Chunk[]> {
  await build({ root, logLevel: 'warn' });
  const files = await readdir(join(APP_FOLDER, 'assets'));
  const textOf = (file: string) => readFile(join(APP_FOLDER, file), 'utf8');
  const chunks = listedChunks().map(async ({ file, facade, modules, imports }) => {
    const text = await textOf(file);
    const compiledAhead = text.startsWith(`${COMPILE_AHEAD}\n`);
    return { file, facade, modules, imports, bytes: brotliBytes(steadyNames(text, files)), compiledAhead };
  });
  return Promise.all(chunks);
}
