/** A static server as an operator has one: the built page in a folder of its own, below a path, beside a proxy to a back end. */
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changeSettings, pageHeaders, type Change } from '../../scripts/lib/pageSettings.ts';
import { TEMPORARY_ROOT } from './temporaryRoot.ts';

const BUILT = fileURLToPath(new URL('../../dist/app', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

export interface StaticServer {
  origin: string;
  /** Copy of the build that it serves. */
  folder: string;
  /** As a deployment does it; the next request has them. */
  change: (settings: Change) => void;
  stop: () => Promise<void>;
}

export interface StaticOptions {
  /** Below which the page is: `/loan/`. */
  at: string;
  /** Path to address: requests below the path go there, without it. */
  proxy?: { path: string; to: string };
  /** Another folder than the build. */
  pages?: string;
}

function pass(request: IncomingMessage, response: ServerResponse, to: URL): void {
  const onward = forward(to, { method: request.method, headers: { ...request.headers, host: to.host } }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.writeHead(502).end());
  request.pipe(onward);
}

export async function startStaticServer({ at, proxy, pages = BUILT }: StaticOptions): Promise<StaticServer> {
  const folder = mkdtempSync(join(TEMPORARY_ROOT, 'static-'));
  cpSync(pages, folder, { recursive: true });
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (proxy && path.startsWith(`${proxy.path}/`)) return pass(request, response, new URL(path.slice(proxy.path.length), proxy.to));
    const name = normalize((path.split('?')[0] ?? '').replace(at, '')).replace(/^[/\\.]+/, '') || 'index.html';
    const file = join(folder, name);
    if (!path.startsWith(at) || !existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    for (const header of name === 'index.html' ? pageHeaders(folder) : []) response.setHeader(header.name, header.value);
    response.setHeader('content-type', TYPES[extname(name)] ?? 'application/octet-stream');
    response.end(readFileSync(file));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    folder,
    change: (settings) => void changeSettings(folder, settings),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
