/** Pages of other origins: which may call the lender, and what they may send and read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';
import { encrypt, encryptPayload, PACKAGE_NAME } from '#tests/support/rawCalls.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';

const OURS = 'https://app.kopa.ke';
const path = `/api/${encrypt('/loan/loan-product/index')}/e`;

let open: TestLender;
let closed: TestLender;
beforeAll(async () => {
  open = await startLender({ env: { CORS_ORIGINS: `${OURS} http://127.0.0.1:8000` } });
  closed = await startLender();
});
afterAll(async () => {
  await open?.stop();
  await closed?.stop();
});

const preflight = (url: string, origin: string, at = path): Promise<Response> =>
  fetch(url + at, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization,packagename,lang' },
  });
const call = (url: string, origin: string): Promise<Response> =>
  fetch(`${url}${path}?abcdef=${encryptPayload({})}`, { headers: { origin, packageName: PACKAGE_NAME } });
const allowed = (response: Response): string | null => response.headers.get('access-control-allow-origin');

describe('origin of the setting', () => {
  it('origin of the setting, preflight: names the headers of the page, and is remembered', async () => {
    const answer = await preflight(open.url, OURS);
    expect(answer.status).toBe(204);
    expect(allowed(answer)).toBe(OURS);
    expect(answer.headers.get('access-control-allow-headers')?.split(', ')).toEqual([
      ...['authorization', 'packagename', 'appname', 'afid', 'deviceid', 'lang', 'contractversion', 'cache-control', 'content-type'],
    ]);
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, POST');
    expect(answer.headers.get('access-control-max-age')).toBe('7200');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('origin of the setting, call: is answered, the clock can be read, and a cache keeps origins apart', async () => {
    const answer = await call(open.url, OURS);
    expect(allowed(answer)).toBe(OURS);
    expect(answer.headers.get('access-control-expose-headers')).toContain('x-server-time');
    expect(answer.headers.get('vary')).toMatch(/origin/i);
    expect(await answer.json()).toMatchObject({ code: 0 });
  });

  it('errors of the page: may be reported; no other address of the lender is opened', async () => {
    expect(allowed(await preflight(open.url, OURS, '/browser-errors'))).toBe(OURS);
    for (const other of [
      '/',
      '/sandbox/api/state',
      '/collected/LN1/sms',
      '/agreements/a/b.pdf',
      '/api',
      `${path}/more`,
      '/browser-errorsX',
    ])
      expect(allowed(await preflight(open.url, OURS, other)), other).toBeNull();
  });
});

describe('any other origin', () => {
  it.each(['https://app.kopa.ke.evil.example', 'http://app.kopa.ke', 'https://app.kopa.ke:8443', 'null', 'https://sub.app.kopa.ke'])(
    'origin %s: gets no header that would let it read an answer',
    async (origin) => {
      expect(allowed(await preflight(open.url, origin))).toBeNull();
      expect(allowed(await call(open.url, origin))).toBeNull();
    },
  );

  it('lender without CORS_ORIGINS: sends no header, and answers no preflight', async () => {
    const answer = await preflight(closed.url, OURS);
    // A request without the package's header is not accepted as a call, whatever its method.
    expect(answer.status).toBe(400);
    expect(allowed(answer)).toBeNull();
    expect(allowed(await call(closed.url, OURS))).toBeNull();
  });

  it('OPTIONS that is no preflight: is answered as a wrong method', async () => {
    expect((await fetch(open.url + path, { method: 'OPTIONS', headers: { origin: OURS, packageName: PACKAGE_NAME } })).status).toBe(405);
  });
});

describe('CORS_ORIGINS', () => {
  it.each(['*', 'https://app.kopa.ke/', 'app.kopa.ke', 'http://app.kopa.ke', 'null', 'https://app.kopa.ke, *', 'https://*.kopa.ke'])(
    'CORS_ORIGINS %s: is refused with a sentence',
    (origins) => {
      expect(() => readConfig({ SANDBOX: '1', CORS_ORIGINS: origins })).toThrow(ConfigError);
      expect(() => readConfig({ SANDBOX: '1', CORS_ORIGINS: origins })).toThrow(/CORS_ORIGINS must be none, or origins/);
    },
  );
});
