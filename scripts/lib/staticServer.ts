/**
 * A plain static server on loopback, as any operator has one: files of a folder, headers that it is told, and a path that is passed
 * on to another server. For the demonstration and the tests; a deployment has its own.
 */
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve, sep } from 'node:path';
import type { Header } from './changePageSettings.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

export interface StaticServer {
  origin: string;
  stop: () => Promise<void>;
}

interface Proxy {
  path: string;
  to: string;
  keep?: boolean;
}

export interface StaticOptions {
  /** Read at each request: a file that changes is served as it is then. */
  folder: string;
  /** What is sent with a file. @param path of the file below the folder, with forward slashes. */
  headersOf?: (path: string) => readonly Header[];
  /** Requests whose path begins with `path` go to the address `to`. `keep`: with that path; otherwise without it. */
  proxy?: Proxy | readonly Proxy[];
  /** 0: a free one. */
  port?: number;
}

function pass(request: IncomingMessage, response: ServerResponse, to: URL): void {
  const headers = { ...request.headers, host: to.host, 'x-forwarded-host': request.headers.host ?? '' };
  const onward = forward(to, { method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  // An answer that has begun can only be cut off.
  onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  request.pipe(onward);
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** The path below the folder that is meant; null: none. */
function wantedPath(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname).slice(1);
    return path === '' || path.endsWith('/') ? `${path}index.html` : path;
  } catch {
    return null;
  }
}

/** @throws Error with a `code` when the port cannot be used. */
export async function startStaticServer({ folder, headersOf = () => [], proxy = [], port = 0 }: StaticOptions): Promise<StaticServer> {
  const root = resolve(folder);
  const proxies: readonly Proxy[] = [proxy].flat();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(`http://here${request.url ?? '/'}`);
    const path = wantedPath(pathname);
    const file = path === null ? root : join(root, path);
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    if (path === null || !file.startsWith(root + sep) || file.includes('\0')) return void response.writeHead(404).end();
    // The addresses in a page are relative to its folder, so the slash at its end matters.
    if (await isFile(join(file, 'index.html'))) return void response.writeHead(308, { location: `${pathname}/${search}` }).end();
    if (!(await isFile(file))) return void response.writeHead(404).end();
    const content = await readFile(file);
    for (const { name, value } of headersOf(path)) response.setHeader(name, value);
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.end(request.method === 'HEAD' ? undefined : content);
  }

  const server = createServer((request, response) => {
    const asked = request.url ?? '/';
    const passed = proxies.find(({ path }) => asked.startsWith(`${path}/`));
    if (passed) return pass(request, response, new URL(passed.keep ? asked : asked.slice(passed.path.length), passed.to));
    serve(request, response).catch(() => (response.headersSent ? response.destroy() : response.writeHead(500).end()));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
