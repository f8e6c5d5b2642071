/** What one caller can do to the codes of another, over the wire: two lenders on one PostgreSQL database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { firstLoan } from '#src/market/products.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { CAPTCHA, RESEND_AFTER, STRANGERS } from '#server/identity/limitTable.ts';
import { createSecret } from '#server/store/secret.ts';
import { createSecurityLog, type LoggedSecurityEvent } from '#server/store/securityLog.ts';
import { storeCardPhotos } from '#tests/paths/lender/freshLenders.ts';
import { reachStatus } from '#tests/paths/lender/reachStatus.ts';
import { giveEverything } from '#tests/support/lendingFixture.ts';
import { solve } from '#tests/support/solvedCaptcha.ts';
import { SHARED_KEY, startTwoLenders, type TwoLenders } from '#tests/support/twoLenders.ts';
import { sendRaw, type RawAnswer } from '#tests/support/rawCalls.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import type { CallName } from '#src/api/contract.ts';
import type { CaptchaOffer } from '#src/api/payloads.ts';

let lenders: TwoLenders;
let one: TestLender;
let two: TestLender;
const lines: string[] = [];

beforeAll(async () => {
  lenders = await startTwoLenders({
    env: { LOOKUPS_PER_ADDRESS: '40', LOG_LEVEL: 'error' },
    log: { write: (line) => void lines.push(line) },
  });
  ({ one, two } = lenders);
});
afterAll(() => lenders?.stop());

/** Tests move the clock, because several codes within an hour would need work. */
const pass = (ms: number): Promise<void> => lenders.pass(ms);

let numbers = 0;
const newNumber = (): string => `2547140${String(++numbers).padStart(5, '0')}`;
let devices = 0;
const newDevice = (): string => `installation-of-a-test-${String(++devices).padStart(4, '0')}`;

/** A caller through the proxy. Each request has the lender's time, because the clocks of test and lender differ. */
const caller =
  (address: string, deviceId?: string, token?: string) =>
  async (at: TestLender, name: CallName, payload: object): Promise<RawAnswer> =>
    sendRaw(at.url, name, {
      payload,
      timestamp: (await at.sandbox.state()).now,
      token: token ?? null,
      headers: { 'x-forwarded-for': address, ...(deviceId ? { deviceId } : {}) },
    });
type Caller = ReturnType<typeof caller>;

async function register(owner: Caller, mobile: string): Promise<string> {
  expect(await owner(one, 'getVerifyCode', { mobile, purpose: 'register' })).toMatchObject({ code: CODE.ok });
  const code = await one.sandbox.codeFor(mobile);
  const answer = await owner(one, 'register', { mobile, code, acceptedTerms: true });
  expect(answer).toMatchObject({ code: CODE.ok });
  return (answer.data as { token: string }).token;
}

const events = (kind: LoggedSecurityEvent['kind']): Promise<LoggedSecurityEvent[]> => {
  const { store, clock } = one.inside();
  return createSecurityLog(store, clock, createSecret(Buffer.from(SHARED_KEY, 'hex'))).read({ limit: 100, kind });
};

describe('signed-out attacker who knows only the number', () => {
  it.each([
    ['with an installation of its own, at another address', '203.0.113.66', true],
    ['with an installation of its own, at the owner’s address', '198.51.100.7', true],
    ['that sends no id', '198.51.100.7', false],
  ])('owner’s code, attacker %s guesses and asks for codes: signs in at the other lender', async (_, address, hasId) => {
    const mobile = newNumber();
    const owner = caller('198.51.100.7', newDevice());
    await register(owner, mobile);
    await pass(DAY);
    expect(await owner(one, 'getVerifyCode', { mobile, purpose: 'login' })).toMatchObject({ code: CODE.ok });
    const code = await one.sandbox.codeFor(mobile);

    const attacker = caller(address, hasId ? newDevice() : undefined);
    for (let guess = 0; guess < 8; guess++) {
      const refused = await attacker(guess % 2 ? one : two, 'login', { mobile, code: String(guess).padStart(6, '0') });
      expect(refused.code).toBe(CODE.invalidVerificationCode);
    }
    // The right code is accepted only from the installation that requested it.
    expect((await attacker(two, 'login', { mobile, code })).code).toBe(CODE.invalidVerificationCode);
    expect(await attacker(two, 'getVerifyCode', { mobile, purpose: 'login' })).toMatchObject({ code: CODE.ok });
    const theirs = await two.sandbox.codeFor(mobile);
    for (let guess = 0; guess < 6; guess++) await attacker(two, 'login', { mobile, code: theirs === '111111' ? '222222' : '111111' });
    expect((await attacker(one, 'login', { mobile, code: theirs })).code).toBe(CODE.tooManyWrongCodes);

    expect(await owner(two, 'login', { mobile, code })).toMatchObject({ code: CODE.ok });
    expect((await events('code.voided'))[0]).toMatchObject({ subject: 'login' });
  });

  /** A stranger uses up all codes of the hour, half of them on each lender. */
  async function useUp(attacker: Caller, mobile: string, purpose: 'login' | 'register' = 'login'): Promise<void> {
    for (let n = 0; n < STRANGERS.perHour; n++) {
      const { data } = await attacker(n % 2 ? one : two, 'isRequiredVerificationCode', { mobile });
      const { captcha } = data as { captcha: CaptchaOffer | null };
      const solution = captcha && { token: captcha.token, answer: await solve(captcha) };
      const sent = await attacker(n % 2 ? two : one, 'getVerifyCode', { mobile, purpose, captcha: solution });
      expect(sent).toMatchObject({ code: CODE.ok });
      await pass(RESEND_AFTER);
    }
  }

  /** Requests a code as a phone that is too slow for the work, and waits instead. */
  async function waitAndAsk(
    phone: Caller,
    request: { mobile: string; purpose: 'login' | 'register'; receivedCode: string },
  ): Promise<RawAnswer> {
    const { captcha } = (await phone(one, 'isRequiredVerificationCode', { mobile: request.mobile })).data as { captcha: CaptchaOffer };
    expect(captcha.bits).toBe(CAPTCHA.bits + CAPTCHA.levels - 1);
    await pass(CAPTCHA.waitFor);
    return phone(two, 'getVerifyCode', { ...request, captcha: { token: captcha.token, answer: [] } });
  }

  const textsTo = async (mobile: string): Promise<number> =>
    (await one.inside().store.db.selectFrom('sandbox_sms').select('id').where('msisdn', '=', mobile).execute()).length;

  it('number whose codes strangers used up on both lenders: its known installation still gets a code', async () => {
    const mobile = newNumber();
    const known = newDevice();
    const owner = caller('198.51.100.8', known);
    await register(owner, mobile);
    await pass(DAY);
    const attacker = caller('203.0.113.67', newDevice());
    await useUp(attacker, mobile);
    expect((await attacker(two, 'getVerifyCode', { mobile, purpose: 'login' })).code).toBe(CODE.receivedCodeRequired);
    expect((await events('limit.reached'))[0]).toMatchObject({ subject: 'getVerifyCode' });

    expect((await owner(two, 'isRequiredVerificationCode', { mobile })).data).toEqual({ required: true, captcha: null });
    expect(await owner(two, 'getVerifyCode', { mobile, purpose: 'login' })).toMatchObject({ code: CODE.ok });
    expect(await owner(one, 'login', { mobile, code: await one.sandbox.codeFor(mobile) })).toMatchObject({ code: CODE.ok });
  });

  it.each(['login', 'register'] as const)(
    'number whose codes strangers used up, "%s": a new phone at their address gets a code by typing a received one; a guess gets the same answer, and sends no code',
    async (purpose) => {
      const mobile = newNumber();
      if (purpose === 'login') await register(caller('198.51.100.8', newDevice()), mobile);
      await pass(DAY);
      const attacker = caller('203.0.113.68', newDevice());
      await useUp(attacker, mobile, purpose);
      const before = await textsTo(mobile);
      const received = await one.sandbox.codeFor(mobile);
      const refusals = (await events('code.refused')).length;

      const guess = received === '000001' ? '000002' : '000001';
      const guessed = await waitAndAsk(attacker, { mobile, purpose, receivedCode: guess });
      expect(guessed).toMatchObject({ code: CODE.ok });
      await expect.poll(() => events('code.refused')).toHaveLength(refusals + 1);
      const entry = purpose === 'login' ? {} : { acceptedTerms: true };
      expect((await attacker(one, purpose, { mobile, code: '123456', ...entry })).code).toBe(CODE.invalidVerificationCode);

      const newPhone = caller('203.0.113.68', newDevice());
      const right = await waitAndAsk(newPhone, { mobile, purpose, receivedCode: received });
      expect([right.code, right.msg, right.data]).toEqual([guessed.code, guessed.msg, guessed.data]);
      await expect.poll(() => textsTo(mobile)).toBe(before + 1);
      const code = await one.sandbox.codeFor(mobile);
      expect(await newPhone(one, purpose, { mobile, code, ...entry })).toMatchObject({ code: CODE.ok });
    },
  );
});

describe('two borrowers with sessions', () => {
  it('code of one for the other’s number: neither checks, uses up nor replaces the other’s code', async () => {
    const [mine, theirs] = [newNumber(), newNumber()];
    const me = caller('198.51.100.10', newDevice(), await register(caller('198.51.100.10', newDevice()), mine));
    const thief = caller('198.51.100.11', newDevice(), await register(caller('198.51.100.11', newDevice()), theirs));
    expect(await me(one, 'getVerifyCode', { mobile: mine, purpose: 'bindCard' })).toMatchObject({ code: CODE.ok });
    const code = await one.sandbox.codeFor(mine);
    // A code to another number is sent only to an account that can bind it, and that typed the code of its registered number.
    expect(await thief(two, 'getVerifyCode', { mobile: mine, purpose: 'bindCard' })).toMatchObject({ code: CODE.orderRefused });
    const { store, clock, lending } = one.inside();
    const { id } = await store.db.selectFrom('app_user').select('id').where('msisdn', '=', theirs).executeTakeFirstOrThrow();
    await giveEverything(store, id, theirs, clock.now());
    await store.db.deleteFrom('payout_account').where('user_id', '=', id).execute();
    await lending.open(id, { productId: firstLoan.id, amount: firstLoan.minPrincipal, termDays: 91 });
    expect(await thief(two, 'getVerifyCode', { mobile: theirs, purpose: 'bindCard' })).toMatchObject({ code: CODE.ok });
    const verificationCode = await one.sandbox.codeFor(theirs);
    expect(await thief(two, 'getVerifyCode', { mobile: mine, purpose: 'bindCard', verificationCode })).toMatchObject({ code: CODE.ok });
    for (let n = 0; n < 8; n++) {
      const tried = await thief(n % 2 ? one : two, 'validateVerifyCode', {
        mobile: mine,
        code: n === 0 ? code : String(n).padStart(6, '0'),
      });
      expect(tried.code).not.toBe(CODE.ok);
    }
    expect(await me(two, 'validateVerifyCode', { code })).toMatchObject({ code: CODE.ok });
  });
});

it('lookups of one address, half on each lender: are refused above the limit for ten minutes', async () => {
  const codes: number[] = [];
  await Promise.all(
    Array.from({ length: 44 }, async (_, n) => {
      codes.push((await caller('203.0.113.70')(n % 2 ? one : two, 'existsByMobile', { mobile: newNumber() })).code);
    }),
  );
  expect(codes.filter((code) => code === CODE.ok)).toHaveLength(40);
  expect(codes.filter((code) => code === CODE.tooManyRequests)).toHaveLength(4);
  await pass(10 * MINUTE);
  expect((await caller('203.0.113.70')(one, 'existsByMobile', { mobile: newNumber() })).code).toBe(CODE.ok);
});

describe('budget of texts', () => {
  it('budget used up by strangers: the operator is alarmed, strangers are refused, and a borrower with a running loan gets a code', async () => {
    const lender = await startLender({
      env: { PHOTO_KEY: SHARED_KEY, CODES_PER_HOUR: '8', LOG_LEVEL: 'error' },
      log: { write: (line) => void lines.push(line) },
    });
    try {
      const mobile = newNumber();
      const phone: Phone = lender.phone();
      await phone.call('productIndex', {});
      await phone.signIn(mobile);
      await storeCardPhotos(lender, Number((await phone.call('getUserInfo', {})).basicInfo.userId));
      expect(await reachStatus({ lender, phone, mobile }, STATUS.repaying)).toBeNull();
      await lender.sandbox.advance(2 * HOUR);
      await phone.call('latestOrder', {});
      lines.length = 0;

      const stranger = lender.phone();
      await stranger.call('productIndex', {});
      const ask = async () => {
        const other = newNumber();
        const { captcha } = await stranger.call('isRequiredVerificationCode', { mobile: other });
        const solution = captcha && { token: captcha.token, answer: await solve(captcha) };
        return stranger.call('getVerifyCode', { mobile: other, purpose: 'register', captcha: solution });
      };
      for (let n = 0; n < 6; n++) await ask();
      const refused = { code: CODE.tooManyRequests, message: expect.stringContaining('We cannot send more codes') as string };
      await expect(ask()).rejects.toMatchObject(refused);
      await expect(phone.call('getVerifyCode', { mobile, purpose: 'bindCard' })).resolves.toBeDefined();

      const alarms = lines.map((line) => JSON.parse(line) as { level: number; reached?: string }).filter(({ reached }) => reached);
      expect(alarms).toMatchObject([
        { level: 50, reached: 'nearly used up' },
        { level: 50, reached: 'used up' },
      ]);
      const { store, clock } = lender.inside();
      const log = createSecurityLog(store, clock, createSecret(Buffer.from(SHARED_KEY, 'hex')));
      expect(await log.read({ limit: 10, kind: 'texts.budget' })).toMatchObject([{ subject: 'used up' }, { subject: 'nearly used up' }]);
    } finally {
      await lender.stop();
    }
  });
});
