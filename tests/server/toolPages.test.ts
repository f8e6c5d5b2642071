/** The tools are files of the sandbox; in production their folder is not read. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { staticPages } from '#server/staticPages.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';

const dist = temporaryFolder();
let app: FastifyInstance;
beforeAll(() => {
  mkdirSync(join(dist, 'app/assets'), { recursive: true });
  mkdirSync(join(dist, 'tools/tool-files'), { recursive: true });
  for (const file of [
    'app/index.html',
    'tools/sandbox.html',
    'tools/inspector.html',
    'tools/shell-check.html',
    'tools/publishing.js',
    'tools/tool-files/a-1.js',
  ])
    writeFileSync(join(dist, file), `<title>${file}</title>`);
});
afterEach(() => app.close());
afterAll(removeTemporaryFolders);

const serve = async (isSandbox: boolean): Promise<(path: string) => Promise<number>> => {
  app = Fastify();
  await app.register(staticPages, { dist, isSandbox, frameAncestors: [] });
  return async (path) => (await app.inject(path)).statusCode;
};

const TOOLS = ['/sandbox', '/inspector', '/shell-check', '/publishing.js', '/tool-files/a-1.js'];

it('sandbox: serves the application and its tools', async () => {
  const ask = await serve(true);
  expect(await Promise.all(['/', ...TOOLS].map(ask))).toEqual([200, 200, 200, 200, 200, 200]);
});

it('production: serves only the application', async () => {
  const ask = await serve(false);
  const ways = [
    '/sandbox.html',
    '//sandbox',
    '/inspector.html',
    '/shell-check.html',
    '/../tools/sandbox.html',
    '/assets/../../tools/sandbox.html',
  ];
  const encoded = ['/assets/%2e%2e/%2e%2e/tools/sandbox.html', '/assets/..%2f..%2ftools/sandbox.html', '/tools/sandbox.html'];
  for (const path of [...TOOLS, ...ways, ...encoded]) expect(await ask(path), path).toBe(404);
  expect(await ask('/')).toBe(200);
});
