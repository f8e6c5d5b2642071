/** The seam to a back end that speaks otherwise, with the example adapter and a server that speaks so. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE, LOCAL, type Problem } from '#machines/model/codes.ts';
import { LANGUAGES, type Language } from '#machines/context.ts';
import { createApi, type Api, type ApiOptions } from '#src/api/client.ts';
import { defineAdapter } from '#src/api/defineAdapter.ts';
import { fallbackText } from '#src/api/fallbackTexts.ts';
import { plainRequest } from '#src/api/plainWire.ts';
import { complete } from '#tests/forms/sectionSamples.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { adapter } from '../../../examples/shillings-api/adapter.ts';
import { startShillingsApi, type ShillingsApi } from '../../../examples/shillings-api/server.ts';

const PACKAGE_NAME = 'ke.shillings.app';

let lender: TestLender;
let theirs: ShillingsApi;
/** Paths that were answered. */
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
  it('borrower who signs up and begins an application: every answer is one of the contract', async () => {
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
    // Names of fields within a section are data: nobody renames them.
    expect(sections.personalInfo).toMatchObject({ firstName: 'Amina', inputBirthday: '15-03-1992' });
    expect(Object.keys(savedAt)).toEqual(['personalInfo']);
  });

  it('call that it has not: is answered by the adapter, and nothing is sent', async () => {
    const before = answered.length;
    expect(await apiWith().call('isRequiredVerificationCode', { mobile })).toEqual({ required: false, captcha: null });
    expect(answered).toHaveLength(before);
  });

  it('its word for a lost session: ends the session as the code of the contract does', async () => {
    const lost = (session: string | null) => failure(apiWith({ session: () => session }).call('latestOrder', {}));
    expect(await lost(null)).toMatchObject({ code: CODE.notLoggedIn, message: 'User not logged in' });
    expect(await lost('nobodys')).toMatchObject({ code: CODE.tokenInvalid });
  });

  it('refused fields: reach the form', async () => {
    const problem = await failure(apiWith().call('saveBasicInfo', { orderNo: '', values: {} }));
    expect(problem.code).toBe(CODE.invalidField);
    expect(Object.keys(problem.fields ?? {}).length).toBeGreaterThan(0);
  });

  it('page of a proxy, or an answer that the adapter does not understand: is no answer of the lender', async () => {
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

const createApiOf = (own: ApiOptions['adapter']): Api =>
  apiWith({ ...(own ? { adapter: own } : {}), fetch: async () => Response.json({ code: 0, msg: '', data: {} }) });

describe('refusal without a text', () => {
  it('session that is over: has the text of the specification, in the language of the borrower', async () => {
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
