/** Builds the gallery page and serves it, so that a browser can look at every example of every screen. */
import { createServer, type Server } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export interface Gallery {
  url: string;
  close: () => Promise<void>;
}

/**
 * @param made `watched`: with the warnings of React's development build; `shipped`: as borrowers get it, for measuring.
 * @returns the address of the page; `close` stops the server and removes what was built.
 */
export async function openGallery(made: 'watched' | 'shipped' = 'watched'): Promise<Gallery> {
  const folder = await mkdtemp(join(tmpdir(), 'gallery-'));
  // Which React is built in follows from this variable alone.
  const environment = process.env['NODE_ENV'];
  if (made === 'shipped') process.env['NODE_ENV'] = 'production';
  await build({
    configFile: false,
    root: fileURLToPath(new URL('../gallery', import.meta.url)),
    base: './',
    logLevel: 'error',
    plugins: [react()],
    define: { __PACKAGE_NAME__: '"ke.example.loan"', __APP_NAME__: '"Example Loan"' },
    build: { outDir: folder, emptyOutDir: true, target: 'chrome80', cssTarget: 'chrome80', cssCodeSplit: false, minify: false },
  }).finally(() => {
    if (environment === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = environment;
  });
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
      await rm(folder, { recursive: true, force: true });
    },
  };
}
