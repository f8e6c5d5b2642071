import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { createApi, TIMEOUT, type ApiOptions } from '#src/api/client.ts';
import { createEncrypt, encryptPath } from '#src/api/envelope.ts';

type Fetch = ApiOptions['fetch'];

const ok = (data: unknown = null): Response => Response.json({ code: 0, msg: '', data });
const refuses = (code: number, msg: string, data: unknown = null, headers = {}): Response =>
  Response.json({ code, msg, data }, { headers });
const lost: Fetch = () => Promise.reject(new TypeError('Failed to fetch'));

/** Never answers, but obeys the signal as a browser does. */
const silent: Fetch = (_url, init) =>
  new Promise((_, reject) =>
    init?.signal?.addEventListener('abort', () => reject(new DOMException('The user aborted a request.', 'AbortError'))),
  );

function apiWith(fetch: Fetch, more: Partial<ApiOptions> = {}) {
  const spy = vi.fn(fetch);
  const api = createApi({
    fetch: spy,
    baseUrl: 'http://lender.example',
    packageName: () => 'ke.example.loan',
    appName: () => 'Example Loan',
    now: () => 1_767_225_600_000,
    random: () => 0.5,
    session: () => null,
    language: () => 'en',
    afid: () => '',
    ...more,
  });
  return { api, spy };
}

const fakeNow = (): number => vi.getMockedSystemTime()?.getTime() ?? NaN;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount(), 'timers left behind').toBe(0);
  vi.useRealTimers();
});

/** Runs all timers: retries and deadlines. @returns the data of the call, or its failure. */
async function outcome(call: Promise<unknown>): Promise<unknown> {
  const settled = call.then(
    (data) => ({ data }),
    (failure: unknown) => ({ failure }),
  );
  await vi.runAllTimersAsync();
  return settled;
}

describe('request', () => {
  it('id of the installation: goes with the calls that need it, and no other waits for it', async () => {
    const asked = vi.fn(() => Promise.resolve('id-of-this-installation'));
    const { api, spy } = apiWith(async () => ok(), { device: asked });
    await outcome(api.call('productIndex', {}));
    expect(asked).not.toHaveBeenCalled();
    await outcome(api.call('existsByMobile', { mobile: '0712345678' }));
    expect(spy.mock.calls.map(([, init]) => new Headers(init?.headers).get('deviceId'))).toEqual([null, 'id-of-this-installation']);
  });

  it('id of the installation cannot be read: the call sends nothing', async () => {
    const { api, spy } = apiWith(async () => ok(), { device: () => Promise.reject(new Error('its chunk is gone')) });
    const code = { mobile: '0712345678', purpose: 'login' } as const;
    expect(await outcome(api.call('getVerifyCode', code))).toEqual({ failure: { code: LOCAL.networkFailed, message: '' } });
    expect(spy).not.toHaveBeenCalled();
  });

  it('request: its headers identify the caller as the native app does, and its envelope uses the package name', async () => {
    const app = { packageName: 'ke.example.loan', appName: 'Example Loan', afid: '' };
    const { api, spy } = apiWith(async () => ok(), {
      packageName: () => app.packageName,
      appName: () => app.appName,
      afid: () => app.afid,
      session: () => 'T0',
      language: () => 'sw',
    });
    await outcome(api.call('latestOrder', {}));
    Object.assign(app, { packageName: 'ke.other.loan', appName: 'Other Loan', afid: 'af-77' });
    await outcome(api.call('latestOrder', {}));

    const [before, after] = spy.mock.calls.map(([url, init]) => ({ url: new URL(url as string), headers: new Headers(init?.headers) }));
    expect(Object.fromEntries(before?.headers ?? [])).toMatchObject({ packagename: 'ke.example.loan', appname: 'Example Loan', afid: '' });
    expect(Object.fromEntries(after?.headers ?? [])).toMatchObject({
      authorization: 'Bearer T0',
      packagename: 'ke.other.loan',
      appname: 'Other Loan',
      afid: 'af-77',
      lang: 'sw',
      'cache-control': 'no-cache',
    });
    expect(after?.url.pathname).toBe(`/api${encryptPath(createEncrypt('ke.other.loan'), '/loan/loan-order/latest')}`);
    expect(after?.url.pathname).not.toBe(before?.url.pathname);
  });
});

describe('successful answer', () => {
  it('successful answer: the call resolves with its data', async () => {
    const { api } = apiWith(async () => ok({ exists: true }));
    expect(await outcome(api.call('existsByMobile', { mobile: '712345678' }))).toEqual({ data: { exists: true } });
  });

  it("successful answer: the call reports the lender's clock", async () => {
    const onServerTime = vi.fn();
    const { api } = apiWith(
      async () => Response.json({ code: 0, msg: '', data: null }, { headers: { 'x-server-time': '1767225600123' } }),
      { onServerTime },
    );
    await outcome(api.call('latestOrder', {}));
    expect(onServerTime).toHaveBeenCalledWith(1_767_225_600_123);
  });

  it('request without a token: no token is sent', async () => {
    let token: string | null = null;
    const { api, spy } = apiWith(async () => ok(), { session: () => token });
    await outcome(api.call('latestOrder', {}));
    token = 'T1';
    await outcome(api.call('latestOrder', {}));
    const sent = spy.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'));
    expect(sent).toEqual([null, 'Bearer T1']);
  });
});

describe('refusal of the lender', () => {
  it('refusal of the lender: it becomes a problem with code, message and fields', async () => {
    const { api } = apiWith(async () => refuses(CODE.invalidField, 'Please check', { fields: { firstName: 'too short' } }));
    const { failure } = (await outcome(api.call('saveBasicInfo', { orderNo: 'L1', values: {} }))) as { failure: unknown };
    expect(failure).toEqual({ code: CODE.invalidField, message: 'Please check', fields: { firstName: 'too short' } });
    expect(failure).not.toBeInstanceOf(Error);
  });

  it.each([CODE.notLoggedIn, CODE.tokenExpired, CODE.loggedInElsewhere, CODE.tokenInvalid, CODE.serverError])(
    'refusal of the lender, code %d: becomes a problem, and the call is not repeated',
    async (code) => {
      const { api, spy } = apiWith(async () =>
        Response.json({ code, msg: 'no', data: null }, { status: code === CODE.serverError ? 500 : 200 }),
      );
      expect(await outcome(api.call('latestOrder', {}))).toEqual({ failure: { code, message: 'no' } });
      expect(spy).toHaveBeenCalledTimes(1);
    },
  );
});

describe('request with a stale timestamp', () => {
  const stale = () => refuses(CODE.staleTimestamp, 'clock', null, { 'x-server-time': '5000' });

  it("request with a stale timestamp: it is sent again with the lender's time, because the lender did nothing", async () => {
    let clock = 1;
    const answers = [stale(), ok({ orderNo: 'L1' })];
    const { api, spy } = apiWith(async () => answers.shift() ?? ok(), { now: () => clock, onServerTime: (t) => (clock = t) });
    expect(await outcome(api.call('getMoney', { orderNo: 'L1', agreementVersion: 'v', sent: 1, owed: 1 }))).toEqual({
      data: { orderNo: 'L1' },
    });
    expect(spy).toHaveBeenCalledTimes(2);
    expect(spy.mock.calls[0]?.[0]).not.toBe(spy.mock.calls[1]?.[0]);
  });

  it("request with a stale timestamp, read: is sent again at once with the lender's time, and keeps its two repeats after a lost answer", async () => {
    let clock = 1;
    const answers: (() => ReturnType<Fetch>)[] = [async () => stale(), () => lost(''), () => lost(''), async () => ok('here')];
    const { api, spy } = apiWith(() => answers.shift()?.() ?? Promise.resolve(ok()), {
      now: () => clock,
      onServerTime: (t) => (clock = t),
    });
    expect(await outcome(api.call('latestOrder', {}))).toEqual({ data: 'here' });
    expect(spy).toHaveBeenCalledTimes(4);
  });

  it('request with a stale timestamp, refused again: is not sent a third time', async () => {
    const { api, spy } = apiWith(async () => stale(), { onServerTime: () => undefined });
    expect(await outcome(api.call('login', { mobile: '712345678', code: '123456' }))).toMatchObject({
      failure: { code: CODE.staleTimestamp },
    });
    expect(spy).toHaveBeenCalledTimes(2);
  });
});

describe('lost answer', () => {
  it('lost answer, read: is repeated twice, later each time', async () => {
    const at: number[] = [];
    const { api, spy } = apiWith((...request) => {
      at.push(fakeNow());
      return lost(...request);
    });
    expect(await outcome(api.call('latestOrder', {}))).toEqual({ failure: { code: LOCAL.networkFailed, message: '' } });
    expect(spy).toHaveBeenCalledTimes(3);
    const [first = 0, second = 0, third = 0] = at;
    expect([second - first, third - second]).toEqual([450, 1350]);
  });

  it('lost answer, read: the second attempt may succeed', async () => {
    let tries = 0;
    const { api } = apiWith((...request) => (++tries < 2 ? lost(...request) : Promise.resolve(ok('here'))));
    expect(await outcome(api.call('latestOrder', {}))).toEqual({ data: 'here' });
  });

  it.each(['getMoney', 'login', 'mpesaRepayLink', 'dedicatedAccountCreate', 'uploadIdFront'] as const)(
    'lost answer of %s, a changing call: is never repeated',
    async (name) => {
      const { api, spy } = apiWith(lost);
      expect(await outcome(api.call(name, {} as never))).toMatchObject({ failure: { code: LOCAL.networkFailed } });
      expect(spy).toHaveBeenCalledTimes(1);
    },
  );

  it('answer cut off: is a network failure, and a read is repeated', async () => {
    const cut = (): Response =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"code":0,'));
            controller.error(new TypeError('network error'));
          },
        }),
      );
    const { api, spy } = apiWith(async () => cut());
    expect(await outcome(api.call('latestOrder', {}))).toMatchObject({ failure: { code: LOCAL.networkFailed } });
    expect(spy).toHaveBeenCalledTimes(3);
  });
});

describe('missing answer', () => {
  it('missing answer: the call ends after 60 seconds, repeats included', async () => {
    const started = fakeNow();
    const { api, spy } = apiWith(silent);
    expect(await outcome(api.call('latestOrder', {}))).toEqual({ failure: { code: LOCAL.timedOut, message: '' } });
    expect(fakeNow() - started).toBe(TIMEOUT);
    expect(spy).toHaveBeenCalledTimes(1);
  });

  it('missing answer, endless body: ends after 60 seconds too', async () => {
    const { api } = apiWith(async (_url, init) => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"code":'));
          init?.signal?.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError')));
        },
      });
      return new Response(body);
    });
    expect(await outcome(api.call('getUserInfo', {}))).toMatchObject({ failure: { code: LOCAL.timedOut } });
  });

  it('call aborted by the caller: ends at once', async () => {
    const { api } = apiWith(silent);
    const caller = new AbortController();
    const call = api.call('latestOrder', {}, { signal: caller.signal });
    caller.abort();
    await expect(call).rejects.toEqual({ code: LOCAL.networkFailed, message: '' });
  });
});

describe('upload on a slow link', () => {
  const files = { file: new Blob(['photo']) };
  /** An upload that reports these bytes, one report in each 40 seconds, and then goes on as `then` says. */
  const reporting =
    (reports: readonly number[], then: Fetch): NonNullable<ApiOptions['counting']> =>
    async () =>
    (progress) =>
    async (url, init) => {
      for (const sent of reports) {
        await new Promise((resolve) => setTimeout(resolve, 40_000));
        if (init?.signal?.aborted) throw new DOMException('The user aborted a request.', 'AbortError');
        progress(sent, 100);
      }
      return then(url, init);
    };
  const FOUR_MINUTES = [10, 30, 50, 70, 90, 100];

  const listener = vi.fn<(sent: number, total: number) => void>();
  it.each([
    ['with a listener', { files, onProgress: listener }],
    ['without a listener', { files }],
  ])('upload of four minutes %s: is not ended while it makes progress', async (_, options) => {
    listener.mockClear();
    const started = fakeNow();
    const { api } = apiWith(lost, { counting: reporting(FOUR_MINUTES, async () => ok('kept')) });
    expect(await outcome(api.call('uploadVoucher', { orderNo: 'LN1' }, options))).toEqual({ data: 'kept' });
    expect(fakeNow() - started).toBe(240_000);
    if ('onProgress' in options) expect(listener.mock.calls.map(([sent]) => sent)).toEqual(FOUR_MINUTES);
  });

  it('upload that stops: ends after 60 seconds without progress', async () => {
    const started = fakeNow();
    const { api } = apiWith(lost, { counting: reporting([10, 30], silent) });
    expect(await outcome(api.call('uploadVoucher', { orderNo: 'LN1' }, { files }))).toEqual({
      failure: { code: LOCAL.timedOut, message: '' },
    });
    expect(fakeNow() - started).toBe(80_000 + TIMEOUT);
  });

  it('upload that reports the same bytes again: that is no progress', async () => {
    const { api } = apiWith(lost, { counting: reporting([10, 10, 10, 10], async () => ok()) });
    expect(await outcome(api.call('uploadVoucher', { orderNo: 'LN1' }, { files }))).toMatchObject({ failure: { code: LOCAL.timedOut } });
  });

  it('upload that has arrived: its answer has 60 seconds', async () => {
    const started = fakeNow();
    const { api } = apiWith(lost, { counting: reporting(FOUR_MINUTES, silent) });
    expect(await outcome(api.call('uploadVoucher', { orderNo: 'LN1' }, { files }))).toMatchObject({ failure: { code: LOCAL.timedOut } });
    expect(fakeNow() - started).toBe(240_000 + TIMEOUT);
  });
});

describe('invalid answer', () => {
  it.each([
    ['a captive portal', '<html>Welcome to the hotel</html>', 'text/html'],
    ['half of JSON', '{"code":0', 'application/json'],
    ['JSON of another shape', '{"error":"x"}', 'application/json'],
    ['null', 'null', 'application/json'],
    ['a code that is text', '{"code":"0"}', 'application/json'],
  ])('invalid answer, %s: the call fails and is not repeated', async (_, body, type) => {
    const { api, spy } = apiWith(async () => new Response(body, { headers: { 'content-type': type } }));
    expect(await outcome(api.call('latestOrder', {}))).toEqual({ failure: { code: LOCAL.garbageAnswer, message: '' } });
    expect(spy).toHaveBeenCalledTimes(1);
  });

  it('empty answer: is a network failure', async () => {
    const { api } = apiWith(async () => new Response(null, { status: 204 }));
    expect(await outcome(api.call('latestOrder', {}))).toMatchObject({ failure: { code: LOCAL.garbageAnswer } });
  });
});

describe('phone offline', () => {
  it('phone offline: no call is sent, and the problem of a changing call says so', async () => {
    const { api, spy } = apiWith(async () => ok(), { isOnline: () => false });
    const push = { orderNo: 'LN1', amount: 100_000, requestId: 'press-1' };
    expect(await outcome(api.call('mpesaRepayLink', push))).toEqual({ failure: { code: LOCAL.offline, message: '' } });
    expect(await outcome(api.call('latestOrder', {}))).toEqual({ failure: { code: LOCAL.offlineAsking, message: '' } });
    expect(await outcome(api.call('portalRepaymentDetail', { payOrderId: 'P1' }))).toEqual({
      failure: { code: LOCAL.offlineAsking, message: '' },
    });
    expect(spy).not.toHaveBeenCalled();
  });
});
