import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startLender, type Lender } from '#server/startLender.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';

let lender: Lender;
const inline = ['<style>\n a{}\n</style>', '<script>\n  f()\n</script>', '<script type="text/javascript">g()</script>'];

beforeAll(async () => {
  const dist = join(temporaryFolder(), 'dist');
  for (const folder of ['app/assets', 'tools/tool-files']) mkdirSync(join(dist, folder), { recursive: true });
  writeFileSync(join(dist, 'app/index.html'), `<title>App</title>${inline.map((tag) => `\n${tag}`).join('')}`);
  writeFileSync(join(dist, 'tools/sandbox.html'), '<title>Sandbox</title><script type="module" src="./tool-files/a.js"></script>');
  writeFileSync(join(dist, 'tools/publishing.js'), 'export {};');
  writeFileSync(join(dist, 'app/assets/index-abc123.js'), 'export {};');
  writeFileSync(join(dist, 'app/assets/index-abc123.js.br'), brotliCompressSync('export {};'));
  writeFileSync(join(dist, 'app/assets/plain-abc123.css'), 'a{}');
  writeFileSync(join(dist, 'app/assets/.hidden.js'), '');
  writeFileSync(join(dist, 'chunks.json'), '[]');
  writeFileSync(join(dist, '.built-from'), 'hash');
  lender = await startLender(readConfig({ SANDBOX: '1', PORT: '0', DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent' }), { dist });
});
afterAll(async () => {
  await lender?.close();
  removeTemporaryFolders();
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> => fetch(lender.url + path, { headers });

describe('a page', () => {
  it.each([
    ['/', 'App'],
    ['/sandbox', 'Sandbox'],
    ['/sandbox/', 'Sandbox'],
  ])('page %s: is revalidated with every request', async (path, title) => {
    const response = await get(path);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain(title);
  });

  it('file of the tools without a hash in its name: is revalidated with every request', async () => {
    expect((await get('/publishing.js')).headers.get('cache-control')).toBe('no-cache');
  });

  it('page, unchanged: 304', async () => {
    const etag = (await get('/')).headers.get('etag') ?? '';
    // Not with fetch: it adds `no-cache` to a conditional request, and would get the whole page.
    const request = httpGet(`${lender.url}/`, { headers: { 'if-none-match': etag } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(304);
  });
});

describe('an asset', () => {
  it('asset with a compressed copy: is sent compressed and immutable', async () => {
    const response = await get('/assets/index-abc123.js', { 'accept-encoding': 'br' });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('content-type')).toMatch(/javascript/);
    expect(await response.text()).toBe('export {};');
  });

  it('asset without a compressed copy, or a browser without brotli: is sent plain', async () => {
    expect((await get('/assets/index-abc123.js', { 'accept-encoding': 'identity' })).headers.get('content-encoding')).toBeNull();
    expect(await (await get('/assets/plain-abc123.css', { 'accept-encoding': 'br' })).text()).toBe('a{}');
  });
});

describe('files that are not served', () => {
  it.each([
    '/chunks.json',
    '/assets/.hidden.js',
    '/assets/../../chunks.json',
    '/assets/%2e%2e/%2e%2e/chunks.json',
    '/.built-from',
    '//.built-from',
    '/assets/..//.built-from',
    '/%2f.built-from',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/gone-abc123.js',
    '/index.html.br',
  ])('file %s, not served: 404', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 1002 });
  });
});
