/** The tools are files of the sandbox; in production their folder is not read. The desk is served in both. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { staticPages } from '#server/staticPages.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';

const dist = temporaryFolder();
let app: FastifyInstance;
beforeAll(() => {
  mkdirSync(join(dist, 'app/assets'), { recursive: true });
  mkdirSync(join(dist, 'desk/desk-files'), { recursive: true });
  mkdirSync(join(dist, 'tools/tool-files'), { recursive: true });
  for (const file of [
    'app/index.html',
    'desk/desk.html',
    'desk/desk-files/d-1.js',
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
  await app.register(staticPages, { dist, isSandbox, frameAncestors: ['https://shell.example'] });
  return async (path) => (await app.inject(path)).statusCode;
};

const TOOLS = ['/sandbox', '/inspector', '/shell-check', '/publishing.js', '/tool-files/a-1.js'];

it('sandbox: serves the application and its tools', async () => {
  const ask = await serve(true);
  expect(await Promise.all(['/', ...TOOLS].map(ask))).toEqual([200, 200, 200, 200, 200, 200]);
});

it('production: serves the application and the desk, and nothing else', async () => {
  const ask = await serve(false);
  const ways = [
    '/sandbox.html',
    '//sandbox',
    '/inspector.html',
    '/shell-check.html',
    '/desk.html',
    '/../tools/sandbox.html',
    '/assets/../../tools/sandbox.html',
  ];
  const encoded = ['/assets/%2e%2e/%2e%2e/tools/sandbox.html', '/assets/..%2f..%2ftools/sandbox.html', '/tools/sandbox.html'];
  for (const path of [...TOOLS, ...ways, ...encoded]) expect(await ask(path), path).toBe(404);
  expect(await Promise.all(['/', '/desk', '/desk-files/d-1.js'].map(ask))).toEqual([200, 200, 200]);
});

it('desk: can be framed by the sandbox only, may ask for a passkey, and has no camera', async () => {
  await serve(false);
  const [desk, borrower] = await Promise.all([app.inject('/desk'), app.inject('/')]);
  expect(borrower.headers['content-security-policy']).toContain('frame-ancestors https://shell.example');
  expect(desk.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(desk.headers['permissions-policy']).toContain('publickey-credentials-get=(self)');
  expect(desk.headers['permissions-policy']).toContain('camera=()');
  expect(borrower.headers['permissions-policy']).toContain('publickey-credentials-get=()');
  await app.close();
  await serve(true);
  expect((await app.inject('/desk')).headers['content-security-policy']).toContain("frame-ancestors 'self'");
});

it("deployment with the borrowers' pages only: has no desk", async () => {
  rmSync(join(dist, 'desk'), { recursive: true });
  const ask = await serve(false);
  expect(await ask('/desk')).toBe(404);
  expect(await ask('/')).toBe(200);
});
