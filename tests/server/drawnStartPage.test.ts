/** The borrower's page as the lender sends it: with today's home of a visitor, or as it was built. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import type { HomeData } from '#machines/model/order.ts';
import { staticPages } from '#server/staticPages.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';

const NOON = Date.UTC(2026, 1, 3, 9);
const DAY = 24 * 60 * 60 * 1_000;

let dist: string;
let app: FastifyInstance;
let answer: { limit: number; serverTime: number } | Error;
let drawn: number;

beforeEach(() => {
  dist = temporaryFolder();
  for (const folder of ['app/assets', 'page']) mkdirSync(join(dist, folder), { recursive: true });
  writeFileSync(join(dist, 'app/index.html'), '<p>built</p>');
  // A page that shows how often it was drawn.
  writeFileSync(
    join(dist, 'page/startPage.js'),
    'let times = 0; export const pageWithHomes = (page, homeIn) => `${page}<p>${homeIn("en").limit} ${++times}</p>`;',
  );
  writeFileSync(join(dist, 'page/package.json'), '{"type":"module"}');
  answer = { limit: 500, serverTime: NOON };
  drawn = 0;
});
afterEach(() => app.close());
afterAll(removeTemporaryFolders);

async function serve() {
  app = Fastify();
  const visitorHome = async (): Promise<HomeData> => {
    drawn++;
    if (answer instanceof Error) throw answer;
    return answer as unknown as HomeData;
  };
  await app.register(staticPages, { dist, isSandbox: false, frameAncestors: [], visitorHome });
  return async (headers: Record<string, string> = {}) => app.inject({ url: '/', headers });
}

it('start page: contains the answer of the lender, and is drawn once', async () => {
  const get = await serve();
  expect((await get()).body).toBe('<p>built</p><p>500 1</p>');
  answer = { limit: 500, serverTime: NOON + 1 };
  expect((await get()).body).toBe('<p>built</p><p>500 1</p>');
  expect(drawn).toBeGreaterThan(3);
});

it.each([
  ['another figure', { limit: 700, serverTime: NOON }, '700 2'],
  ['another day', { limit: 500, serverTime: NOON + DAY }, '500 2'],
])('start page, %s: is drawn again', async (_, next, shown) => {
  const get = await serve();
  const { etag } = (await get()).headers;
  answer = next;
  const again = await get({ 'if-none-match': String(etag) });
  expect(again.statusCode).toBe(200);
  expect(again.body).toBe(`<p>built</p><p>${shown}</p>`);
});

it('pages that were built again: are drawn by their own file', async () => {
  const get = await serve();
  await get();
  writeFileSync(join(dist, 'app/index.html'), '<p>newer</p>');
  writeFileSync(join(dist, 'page/startPage.js'), 'export const pageWithHomes = (page) => `${page}<p>by another</p>`;');
  utimesSync(join(dist, 'app/index.html'), new Date(NOON), new Date(NOON));
  expect((await get()).body).toBe('<p>newer</p><p>by another</p>');
});

it("browser that has today's page: does not get it again", async () => {
  const get = await serve();
  const { etag } = (await get()).headers;
  const again = await get({ 'if-none-match': String(etag) });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
});

it('browser with brotli: is sent the page compressed, under the same policy', async () => {
  const get = await serve();
  const plain = await get();
  const small = await get({ 'accept-encoding': 'gzip, br' });
  expect(small.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
  expect(small.headers['content-security-policy']).toContain("script-src 'self'");
  expect(small.headers['content-security-policy']).toBe(plain.headers['content-security-policy']);
  expect(small.headers['cache-control']).toBe('no-cache');
});

it.each([
  ['br', 'br'],
  ['gzip, br;q=0.5', 'br'],
  ['gzip, br;q=0', undefined],
  ['gzip, br; q=0.00, *', undefined],
  ['gzip', undefined],
])('browser that accepts %s: is sent the page in encoding %s', async (accepted, encoding) => {
  const get = await serve();
  expect((await get({ 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding);
});

it.each<[string, () => void]>([
  ['home cannot be answered', () => void (answer = new Error('no database'))],
  ['what draws it is broken', () => writeFileSync(join(dist, 'page/startPage.js'), 'export const pageWithHomes = null;')],
])('start page, %s: the page is sent as it was built', async (_, happens) => {
  happens();
  const response = await (await serve())();
  expect(response.statusCode).toBe(200);
  expect(response.body).toBe('<p>built</p>');
});
