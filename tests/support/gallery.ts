/** Builds the gallery page and serves it, so that a browser can show every example of every screen. */
import { createServer, type Server } from 'node:http';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { sourcesHash } from '../../scripts/lib/builtPages.mjs';

const BUILT = fileURLToPath(new URL('../../.cache/gallery', import.meta.url));
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export interface Gallery {
  url: string;
  close: () => Promise<void>;
}

/** `watched`: with the warnings of React's development build; `shipped`: the borrowers' build, for measurements. */
export type Made = 'watched' | 'shipped';

/**
 * Builds the page, unless a build of these sources exists.
 * @returns the folder of the build.
 */
export async function builtGallery(made: Made): Promise<string> {
  const place = join(BUILT, `${made}-${sourcesHash(['tests/gallery', 'tests/support/gallery.ts'])}`);
  if (existsSync(place)) return place;
  await mkdir(BUILT, { recursive: true });
  const making = await mkdtemp(join(BUILT, 'making-'));
  // Vite chooses the build of React by this variable alone.
  const environment = process.env['NODE_ENV'];
  if (made === 'shipped') process.env['NODE_ENV'] = 'production';
  await build({
    configFile: false,
    root: fileURLToPath(new URL('../gallery', import.meta.url)),
    base: './',
    logLevel: 'error',
    plugins: [react()],
    define: { __IN_PAGE__: 'true' },
    build: { outDir: making, emptyOutDir: true, target: 'chrome80', cssTarget: 'chrome80', cssCodeSplit: false, minify: false },
  }).finally(() => {
    if (environment === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = environment;
  });
  for (const name of await readdir(BUILT)) if (name.startsWith(`${made}-`)) await rm(join(BUILT, name), { recursive: true, force: true });
  try {
    await rename(making, place);
  } catch (error) {
    // Another test run has finished the same build first.
    if (!existsSync(place)) throw error;
    await rm(making, { recursive: true, force: true });
  }
  return place;
}

/** @returns the address of the page; `close` stops the server. */
export async function openGallery(made: Made = 'watched'): Promise<Gallery> {
  const folder = await builtGallery(made);
  const server: Server = createServer((request, response) => {
    const path = normalize(decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/')).replace(/^[/\\.]+/, '') || 'index.html';
    readFile(join(folder, path)).then(
      (bytes) => response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
