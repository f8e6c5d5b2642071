/** The tools are pages of the sandbox; in production their addresses do not exist. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { staticPages } from '#server/staticPages.ts';

let dist: string;
let app: FastifyInstance;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'pages-'));
  for (const name of ['index', 'sandbox', 'inspector']) await writeFile(join(dist, `${name}.html`), `<title>${name}</title>`);
});
afterEach(() => app.close());
afterAll(() => rm(dist, { recursive: true, force: true }));

const serve = async (tools: boolean): Promise<(path: string) => Promise<number>> => {
  app = Fastify();
  await app.register(staticPages, { dist, tools });
  return async (path) => (await app.inject(path)).statusCode;
};

it('sandbox: serves the application and its tools', async () => {
  const ask = await serve(true);
  expect(await Promise.all(['/', '/sandbox', '/inspector', '/inspector.html'].map(ask))).toEqual([200, 200, 200, 200]);
});

it('production: serves only the application', async () => {
  const ask = await serve(false);
  expect(await Promise.all(['/', '/sandbox', '/sandbox.html', '/inspector', '/inspector.html', '//inspector.html'].map(ask))).toEqual([
    200, 404, 404, 404, 404, 404,
  ]);
});
