/** Security headers of every answer: pages, files, calls, errors, callbacks, the sandbox's own interface. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startLender, type Lender } from '#server/startLender.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';
import { copyFreshDatabase } from '#tests/support/freshDatabase.ts';
import { encrypt, encryptPayload, PACKAGE_NAME } from '#tests/support/rawCalls.ts';
import { PRODUCTION } from '#tests/support/productionSettings.ts';

const SCRIPTS = ['\n  first()\n', 'second("</b>")'];
const STYLE = '\n body{margin:0}\n';
const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const dist = temporaryFolder();
const lenders: Lender[] = [];

async function start(env: Record<string, string> = {}): Promise<string> {
  const dataDir = temporaryFolder();
  await copyFreshDatabase(dataDir);
  const lender = await startLender(
    readConfig({ SANDBOX: '1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', TRUST_PROXY: '1', PACKAGE_NAME, ...env }),
    { dist },
  );
  lenders.push(lender);
  return lender.url;
}

let sandbox: string;
let production: string;

beforeAll(async () => {
  for (const folder of ['app/assets', 'tools/tool-files']) mkdirSync(join(dist, folder), { recursive: true });
  const page = `<style>${STYLE}</style><script>${SCRIPTS[0]}</script>\r\n<script type="module">${SCRIPTS[1]}</script><script type="module" src="./assets/a-1.js"></script>`;
  writeFileSync(join(dist, 'app/index.html'), page);
  writeFileSync(join(dist, 'app/assets/a-1.js'), 'export {};');
  writeFileSync(join(dist, 'app/assets/a-2.css'), 'b{color:red}');
  writeFileSync(join(dist, 'app/assets/a-3.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(dist, 'app/page-worker.js'), 'void 0;');
  writeFileSync(join(dist, 'tools/sandbox.html'), '<script type="module" src="./tool-files/b-1.js"></script>');
  writeFileSync(join(dist, 'tools/tool-files/b-1.js'), 'export {};');
  sandbox = await start();
  production = await start({ ...PRODUCTION, FRAME_ANCESTORS: 'https://app.example https://other.example:8443' });
});
afterAll(async () => {
  for (const lender of lenders) await lender.close();
  removeTemporaryFolders();
});

const answerToBytes = (url: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });

/** The policy as names with their sources. */
const policyOf = (headers: Headers): Record<string, string[]> =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );

const call = (path: string): string => `/api/${encrypt(path)}/e`;
const ASKED = new URLSearchParams({ q7f3k9: encryptPayload({}) }).toString();
const headers = { packageName: PACKAGE_NAME };
/** A path that the server refuses before any hook runs, without reading the request. */
const UNREADABLE = '/api/%zz/e';
const ANSWERS: [what: string, status: number, path: string, init: RequestInit][] = [
  ['page', 200, '/', {}],
  ['file of the app', 200, '/assets/a-1.js', {}],
  ['file that is not there', 404, '/assets/gone-1.js', {}],
  ['call', 200, `${call('/loan/product/list')}?${ASKED}`, { headers }],
  ['refused call', 200, `${call('/loan/loan-order/latest')}?${ASKED}`, { headers }],
  ['call of another package', 400, call('/loan/product/list'), {}],
  ['call that is none', 404, call('/nothing'), { headers }],
  ['address that cannot be read', 400, UNREADABLE, {}],
  ['method that does not exist here', 404, '/', { method: 'DELETE' }],
  [
    'body that is too large',
    413,
    call('/user/saveBasicInfo'),
    { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: `"${'a'.repeat(70_000)}"` },
  ],
  ['callback of the rail', 404, `/rail/${'0'.repeat(32)}/push`, { method: 'POST' }],
  ['upload of the shell', 401, '/collected/L1/contacts', { method: 'POST' }],
];

const EVERY: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /^default-src 'none'; /,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'cache-control': /./,
};
/** Headers that have an effect on documents only. */
const OF_DOCUMENT: Readonly<Record<string, RegExp>> = {
  'permissions-policy': /camera=\((self)?\).*geolocation=\(\).*microphone=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
};
const NO_DOCUMENT = /^(application\/(javascript|json)|text\/javascript)/;
/** Headers of which the page's own apply to its scripts and styles. */
const OF_PAGE = ['content-security-policy', 'referrer-policy'];
const PART_OF_PAGE = /^\/assets\/a-1\.js$/;

function expectEvery({ headers: found }: Response, path: string): void {
  const isDocument = path === UNREADABLE || !NO_DOCUMENT.test(found.get('content-type') ?? '');
  for (const [name, value] of Object.entries(EVERY))
    if (PART_OF_PAGE.test(path) && OF_PAGE.includes(name)) expect(found.get(name), `${name} of ${path}`).toBeNull();
    else expect(found.get(name), `${name} of ${path}`).toMatch(value);
  for (const [name, value] of Object.entries(OF_DOCUMENT))
    if (isDocument) expect(found.get(name), `${name} of ${path}`).toMatch(value);
    else expect(found.get(name), `${name} of ${path}`).toBeNull();
}

describe('every answer', () => {
  it.each(ANSWERS)('answer %s: has every header', async (_, status, path, init) => {
    for (const url of [sandbox, production]) {
      const response = await fetch(url + path, init);
      if (status !== 401) expect(response.status, url + path).toBe(status);
      expectEvery(response, path);
      expect(response.headers.get('strict-transport-security')).toBeNull();
    }
  });

  it.each([
    ['the application', '/', 'camera=(self)'],
    ['the sandbox, which frames it', '/sandbox', 'camera=(self)'],
  ])('answer for %s: allows the camera to this origin', async (_, path, camera) => {
    expect((await fetch(sandbox + path)).headers.get('permissions-policy')).toContain(camera);
  });

  it.each([
    ['a page', '/', ['permissions-policy', 'cross-origin-opener-policy']],
    ['a script', '/assets/a-1.js', []],
    ['a call', `${call('/loan/product/list')}?${ASKED}`, []],
  ])('answer for %s: has the headers of documents only if it is one', async (_, path, names) => {
    const { headers: found } = await fetch(sandbox + path, { headers });
    expect(Object.keys(OF_DOCUMENT).filter((name) => found.has(name))).toEqual(names);
  });

  it('interface of the sandbox: has every header', async () => {
    for (const path of ['/sandbox/api/state', '/sandbox/api/nothing', '/sandbox', '/tool-files/b-1.js', '/daraja/nothing'])
      expectEvery(await fetch(sandbox + path), path);
  });

  it('answer to bytes that are no HTTP: has every header', async () => {
    const said = await answerToBytes(sandbox, 'HELLO\r\n\r\n');
    for (const name of Object.keys({ ...EVERY, ...OF_DOCUMENT })) expect(said.toLowerCase()).toContain(`\r\n${name}: `);
  });

  it('request with an unknown Expect header: is answered like any other, with every header', async () => {
    const request = `GET / HTTP/1.1\r\nExpect: miracles\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n`;
    const said = await answerToBytes(production, request);
    expect(said).toMatch(/^HTTP\/1\.1 200 /);
    for (const name of [...Object.keys({ ...EVERY, ...OF_DOCUMENT }), 'strict-transport-security'])
      expect(said.toLowerCase()).toContain(`\r\n${name}: `);
  });

  it.each([
    ['behind TLS', 'https', /^max-age=63072000; includeSubDomains$/],
    ['behind a proxy without TLS', 'http', null],
  ])('answer %s, protocol %s: the header that requires TLS is sent or left out', async (_, proto, value) => {
    for (const [what, , path, init] of ANSWERS) {
      // This answer is sent before the proxy's headers are read. The browser gets the header with its next answer.
      if (what === 'address that cannot be read') continue;
      const response = await fetch(production + path, { ...init, headers: { ...init.headers, 'x-forwarded-proto': proto } });
      const header = response.headers.get('strict-transport-security');
      if (value) expect(header, path).toMatch(value);
      else expect(header, path).toBeNull();
    }
  });
});

describe('the policy of a page', () => {
  it('page of production: runs its own files and inline scripts only, and contacts and frames no other origin', async () => {
    expect(policyOf((await fetch(`${production}/`)).headers)).toEqual({
      'default-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'object-src': ["'none'"],
      'script-src': ["'self'", ...SCRIPTS.map(hash)],
      'style-src': ["'self'", hash(STYLE)],
      'img-src': ["'self'", 'blob:', 'data:'],
      'connect-src': ["'self'"],
      'worker-src': ["'self'"],
      'manifest-src': ["'self'"],
      'frame-ancestors': ['https://app.example', 'https://other.example:8443'],
    });
  });

  it('page of a sandbox: frames and is framed by itself', async () => {
    for (const path of ['/', '/sandbox']) {
      const policy = policyOf((await fetch(sandbox + path)).headers);
      expect(policy).toMatchObject({ 'frame-src': ["'self'"], 'frame-ancestors': ["'self'"] });
      expect(policy['script-src']).not.toContain("'unsafe-inline'");
    }
  });

  it('page, FRAME_ANCESTORS empty: cannot be framed', async () => {
    const url = await start(PRODUCTION);
    expect(policyOf((await fetch(`${url}/`)).headers)['frame-ancestors']).toEqual(["'none'"]);
  });

  it('page that a new build replaces: has the hashes of the new one', async () => {
    const path = join(dist, 'tools/sandbox.html');
    writeFileSync(path, '<script>third()</script>');
    expect(policyOf((await fetch(`${sandbox}/sandbox`)).headers)['script-src']).toEqual(["'self'", hash('third()')]);
  });

  it('answer that is no page: loads, frames and sends nothing when it is opened as a page', async () => {
    const { headers } = await fetch(`${production}/nowhere`);
    expect(policyOf(headers)).toEqual({
      'default-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    });
  });

  it.each([
    ['of the root folder', '/page-worker.js'],
    ['of the tools', '/tool-files/b-1.js'],
  ])('script %s: a worker made from it may load the files of the app, and nothing else', async (_, path) => {
    expect(policyOf((await fetch(sandbox + path)).headers)).toMatchObject({ 'default-src': ["'none'"], 'script-src': ["'self'"] });
  });

  it('picture with scripts of its own, opened as a page: runs none', async () => {
    const { headers: found } = await fetch(`${production}/assets/a-3.svg`);
    expect(policyOf(found)).toMatchObject({ 'default-src': ["'none'"] });
    // Without scripts it has no features and opens nothing.
    expect([found.has('permissions-policy'), found.has('cross-origin-opener-policy')]).toEqual([false, false]);
  });
});

describe('files of the app', () => {
  // A first visit loads thirteen files, and each header costs a slow link the time of its bytes thirteen times.
  it.each(['/assets/a-1.js', '/assets/a-2.css'])('file %s: has no header without a use', async (path) => {
    const { headers: found } = await fetch(production + path);
    expect([...found.keys()].sort()).toEqual([
      'cache-control',
      'connection',
      'content-length',
      'content-type',
      'cross-origin-resource-policy',
      'date',
      'keep-alive',
      'vary',
      'x-content-type-options',
      'x-request-id',
    ]);
    expect(found.get('vary')).toBe('accept-encoding');
  });

  it('page, asked for again: is not sent again', async () => {
    for (const path of ['/', '/sandbox', '/page-worker.js']) {
      const { headers: found } = await fetch(sandbox + path);
      // `fetch` of Node would add that no copy is wanted.
      const said = await answerToBytes(
        sandbox,
        `GET ${path} HTTP/1.1\r\nHost: app.example\r\nIf-None-Match: ${found.get('etag')}\r\nConnection: close\r\n\r\n`,
      );
      expect(said, path).toMatch(/^HTTP\/1\.1 304 [^]*\r\nvary: accept-encoding\r\n/);
    }
  });
});
