/**
 * A plain static server on loopback, for the demonstration and the tests, in place of an operator's own server. It serves the
 * files of a folder with configured headers, and forwards configured paths to other servers.
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
  /** Folder of the files, which are read again at each request. */
  folder: string;
  /** Headers for a file. @param path of the file below the folder, with forward slashes. */
  headersOf?: (path: string) => readonly Header[];
  /** Requests whose path begins with `path` are forwarded to the address `to`. `keep`: with this prefix, otherwise without it. */
  proxy?: Proxy | readonly Proxy[];
  /** 0: any free port. */
  port?: number;
}

function pass(request: IncomingMessage, response: ServerResponse, to: URL): void {
  const headers = { ...request.headers, host: to.host, 'x-forwarded-host': request.headers.host ?? '' };
  const onward = forward(to, { method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  // After the headers were sent, the only way to report the error is to close the connection.
  onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  request.pipe(onward);
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** The requested path below the folder; null: the path is malformed. */
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
    // The addresses in a page are relative to its folder, so the address of a folder must end with a slash.
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
