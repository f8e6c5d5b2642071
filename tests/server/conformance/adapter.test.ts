/** The adapter to a back end with another interface: the example adapter, and a server with that interface. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE, LOCAL, type Problem } from '#machines/model/codes.ts';
import { LANGUAGES, type Language } from '#machines/context.ts';
import { contract } from '#src/api/contract.ts';
import { createApi, type Api, type ApiOptions } from '#src/api/client.ts';
import { defineAdapter } from '#src/api/defineAdapter.ts';
import { fallbackText } from '#src/api/fallbackTexts.ts';
import { plainRequest } from '#src/api/plainWire.ts';
import { complete } from '#tests/forms/sectionSamples.ts';
import { idFront } from '#tests/support/idCards.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { adapter } from '../../../examples/shillings-api/adapter.ts';
import { runConformance } from '../../../scripts/conformance/runConformance.ts';
import { sandboxEvents } from '../../../scripts/conformance/outsideEvents.ts';
import { startShillingsApi, type ShillingsApi } from '../../../examples/shillings-api/server.ts';

const PACKAGE_NAME = 'ke.shillings.app';

let lender: TestLender;
let theirs: ShillingsApi;
/** Paths of the requests that the server answered. */
const answered: string[] = [];
let hasTexts = true;
beforeAll(async () => {
  lender = await startLender({ env: { PACKAGE_NAME, TRUST_PROXY: 'loopback' } });
  theirs = await startShillingsApi({ lender: lender.url, hasTexts: () => hasTexts, onAnswered: ({ path }) => answered.push(path) });
});
afterAll(async () => {
  await theirs?.stop();
  await lender?.stop();
});

let token: string | null = null;
let language: Language = 'en';
const apiWith = (more: Partial<ApiOptions> = {}): Api =>
  createApi({
    ...{ fetch, baseUrl: theirs.url, adapter, write: plainRequest, now: () => lender.inside().clock.now(), random: Math.random },
    ...{ packageName: () => PACKAGE_NAME, appName: () => 'Shillings', session: () => token, afid: () => '' },
    ...{
      language: () => language,
      device: () => 'device-of-the-adapter-test',
      fallbackText: async (code: number) => fallbackText(code, language),
    },
    ...more,
  });
const failure = (call: Promise<unknown>): Promise<Problem> =>
  call.then(
    () => Promise.reject(new Error('was answered')),
    (problem: Problem) => problem,
  );
const mobile = '254712000777';

describe('back end with other names, paths, codes and units', () => {
  it('borrower who registers and begins an application: every answer fits the contract', async () => {
    const api = apiWith();
    expect(await api.call('existsByMobile', { mobile })).toEqual({ exists: false });
    expect(answered.at(-1)).toBe('/v1/customers/lookup');
    expect(await api.call('getVerifyCode', { mobile, purpose: 'register' })).toEqual({ resendAfter: 60_000, validFor: 300_000 });
    const code = await lender.sandbox.codeFor(mobile);
    const grant = await api.call('register', { mobile, code, acceptedTerms: true });
    expect(grant).toMatchObject({ mobile, firstName: null });
    token = grant.token;
    const { product, serverTime } = await api.call('latestOrder', {});
    expect(new Date(serverTime).getUTCFullYear()).toBe(new Date(lender.inside().clock.now()).getUTCFullYear());
    const opened = await api.call('applyMarket', {
      productId: product.id,
      amount: product.minPrincipal,
      termDays: product.termDays[0] ?? 0,
    });
    const saved = await api.call('saveBasicInfo', { orderNo: opened.orderNo, values: complete.personalInfo });
    expect(saved.orderNo).toBe(opened.orderNo);
    const { sections, savedAt } = await api.call('getUserInfo', {});
    // Field names within a section are data, which the adapter does not rename.
    expect(sections.personalInfo).toMatchObject({ firstName: 'Amina', inputBirthday: '15-03-1992' });
    expect(Object.keys(savedAt)).toEqual(['personalInfo']);
  });

  it('adapter, call that the back end does not have: is answered by the adapter, and nothing is sent', async () => {
    const before = answered.length;
    expect(await apiWith().call('isRequiredVerificationCode', { mobile })).toEqual({ required: false, captcha: null });
    expect(answered).toHaveLength(before);
  });

  it('back end with another code for a lost session: ends the session as the code of the contract does', async () => {
    const lost = (session: string | null) => failure(apiWith({ session: () => session }).call('latestOrder', {}));
    expect(await lost(null)).toMatchObject({ code: CODE.notLoggedIn, message: 'User not logged in' });
    expect(await lost('nobodys')).toMatchObject({ code: CODE.tokenInvalid });
  });

  it('back end with other names, paths, codes and units, refused fields: reach the form', async () => {
    const problem = await failure(apiWith().call('saveBasicInfo', { orderNo: '', values: {} }));
    expect(problem.code).toBe(CODE.invalidField);
    expect(Object.keys(problem.fields ?? {}).length).toBeGreaterThan(0);
  });

  it('page of a proxy, or unknown answer: does not count as an answer of the lender', async () => {
    const answering = (body: unknown) => apiWith({ fetch: async () => Response.json(body) }).call('customerService', {});
    expect(await failure(answering({ hello: 1 }))).toEqual({ code: LOCAL.garbageAnswer, message: '' });
    expect(await failure(apiWith({ fetch: async () => new Response('<html>') }).call('customerService', {}))).toMatchObject({
      code: LOCAL.garbageAnswer,
    });
    const careless = defineAdapter({ calls: { existsByMobile: { response: (data) => (data as { far: { away: never } }).far.away } } });
    const read = createApiOf(careless).call('existsByMobile', { mobile });
    expect(await failure(read)).toMatchObject({ code: LOCAL.garbageAnswer });
  });
});

describe('gateway in front of the lender', () => {
  it('every call through the adapter, in every kind: nothing differs from the contract', async () => {
    const report = await runConformance({
      ...{ address: theirs.url, packageName: PACKAGE_NAME, appName: 'Shillings', envelope: false, adapter, fetch, skip: {} },
      ...{ outside: sandboxEvents(lender.url, fetch), mobile: '254720000001', newMobile: '254720000002' },
      now: () => lender.inside().clock.now(),
    });
    expect(report.differences).toEqual([]);
    expect(report.run).toHaveLength(Object.keys(contract).length + 1);
    expect(report.skipped).toEqual([]);
  });

  const mobile = '254712000778';
  const headers = { 'x-app': PACKAGE_NAME, 'content-type': 'application/json' };
  const post = (path: string, body: BodyInit): Promise<Response> => fetch(theirs.url + path, { method: 'POST', headers, body });
  const now = (): number => lender.inside().clock.now();

  it('changing request that arrives twice, byte for byte: is done once, and both get the first answer', async () => {
    const request = JSON.stringify({ mobile, purpose: 'register', timestamp: now() });
    const answers = [await post('/v1/security/getVerifyCode', request), await post('/v1/security/getVerifyCode', request)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [first, second] = (await Promise.all(answers.map((answer) => answer.json()))) as unknown[];
    expect(second).toEqual(first);
    expect((await lender.sandbox.state()).sms.filter(({ to }) => to === mobile)).toHaveLength(1);
  });

  it('gateway in front of the lender, photo: reaches the lender, and the answer fits the contract', async () => {
    const api = apiWith();
    const mobile = '254712000779';
    await api.call('getVerifyCode', { mobile, purpose: 'register' });
    token = (await api.call('register', { mobile, code: await lender.sandbox.codeFor(mobile), acceptedTerms: true })).token;
    const { product } = await api.call('latestOrder', {});
    const { orderNo } = await api.call('applyMarket', { productId: product.id, amount: product.minPrincipal, termDays: 91 });
    await api.call('saveBasicInfo', { orderNo, values: { ...complete.personalInfo, nationalId: '23456789' } });
    await api.call('saveAdditionInfoMarket', { orderNo, values: complete.additionalInfo });
    const file = new Blob([Uint8Array.from(await idFront())], { type: 'image/jpeg' });
    expect(await api.call('uploadIdFront', { orderNo }, { files: { file } })).toMatchObject({ width: expect.any(Number), card: null });
    expect(await failure(api.call('uploadIdBack', { orderNo }, { files: { file: new Blob(['no picture']) } }))).toMatchObject({
      code: CODE.photoUnreadable,
    });
  });

  it('phone with a wrong clock: is refused with the time of the lender', async () => {
    const answer = await post('/v1/security/getVerifyCode', JSON.stringify({ mobile, purpose: 'login', timestamp: now() - 3_600_000 }));
    expect(await answer.json()).toMatchObject({ success: false, error: `E${CODE.staleTimestamp}` });
    expect(answer.headers.get('x-server-time')).toMatch(/^\d{13}$/);
  });

  it.each([
    ['body that is no JSON', () => post('/v1/security/getVerifyCode', '{'), 400, CODE.badEnvelope],
    ['body that is a text', () => post('/v1/security/getVerifyCode', '"a"'), 400, CODE.badEnvelope],
    ['no time', () => post('/v1/security/getVerifyCode', '{}'), 400, CODE.badEnvelope],
    ['another method', () => post('/v1/loan/loan-order/latest', '{}'), 405, CODE.wrongMethod],
    ['unknown path', () => post('/v1/nothing', '{}'), 404, CODE.unknownPath],
    ['too large', () => post('/v1/security/getVerifyCode', 'x'.repeat(22 * 1024 * 1024)), 413, CODE.tooLarge],
  ])('gateway in front of the lender, %s: is refused', async (_, send, status, code) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ success: false, error: `E${code}` });
  });

  it("gateway in front of the lender, file of an agreement: is the lender's, and so are refusals", async () => {
    const answer = await fetch(`${theirs.url}/agreements/nobodys/loan-agreement-LN1.pdf`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('text/plain');
  });

  it.each(['/sandbox/api/state', '/agreements/../sandbox/api/state', '/collected/%2e%2e/sandbox/api/state'])(
    'gateway in front of the lender, path %s: does not lead to the sandbox of the lender',
    async (path) => {
      const { port } = new URL(theirs.url);
      const status = await new Promise((resolve, reject) => {
        // Not with fetch, which would resolve the dots in the path.
        request({ host: '127.0.0.1', port, path }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end();
      });
      expect(status).toBe(404);
    },
  );

  it('lender that does not answer: the outcome is unknown', async () => {
    const alone = await startShillingsApi({ lender: 'http://127.0.0.1:9' });
    const call = apiWith({ baseUrl: alone.url }).call('getVerifyCode', { mobile, purpose: 'login' });
    expect(await failure(call)).toMatchObject({ code: CODE.serverError });
    await alone.stop();
  });
});

const createApiOf = (own: ApiOptions['adapter']): Api =>
  apiWith({ ...(own ? { adapter: own } : {}), fetch: async () => Response.json({ code: 0, msg: '', data: {} }) });

describe('refusal without a text', () => {
  it('refusal without a text, session over: gets the text of the specification, in the language of the borrower', async () => {
    hasTexts = false;
    language = 'en';
    expect(await failure(apiWith({ session: () => null }).call('latestOrder', {}))).toEqual({
      code: CODE.notLoggedIn,
      message: 'User not logged in',
    });
    language = 'sw';
    expect((await failure(apiWith({ session: () => null }).call('latestOrder', {}))).message).toBe('Hujaingia kwenye akaunti');
  });

  it('texts that cannot be fetched: the refusal is passed on without one', async () => {
    const problem = await failure(apiWith({ session: () => null, fallbackText: async () => '' }).call('latestOrder', {}));
    expect(problem).toEqual({ code: CODE.notLoggedIn, message: '' });
  });

  it.each(LANGUAGES)('every code of the contract in %s: has a text without a gap', (one) => {
    for (const code of Object.values(CODE).filter((code) => code !== CODE.ok)) {
      expect(fallbackText(code, one).length, String(code)).toBeGreaterThan(10);
      expect(fallbackText(code, one), String(code)).not.toMatch(/[{}]/);
    }
    expect(fallbackText(4711, one)).toBe('');
  });

  it('four codes of a session: have the words of the specification', () => {
    expect(
      [CODE.notLoggedIn, CODE.tokenExpired, CODE.loggedInElsewhere, CODE.tokenInvalid].map((code) => fallbackText(code, 'en')),
    ).toEqual([
      'User not logged in',
      'Token expired, please login again',
      'The account is logged in from another device',
      'Token invalid, please login again',
    ]);
  });
});
