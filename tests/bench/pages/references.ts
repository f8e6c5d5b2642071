/** The reference pages, which are installed, built and served on demand. They are no part of the application and its packages. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { root } from '../../../scripts/lib/install.mjs';
import { run, say } from '../../../scripts/lib/say.mjs';
import type { Subject } from './subjects.ts';

export const BENCH = join(root, 'bench');
const BUILT = join(BENCH, 'dist');

const sources = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name !== 'node_modules' && name !== 'dist')
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? sources(path) : [path]))
    .sort();

function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const path of sources(BENCH)) hash.update(path.slice(BENCH.length)).update(readFileSync(path));
  return hash.digest('hex');
}

async function done(command: string, args: readonly string[]): Promise<void> {
  const { code } = await run(command, args, { cwd: BENCH });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed in bench/; see above.`);
}

/** @throws when npm or the build fails, which print the reason. */
export async function buildReferences(): Promise<void> {
  const lock = readFileSync(join(BENCH, 'package-lock.json'), 'utf8');
  const installed = join(BENCH, 'node_modules/.installed-from');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lock) {
    say('installing what bench/package-lock.json names (npm ci)');
    await done('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
    writeFileSync(installed, lock);
  }
  const stamp = join(BUILT, '.built-from');
  const hash = sourcesHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  say('building the pages to compare with');
  await done(process.execPath, [join(BENCH, 'build.mjs')]);
  writeFileSync(stamp, hash);
}

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };

/**
 * Serves one built page as a careful operator would: with brotli 11, with connections kept open (HTTP/1.1), and with a year of
 * caching for files with a hash in their name. Calls get fixed answers at once.
 */
export async function serveReference(page: Exclude<Subject, 'ours'>): Promise<{ origin: string; stop: () => Promise<void> }> {
  const folder = join(BUILT, page);
  // This module is plain JavaScript without types.
  const { ANSWERS } = (await import(join(BENCH, 'shared/answers.mjs'))) as { ANSWERS: Record<string, (token: string) => object> };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here');
    if (request.method === 'POST') {
      const answer = JSON.stringify(ANSWERS[pathname]?.(request.headers.authorization ?? '') ?? {});
      request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(answer));
      return;
    }
    const path = join(folder, pathname === '/' ? 'index.html' : pathname);
    if (!path.startsWith(folder) || !existsSync(`${path}.br`)) return void response.writeHead(404).end();
    const content = readFileSync(`${path}.br`);
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`;
    response.setHeader('cache-control', pathname === '/' ? 'no-cache' : 'public, max-age=31536000, immutable').setHeader('etag', etag);
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', 'content-encoding': 'br' }).end(content);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
