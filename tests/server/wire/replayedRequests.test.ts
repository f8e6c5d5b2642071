/** Recorded requests and ended tokens, over the wire: two lenders on one PostgreSQL database. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { MAX_TRIES } from '#server/identity/codeJudge.ts';
import { createSecret } from '#server/store/secret.ts';
import { contract, GRANTS, type Call, type CallName } from '#src/api/contract.ts';
import type { SessionGrant } from '#src/api/payloads.ts';
import type { TestLender } from '#tests/support/testLender.ts';
import { SHARED_KEY, startTwoLenders, type TwoLenders } from '#tests/support/twoLenders.ts';
import { encryptPayload, sendRaw, type RawAnswer, type RawRequest } from '#tests/support/rawCalls.ts';

/** The verifier of a session, which no request contains: only the phone that signs in has it. */
const VERIFIER = 'v'.repeat(32);
const PHONE = { deviceId: 'phone-of-the-borrower-1' };
const OTHERS = {
  'another address': { ...PHONE, 'x-forwarded-for': '203.0.113.9' },
  'another device': { deviceId: 'phone-of-somebody-else' },
  'no device': {},
};
let lenders: TwoLenders;
let one: TestLender;
let two: TestLender;

beforeAll(async () => {
  lenders = await startTwoLenders();
  ({ one, two } = lenders);
});
afterAll(() => lenders?.stop());

/** Tests move the clock, because several codes within an hour would need work. */
const pass = (ms: number): Promise<void> => lenders.pass(ms);

let numbers = 0;
const newNumber = (): string => `2547130${String(++numbers).padStart(5, '0')}`;

interface SignIn {
  call: keyof typeof GRANTS;
  mobile: string;
  code: string;
  request: RawRequest;
  answer: RawAnswer;
  token: string;
}

/** Signs in and records the request. @param ahead ms that the phone's clock is ahead. */
async function signIn(call: keyof typeof GRANTS, mobile: string, ahead = 0): Promise<SignIn> {
  const phone = one.phone({ device: () => PHONE.deviceId });
  await phone.call('productIndex', {});
  await phone.call('getVerifyCode', { mobile, purpose: call });
  const code = await one.sandbox.codeFor(mobile);
  const challenge = createHash('sha256').update(VERIFIER).digest('hex');
  const payload = { mobile, code, challenge, ...(call === 'register' ? { acceptedTerms: true } : {}) };
  const fields = [['q7f3k9', encryptPayload(payload, (await one.sandbox.state()).now + ahead)]] satisfies RawRequest['fields'];
  const request = { fields, headers: PHONE } satisfies RawRequest;
  const answer = await sendRaw(one.url, call, request);
  expect(answer).toMatchObject({ code: 0 });
  return { call, mobile, code, request, answer, token: `${(answer.data as SessionGrant).token}.${VERIFIER}` };
}

/** The first sign-in of a new number; for `login`, the one after registration. */
async function recorded(call: keyof typeof GRANTS, ahead = 0): Promise<SignIn> {
  const mobile = newNumber();
  if (call === 'login') {
    await signIn('register', mobile);
    await pass(HOUR);
  }
  return signIn(call, mobile, ahead);
}

/** Sends the same bytes again, by default with the same headers from the same address. */
const replay = ({ call, request }: SignIn, at = two, headers: Record<string, string> = PHONE): Promise<RawAnswer> =>
  sendRaw(at.url, call, { ...request, headers });
const now = async (): Promise<number> => (await one.sandbox.state()).now;
const isLive = async ({ token }: SignIn): Promise<boolean> =>
  (await sendRaw(two.url, 'latestOrder', { token, timestamp: await now() })).code === CODE.ok;

describe.each(Object.keys(GRANTS) as (keyof typeof GRANTS)[])('recorded %s', (call) => {
  it('recorded sign-in, sent again by its phone within 20 seconds: gets the same answer on either server', async () => {
    const first = await recorded(call);
    await pass(10_000);
    for (const at of [one, two]) expect((await replay(first, at)).data).toEqual(first.answer.data);
    expect(await isLive(first)).toBe(true);
  });

  it('recorded sign-in, sent again within 20 seconds with its headers from its address: the token is refused without the verifier', async () => {
    const first = await recorded(call);
    const { token } = (await replay(first)).data as SessionGrant;
    const challenge = createHash('sha256').update(VERIFIER).digest('hex');
    for (const bearer of [token, `${token}.`, `${token}.${challenge}`, `${token}.${'w'.repeat(32)}`, `${token}.${VERIFIER}.`])
      for (const at of [one, two])
        expect(await sendRaw(at.url, 'latestOrder', { token: bearer, timestamp: await now() }), bearer).toMatchObject({
          code: CODE.tokenInvalid,
        });
    expect(await isLive(first)).toBe(true);
  });

  it.each(Object.keys(OTHERS) as (keyof typeof OTHERS)[])('recorded sign-in, sent again at once from %s: gets no token', async (other) => {
    const first = await recorded(call);
    for (const at of [one, two])
      expect(await replay(first, at, OTHERS[other])).toMatchObject({ code: CODE.invalidVerificationCode, data: null });
    expect(await isLive(first)).toBe(true);
  });

  it('sign-in without a challenge, sent again at once: gets no token, and the session continues', async () => {
    const mobile = newNumber();
    if (call === 'login') {
      await signIn('register', mobile);
      await pass(HOUR);
    }
    const phone = one.phone({ device: () => PHONE.deviceId });
    await phone.call('productIndex', {});
    await phone.call('getVerifyCode', { mobile, purpose: call });
    const payload = { mobile, code: await one.sandbox.codeFor(mobile), acceptedTerms: true };
    const request = { fields: [['q7f3k9', encryptPayload(payload, await now())]], headers: PHONE } satisfies RawRequest;
    const answers = await Promise.all([sendRaw(one.url, call, request), sendRaw(one.url, call, request)]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([CODE.ok, CODE.invalidVerificationCode]);
    expect(await sendRaw(two.url, call, request)).toMatchObject({ code: CODE.invalidVerificationCode, data: null });
    const granted = answers.find(({ code }) => code === CODE.ok);
    const { token } = granted?.data ? (granted.data as SessionGrant) : { token: '' };
    expect(await sendRaw(two.url, 'latestOrder', { token, timestamp: await now() })).toMatchObject({ code: CODE.ok });
  });

  it.each([
    ['after 30 seconds', 30_000, CODE.invalidVerificationCode],
    ['after 6 minutes', 6 * MINUTE, CODE.staleTimestamp],
    ['after 3 hours', 3 * HOUR, CODE.staleTimestamp],
  ])('recorded sign-in, sent again %s: is refused without a token, and the session continues', async (_, later, code) => {
    const first = await recorded(call);
    await pass(later);
    for (const at of [one, two]) expect(await replay(first, at)).toMatchObject({ code, data: null });
    expect(await isLive(first)).toBe(true);
  });

  it('recorded sign-in of a phone 4 minutes ahead, sent again after 8 minutes: is fresh, and refused for its code', async () => {
    const first = await recorded(call, 4 * MINUTE);
    await pass(8 * MINUTE);
    expect(await replay(first)).toMatchObject({ code: CODE.invalidVerificationCode, data: null });
    expect(await isLive(first)).toBe(true);
  });

  it('recorded sign-in, sent again at once after its session ended: gets no token', async () => {
    const endings: ((first: SignIn) => Promise<unknown>)[] = [
      ({ token }) => one.phone({ session: () => null }).call('logOut', { token }),
      ({ mobile }) => one.sandbox.do('/sessions/end', { mobile, code: CODE.loggedInElsewhere }),
      ({ token }) => one.phone({ session: () => token }).call('cancelAccount', { reason: 'privacy' }),
    ];
    for (const end of endings) {
      const first = await recorded(call);
      await end(first);
      for (const at of [one, two]) expect(await replay(first, at)).toMatchObject({ code: CODE.invalidVerificationCode, data: null });
      expect(await isLive(first)).toBe(false);
    }
  });
});

it('recorded sign-in, sent again while a newer code is valid: the newer code keeps its tries and signs in', async () => {
  const first = await recorded('login');
  await pass(2 * MINUTE);
  const phone = one.phone();
  await phone.call('productIndex', {});
  await phone.call('getVerifyCode', { mobile: first.mobile, purpose: 'login' });
  const code = await one.sandbox.codeFor(first.mobile);
  for (let again = 0; again <= MAX_TRIES; again++) {
    expect(await replay(first)).toMatchObject({ code: CODE.invalidVerificationCode });
    // Encrypted again with a new timestamp, which anybody can do: the key of the envelope is derived from a public name.
    const payload = { mobile: first.mobile, code: first.code, again };
    expect(await sendRaw(two.url, 'login', { payload, timestamp: (await one.sandbox.state()).now })).toMatchObject({
      code: CODE.invalidVerificationCode,
    });
  }
  expect(await isLive(first)).toBe(true);
  expect(await phone.call('login', { mobile: first.mobile, code })).toMatchObject({ token: expect.any(String) as string });
});

it('recorded sign-in, 20 seconds over: no stored answer holds the token, not even decrypted', async () => {
  const first = await recorded('login');
  await pass(21_000);
  const { store, due } = one.inside();
  await due.run();
  const secret = createSecret(Buffer.from(SHARED_KEY, 'hex'));
  const rows = await store.db.selectFrom('idempotent_answer').select(['fingerprint', 'encrypted']).execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const text = row.encrypted ? secret.decrypt('answer', row.encrypted, row.fingerprint).toString('utf8') : '';
    expect(text).not.toContain(first.token.slice(0, 43));
    expect(text).not.toContain('"token"');
  }
});

describe('a token that was logged out', () => {
  const needSession = (Object.keys(contract) as CallName[]).filter((name) => (contract[name] as Call).signedIn);
  let first: SignIn;
  let answered: RawRequest;

  beforeAll(async () => {
    first = await recorded('register');
    answered = { token: first.token, fields: [['q7f3k9', encryptPayload({ orderNo: 'L1' }, (await one.sandbox.state()).now)]] };
    expect(await sendRaw(one.url, 'cancelDrawMoney', answered)).toMatchObject({ code: CODE.orderNotFound });
    await one.phone({ session: () => first.token }).call('logOut', { token: first.token });
  });

  it.each(needSession)('logged out token, %s on both servers: is refused with notLoggedIn', async (name) => {
    const file = contract[name].encoding === 'multipart' ? new Blob(['no picture']) : undefined;
    for (const at of [one, two])
      expect(await sendRaw(at.url, name, { token: first.token, timestamp: await now(), ...(file ? { file } : {}) })).toMatchObject({
        code: CODE.notLoggedIn,
        data: null,
      });
  });

  it('logged out token, request that was answered before: is refused with notLoggedIn, not answered from the store', async () => {
    for (const at of [one, two]) expect(await sendRaw(at.url, 'cancelDrawMoney', answered)).toMatchObject({ code: CODE.notLoggedIn });
  });

  it('logged out token, code for a payout account: is refused with notLoggedIn', async () => {
    const phone = two.phone({ session: () => first.token });
    await phone.call('productIndex', {});
    await expect(phone.call('getVerifyCode', { mobile: first.mobile, purpose: 'bindCard' })).rejects.toMatchObject({
      code: CODE.notLoggedIn,
    });
  });

  it('logged out token, logged out again on the other server: is no error', async () => {
    const phone = two.phone({ session: () => first.token });
    expect(await phone.call('logOut', { token: first.token })).toBeNull();
  });

  it('logout that arrives after a new sign-in: does not end the new session', async () => {
    await pass(HOUR);
    const second = await signIn('login', first.mobile);
    await two.phone().call('logOut', { token: first.token });
    expect(await isLive(second)).toBe(true);
    // The row of the ended session stays until the scheduled deletion, so that its phone gets the reason.
    expect(await sendRaw(two.url, 'latestOrder', { token: first.token, timestamp: await now() })).toMatchObject({ code: CODE.notLoggedIn });
  });
});

it('replaced token, logged out: is still refused with loggedInElsewhere', async () => {
  const first = await recorded('register');
  await pass(HOUR);
  await signIn('login', first.mobile);
  await one.phone().call('logOut', { token: first.token });
  for (const at of [one, two])
    expect(await sendRaw(at.url, 'latestOrder', { token: first.token, timestamp: await now() })).toMatchObject({
      code: CODE.loggedInElsewhere,
    });
});

it('borrower signed out everywhere on one server: every token of the account is refused on both at once, and a replayed sign-in gets none', async () => {
  const first = await recorded('register');
  const answered = { token: first.token, fields: [['q7f3k9', encryptPayload({ orderNo: 'L1' }, await now())]] } satisfies RawRequest;
  expect(await sendRaw(one.url, 'cancelDrawMoney', answered)).toMatchObject({ code: CODE.orderNotFound });
  expect(await sendRaw(one.url, 'signOutEverywhere', { token: first.token, timestamp: await now() })).toMatchObject({ code: CODE.ok });
  for (const at of [two, one]) {
    expect(await sendRaw(at.url, 'latestOrder', { token: first.token, timestamp: await now() })).toMatchObject({ code: CODE.notLoggedIn });
    expect(await sendRaw(at.url, 'cancelDrawMoney', answered)).toMatchObject({ code: CODE.notLoggedIn });
    expect(await replay(first, at)).toMatchObject({ code: CODE.invalidVerificationCode, data: null });
  }
});

it('recorded read, sent again after 6 minutes: is refused on both servers, and does not count as use of the session', async () => {
  const first = await recorded('register');
  const read = { token: first.token, fields: [['q7f3k9', encryptPayload({}, await now())]] } satisfies RawRequest;
  expect(await sendRaw(one.url, 'latestOrder', read)).toMatchObject({ code: CODE.ok });
  await pass(2 * HOUR);
  const seen = () =>
    one.inside().store.db.selectFrom('account_device').select('last_seen').orderBy('first_seen', 'desc').limit(1).execute();
  const before = await seen();
  for (const at of [one, two]) expect(await sendRaw(at.url, 'latestOrder', read)).toMatchObject({ code: CODE.staleTimestamp, data: null });
  expect(await seen()).toEqual(before);
});

it('token of a closed account: is refused at once on both servers', async () => {
  const first = await recorded('register');
  await one.phone({ session: () => first.token }).call('cancelAccount', { reason: 'privacy' });
  for (const at of [one, two])
    expect(await sendRaw(at.url, 'latestOrder', { token: first.token, timestamp: await now() })).toMatchObject({ code: CODE.tokenInvalid });
});

it.each([{}, { token: '' }, { token: 7 }, { token: 'x'.repeat(101) }])(
  'log out with %o instead of a token: the wrong field is named',
  async (payload) => {
    const answer = await sendRaw(one.url, 'logOut', { payload, timestamp: await now() });
    expect(answer).toMatchObject({ code: CODE.invalidField, data: { fields: { token: expect.any(String) as string } } });
  },
);

it('requests of the same bytes and millisecond, with a session and without: each gets an answer of its own', async () => {
  const mobile = newNumber();
  const { token } = await signIn('register', mobile);
  await pass(HOUR);
  const fields = [['q7f3k9', encryptPayload({ mobile, purpose: 'bindCard' }, await now())]] satisfies RawRequest['fields'];
  expect(await sendRaw(one.url, 'getVerifyCode', { fields })).toMatchObject({ code: CODE.notLoggedIn });
  expect(await sendRaw(one.url, 'getVerifyCode', { fields, token })).toMatchObject({ code: CODE.ok });
});
