import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { createEnvelope } from '#server/wire/envelope.ts';
import { contract, type Call, type CallName } from '#src/api/contract.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { png } from '#tests/support/photoBytes.ts';
import { encrypt, encryptPayload, sendRaw, type RawAnswer, type RawRequest } from '#tests/support/rawCalls.ts';

const MOBILE = '254712345678';
const lines: string[] = [];
let lender: TestLender;
let phone: Phone;

beforeAll(async () => {
  lender = await startLender({ env: { LOG_LEVEL: 'info' }, log: { write: (line) => lines.push(line) } });
  phone = lender.phone();
  await phone.signIn(MOBILE);
});
afterAll(() => lender?.stop());

const send = (name: CallName, request: RawRequest = {}): Promise<RawAnswer> =>
  sendRaw(lender.url, name, { token: phone.token, ...request });
const shape = { code: expect.any(Number) as number, msg: expect.any(String) as string };

describe('envelope that cannot be decrypted', () => {
  const other = createEnvelope('ke.other.loan');
  const good = encryptPayload({ mobile: MOBILE });
  const cases: [string, CallName, RawRequest][] = [
    ['a path that is no hex', 'latestOrder', { path: '/api/zz/e' }],
    ['a path of upper-case hex', 'latestOrder', { path: `/api/${encrypt('/loan/loan-order/latest').toUpperCase()}/e` }],
    ['a path encrypted with another key', 'latestOrder', { path: `/api/${other.encrypt('/loan/loan-order/latest')}/e` }],
    ['a path with a broken padding', 'latestOrder', { path: `/api/${'00'.repeat(16)}/e` }],
    ['a payload that is no hex', 'existsByMobile', { fields: [['q7f3k9', 'hello']] }],
    ['half a block', 'existsByMobile', { fields: [['q7f3k9', good.slice(0, -2)]] }],
    ['a payload encrypted with another key', 'existsByMobile', { fields: [['q7f3k9', other.encrypt('{"timestamp":1}')]] }],
    ['a payload with a broken padding', 'existsByMobile', { fields: [['q7f3k9', '00'.repeat(32)]] }],
    ['no payload', 'existsByMobile', { fields: [] }],
    [
      'two payloads',
      'existsByMobile',
      {
        fields: [
          ['q7f3k9', good],
          ['q7f3k8', good],
        ],
      },
    ],
    [
      'the same parameter twice',
      'existsByMobile',
      {
        fields: [
          ['q7f3k9', good],
          ['q7f3k9', good],
        ],
      },
    ],
    ['a badly named parameter', 'existsByMobile', { fields: [['Q1', good]] }],
    ['encrypted text that is no JSON', 'existsByMobile', { fields: [['q7f3k9', encrypt('hello')]] }],
    ['encrypted JSON that is no object', 'existsByMobile', { fields: [['q7f3k9', encrypt('[1]')]] }],
    ['a NUL in a value', 'existsByMobile', { payload: { mobile: '7\u0000' } }],
    ['a NUL in a name of a nested value', 'saveBasicInfo', { payload: { values: { 'first\u0000Name': 'x' } } }],
    ['half a character in a name', 'saveBasicInfo', { payload: { values: { '\ud800': 'x' } } }],
    ['more nested lists than a parser can hold', 'saveBasicInfo', { fields: [['q7f3k9', encrypt(`{"timestamp":${'['.repeat(9_000)}`)]] }],
    ['no timestamp', 'existsByMobile', { fields: [['q7f3k9', encrypt('{"mobile":"712345678"}')]] }],
    ['a timestamp that is text', 'existsByMobile', { fields: [['q7f3k9', encrypt('{"timestamp":"1"}')]] }],
    [
      'two payloads in JSON',
      'saveBasicInfo',
      {
        fields: [
          ['q7f3k9', good],
          ['q7f3k8', good],
        ],
      },
    ],
    ['a JSON body that is an array', 'saveBasicInfo', { body: '[]', headers: { 'content-type': 'application/json' } }],
    ['broken JSON', 'saveBasicInfo', { body: '{', headers: { 'content-type': 'application/json' } }],
    ['an empty JSON body', 'saveBasicInfo', { body: '', headers: { 'content-type': 'application/json' } }],
    ['a poisoned prototype', 'saveBasicInfo', { body: '{"__proto__":{"a":1}}', headers: { 'content-type': 'application/json' } }],
    ['JSON where a form belongs', 'login', { body: `{"q7f3k9":"${good}"}`, headers: { 'content-type': 'application/json' } }],
    ['an unknown content type', 'login', { body: 'x', headers: { 'content-type': 'text/plain' } }],
    [
      'two payloads in a form',
      'login',
      {
        fields: [
          ['q7f3k9', good],
          ['q7f3k8', good],
        ],
      },
    ],
    [
      'two payloads beside a photo',
      'uploadIdFront',
      {
        fields: [
          ['q7f3k9', good],
          ['q7f3k8', good],
        ],
        file: new Blob([Uint8Array.from(png(220, 220))]),
      },
    ],
    [
      'three payloads beside a photo',
      'uploadIdFront',
      {
        fields: [
          ['q7f3k9', good],
          ['q7f3k8', good],
          ['q7f3k7', good],
        ],
      },
    ],
    ['a photo without a payload', 'uploadIdFront', { fields: [], file: new Blob([Uint8Array.from(png(220, 220))]) }],
    [
      'multipart cut short',
      'uploadIdFront',
      {
        body: '------b0\r\nContent-Disposition: form-data; name="file"; filename="f.png"\r\n\r\nabc',
        headers: { 'content-type': 'multipart/form-data; boundary=----b0' },
      },
    ],
    [
      'photo in a part without a name',
      'uploadIdFront',
      {
        body: '--b0\r\nContent-Disposition: form-data; naye="file"; filename="f.png"\r\n\r\nabc\r\n--b0--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=b0' },
      },
    ],
    ['multipart without a boundary', 'uploadIdFront', { body: 'abc', headers: { 'content-type': 'multipart/form-data' } }],
  ];

  it.each(cases)('envelope, %s: 1003', async (_, name, request) => {
    expect(await send(name, request)).toMatchObject({ ...shape, code: CODE.badEnvelope, data: null, status: 400 });
  });
});

describe('text with half a character', () => {
  it('text that was cut within an emoji: is stored with the replacement character', async () => {
    const description = `The money did not arrive \ud83d`;
    const ticket = {
      requestId: 'cut',
      type: 1,
      description,
      receiverAccount: '',
      contact: 'a.b@gmail.com',
      contactTime: 'any',
      pictures: [],
    };
    const { data } = await send('feedbackCreate', { payload: ticket });
    expect(data).toMatchObject({ description: 'The money did not arrive \ufffd' });
  });
});

describe('address without a call', () => {
  it.each([
    ['an encrypted path the contract does not have', `/api/${encrypt('/loan/loan-order/delete')}/e`],
    ['a call under the wrong base', `/cou/${encrypt('/loan/loan-order/latest')}/e`],
    ['an encrypted path with a query', `/api/${encrypt('/loan/loan-order/latest?x=1')}/e`],
    ['a plain path', '/api/loan/loan-order/latest'],
    ['no /e', `/api/${encrypt('/loan/loan-order/latest')}`],
    ['nothing', '/api'],
    ['somewhere else', '/wp-admin.php'],
    ['the sandbox of nobody', '/sandbox/api/secrets'],
  ])('address, %s: 1002', async (_, path) => {
    expect(await send('latestOrder', { path })).toMatchObject({ ...shape, code: CODE.unknownPath, status: 404 });
  });

  it('address that is no valid URL: 1003', async () => {
    expect(await send('latestOrder', { path: '/api/%zz/e' })).toMatchObject({ ...shape, code: CODE.badEnvelope });
  });

  it.each([
    ['latestOrder', 'POST'],
    ['latestOrder', 'DELETE'],
    ['saveBasicInfo', 'GET'],
    ['login', 'PUT'],
  ] as const)('call %s by %s: 1006', async (name, method) => {
    expect(await send(name, { method })).toMatchObject({ ...shape, code: CODE.wrongMethod, status: 405 });
  });
});

describe('wrong package name', () => {
  it.each([{ packageName: 'ke.other.loan' }, { packageName: '' }])('package name in the header, %o: 1011', async (headers) => {
    expect(await send('latestOrder', { headers })).toMatchObject({ ...shape, code: CODE.wrongPackage, status: 400 });
  });
});

describe('request that is too large', () => {
  it('request, JSON above 64 kB: 1007', async () => {
    const body = JSON.stringify({ q7f3k9: 'ab'.repeat(40_000) });
    expect(await send('saveBasicInfo', { body, headers: { 'content-type': 'application/json' } })).toMatchObject({
      ...shape,
      code: CODE.tooLarge,
      status: 413,
      msg: 'This is too large to be sent. At most 64 kB',
    });
  });

  it('request, photo above 20 MB: 1007, with the limit in the message', async () => {
    const answer = await send('uploadIdFront', { payload: { orderNo: 'L1' }, file: new Blob([new Uint8Array(20 * 1024 * 1024 + 1)]) });
    expect(answer).toMatchObject({ code: CODE.tooLarge, status: 413 });
    expect(answer.msg).toContain('20 MB');
  });

  it('request with two photos: 1003', async () => {
    const body = new FormData();
    for (const name of ['file', 'other']) body.append(name, new Blob([Uint8Array.from(png(220, 220))]));
    body.append('q7f3k9', encryptPayload({ orderNo: 'L1' }));
    expect(await send('uploadIdFront', { body })).toMatchObject({ ...shape, code: CODE.badEnvelope });
  });
});

describe('bytes that are no HTTP', () => {
  it.each([
    ['no request line', 'HELLO\r\n\r\n', CODE.badEnvelope],
    ['a request without Host', 'GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n', CODE.unknownPath],
    ['a header that is none', 'GET / HTTP/1.1\r\nHost: a\r\nno header\r\n\r\n', CODE.badEnvelope],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', CODE.badEnvelope],
    ['headers without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, CODE.badEnvelope],
  ])('bytes that are no HTTP, %s: are answered in the format of every answer', async (_, bytes, code) => {
    const { port } = new URL(lender.url);
    const said = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
      let text = '';
      socket.on('data', (data) => (text += data.toString()));
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
    expect(JSON.parse(said.slice(said.indexOf('\r\n\r\n')))).toMatchObject({ ...shape, code, data: null });
  });
});

describe('a session', () => {
  const needsOne = (Object.keys(contract) as CallName[]).filter((name) => (contract[name] as Call).signedIn);

  it.each(needsOne)('call %s without a token: is refused', async (name) => {
    expect(await send(name, { token: null })).toMatchObject({ ...shape, code: CODE.notLoggedIn, status: 200 });
  });

  it.each(['nonsense', '../../etc/passwd', 'a'.repeat(43)])('session, unknown token %s: 100103', async (token) => {
    expect(await send('latestOrder', { token })).toMatchObject({ code: CODE.tokenInvalid });
  });

  it.each(['Basic abc', 'Bearer', 'bearer'])('session, header "%s": 100103', async (authorization) => {
    expect(await send('latestOrder', { token: null, headers: { authorization } })).toMatchObject({ code: CODE.tokenInvalid });
  });
});

describe('request let in before the account was closed', () => {
  it('account closed while a picture is sent: is answered as an ended session, and is no crash', async () => {
    const leaver = lender.phone();
    await leaver.signIn('254712345679');
    const { userId } = (await leaver.call('getUserInfo', {})).basicInfo;
    // The session is still there, as when the account is closed after the lender has read it.
    await lender.inside().store.db.updateTable('app_user').set({ erased_at: 1 }).where('id', '=', Number(userId)).execute();
    lines.length = 0;
    const file = new Blob([Uint8Array.from(png(220, 220))]);
    const answer = await send('feedbackUploadCredential', { token: leaver.token, file });
    expect(answer).toMatchObject({ ...shape, code: CODE.tokenInvalid, data: null });
    expect(lines.join('')).not.toContain('"msg":"crash"');
  });
});

describe("another borrower's order", () => {
  it('order of another borrower: every call answers not found', async () => {
    const other = lender.phone();
    await other.signIn('254722000001');
    const { product } = await other.call('latestOrder', {});
    const { orderNo } = await other.call('applyMarket', {
      productId: product.id,
      amount: product.minPrincipal,
      termDays: product.termDays[0] ?? 0,
    });
    const byOrder: CallName[] = [
      'loanAgreement',
      'getMoneyContract',
      'confirmProductInfo',
      'getMoneyTime',
      'cancelDrawMoney',
      'repayOrderDetail',
      'dedicatedAccountCreate',
      'timeUploadEnable',
      'timeUploadStatus',
      'finishUploadAllImg',
    ];
    for (const name of byOrder) expect(await send(name, { payload: { orderNo } }), name).toMatchObject({ code: CODE.orderNotFound });
    expect(await send('getMoney', { payload: { orderNo, agreementVersion: 'v', sent: 1, owed: 1 } })).toMatchObject({
      code: CODE.orderNotFound,
    });
    expect(await send('mpesaRepayLink', { payload: { orderNo, amount: 100, requestId: 'r' } })).toMatchObject({ code: CODE.orderNotFound });
    expect(await send('uploadIdFront', { payload: { orderNo }, file: new Blob([Uint8Array.from(png(220, 220))]) })).toMatchObject({
      code: CODE.orderNotFound,
    });
    expect((await other.call('latestOrder', {})).order?.orderNo).toBe(orderNo);
  });
});

describe('the same ciphertext from two borrowers', () => {
  it('two borrowers with the same ciphertext: answers are not shared', async () => {
    const [one, two] = [lender.phone(), lender.phone()];
    await one.signIn('254722000002');
    await two.signIn('254722000003');
    const { product } = await one.call('latestOrder', {});
    const fields: [string, string][] = [
      ['q7f3k9', encryptPayload({ productId: product.id, amount: product.minPrincipal, termDays: product.termDays[0] ?? 0 })],
    ];
    const first = await send('applyMarket', { fields, token: one.token });
    const second = await send('applyMarket', { fields, token: two.token });
    expect([first.code, second.code]).toEqual([0, 0]);
    for (const [borrower, { data }] of [
      [one, first],
      [two, second],
    ] as const) {
      expect((await borrower.call('latestOrder', {})).order?.orderNo).toBe((data as { orderNo: string }).orderNo);
    }
    expect(second.data).not.toEqual(first.data);
    expect((await send('applyMarket', { fields, token: one.token })).data).toEqual(first.data);
  });
});

describe('callback address with a wrong token', () => {
  it.each(['push', 'payout', 'payout-timeout', 'status', 'paybill', 'paybill-check'])(
    'callback address with a wrong token, /rail/…/%s: 404',
    async (route) => {
      const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
      const response = await fetch(`${lender.url}/rail/${'0'.repeat(32)}/${route}`, init);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ ResultCode: 1 });
    },
  );
});

describe('a timestamp far from the clock of the lender', () => {
  const FAR = 6 * 60_000;

  it.each(Object.keys(contract) as CallName[])('timestamp far from the clock, %s: 1005, late or early', async (name) => {
    const { now } = lender.inside().clock;
    for (const timestamp of [now() - FAR, now() + FAR]) {
      const before = now();
      const answer = await send(name, { timestamp, payload: { mobile: MOBILE, purpose: 'login' } });
      const after = now();
      expect(answer).toMatchObject({ ...shape, code: CODE.staleTimestamp, status: 200 });
      expect(Number(answer.headers.get('x-server-time')), 'the clock of the lender').toSatisfy((time) => before <= time && time <= after);
    }
  });

  it('timestamp far from the clock, read: is not logged as a security event, because a phone with a wrong clock begins so', async () => {
    const stale = async () =>
      (await lender.inside().store.db.selectFrom('security_event').select('id').where('kind', '=', 'request.stale').execute()).length;
    // The log has a limit per kind of event and minute.
    await lender.sandbox.advance(2 * MINUTE);
    const before = await stale();
    await send('latestOrder', { timestamp: 1 });
    expect(await stale()).toBe(before);
    await send('cancelDrawMoney', { timestamp: 1 });
    expect(await stale()).toBe(before + 1);
  });

  it('phone with a wrong clock: its first call needs one more request, later calls need none', async () => {
    let time = 40 * 24 * 60 * 60_000;
    let requests = 0;
    const phone = lender.phone({
      now: () => time,
      onServerTime: (serverTime) => (time = serverTime),
      fetch: (...request) => (requests++, fetch(...request)),
    });
    await phone.call('countryByIp', {});
    expect(requests).toBe(2);
    await phone.call('productIndex', {});
    await phone.call('customerService', {});
    expect(requests).toBe(4);
  });
});

describe('the language of an answer', () => {
  it.each([
    ['en', 'Invalid verification code'],
    ['es', 'Código de verificación no válido'],
    ['sw', 'Msimbo wa kuthibitisha si sahihi'],
    ['xx', 'Invalid verification code'],
  ])('language of an answer, header %s: is used or replaced by English', async (lang, words) => {
    expect(await send('login', { payload: { mobile: MOBILE, code: '000000', n: lang }, headers: { lang } })).toMatchObject({
      code: CODE.invalidVerificationCode,
      msg: words,
    });
  });
});

describe('a crash', () => {
  it('crash of a handler: is answered in the usual format, and the log has the place without personal data', async () => {
    const { store } = lender.inside();
    await store.db.schema.alterTable('profile_section').renameTo('elsewhere').execute();
    try {
      expect(await send('getUserInfo')).toEqual(
        expect.objectContaining({
          code: CODE.serverError,
          data: null,
          status: 500,
          msg: 'Something went wrong on our side. Please try again',
        }),
      );
    } finally {
      await store.db.schema.alterTable('elsewhere').renameTo('profile_section').execute();
    }
    const crash = lines.map((line) => JSON.parse(line) as { msg: string; stack?: string }).find(({ msg }) => msg === 'crash');
    expect(crash?.stack).toContain('server/');
    expect(await send('getUserInfo')).toMatchObject({ code: 0 });
  });
});

describe('the log of requests', () => {
  it('log of requests: has call, code and time, and no number, token, code, payload or address', async () => {
    await send('latestOrder');
    await send('existsByMobile', { payload: { mobile: MOBILE } });
    // Times and request numbers contain digits too, but are no secrets.
    const text = lines
      .filter((line) => !line.includes('Server listening'))
      .map((line) => line.replace(/"time":\d+,"reqId":"[^"]+",/, ''))
      .join('\n');
    expect(text).toMatch(/"call":"latestOrder","code":0,"ms":\d+,"user":"[0-9a-f]{12}"/);
    const { sms } = await lender.sandbox.state();
    const secrets = [
      MOBILE,
      MOBILE.slice(3),
      phone.token ?? 'none',
      '127.0.0.1',
      encrypt('/loan/loan-order/latest'),
      'packageName',
      ...sms.map(({ text: words }) => words.slice(0, 6)),
    ];
    for (const secret of secrets) expect(text, secret).not.toContain(secret);
  });
});
