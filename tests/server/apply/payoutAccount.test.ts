/** Binding a payout account: codes to each number, and a text to the registered number at every change. */
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '#machines/model/calendar.ts';
import type { Language } from '#machines/context.ts';
import { CODE } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { MAX_TRIES } from '#server/identity/codeJudge.ts';
import { firstLoan } from '#src/market/products.ts';
import { payoutAccountOf } from '#server/apply/applicant.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { giveEverything } from '#tests/support/lendingFixture.ts';
import { encryptPayload, sendRaw } from '#tests/support/rawCalls.ts';
import { PRODUCTION } from '#tests/support/productionSettings.ts';

const BANK = {
  accountKind: 'bank',
  cardholderName: 'Amina Wanjiku',
  bankCode: '68',
  accountNumber: '0123456789',
  confirmAccountNumber: '0123456789',
};
/** Limit of the codes that an account may send to numbers other than its own, and of the codes to one number, per hour. */
const MOST_TO_STRANGERS = { hour: 3 };
const MOST_TO_OWN_NUMBER = 5;

const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

const refusedAt = (...fields: string[]): unknown =>
  expect.objectContaining({
    code: CODE.invalidVerificationCode,
    fields: Object.fromEntries(fields.map((field) => [field, 'Invalid verification code'])),
  });

let numbers = 0;
const newNumber = (): string => `25479${String(1_000_000 + ++numbers)}`;

interface Borrower {
  phone: Phone;
  mobile: string;
  userId: number;
  orderNo: string;
}

/** A borrower whose application has reached the payout account. */
async function applicant(lender: TestLender, phone: Phone, mobile: string): Promise<Borrower> {
  const { store, lending, clock } = lender.inside();
  const { id: userId } = await store.db.selectFrom('app_user').select('id').where('msisdn', '=', mobile).executeTakeFirstOrThrow();
  await giveEverything(store, userId, mobile, clock.now());
  await store.db.deleteFrom('payout_account').where('user_id', '=', userId).execute();
  const { orderNo, status } = await lending.open(userId, { productId: firstLoan.id, amount: firstLoan.minPrincipal, termDays: 91 });
  expect(status).toBe(STATUS.bindCard);
  return { phone, mobile, userId, orderNo };
}

const boundOf = async (lender: TestLender, { userId }: Borrower): Promise<string | undefined> =>
  (await payoutAccountOf(lender.inside().store.db, userId))?.number;

describe('payout account, sandbox off', () => {
  const texts: { to: string; text: string }[] = [];
  let gateway: Server;
  let lender: TestLender;

  beforeAll(async () => {
    gateway = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        texts.push(JSON.parse(Buffer.concat(parts).toString()) as { to: string; text: string });
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    const { port } = gateway.address() as AddressInfo;
    lender = await startLender({ env: { ...PRODUCTION, SMS_URL: `http://127.0.0.1:${port}` } });
  });
  afterAll(async () => {
    await lender?.stop();
    gateway?.close();
  });

  const codeAt = (mobile: string): string => texts.findLast(({ to }) => to === `+${mobile}`)?.text.slice(0, 6) ?? '';

  it('payout account, stolen session and a code to the thief’s number: is not bound', async () => {
    const mobile = newNumber();
    const phone = lender.phone();
    await phone.call('getVerifyCode', { mobile, purpose: 'register' });
    phone.token = (await phone.call('register', { mobile, code: codeAt(mobile), acceptedTerms: true })).token;
    const victim = await applicant(lender, phone, mobile);

    const thief = newNumber();
    const toThief = { mobile: thief, purpose: 'bindCard' } as const;
    await expect(phone.call('getVerifyCode', toThief)).rejects.toMatchObject({
      code: CODE.verificationCodeRequired,
      fields: { verificationCode: expect.stringContaining('your own number first') as string },
    });
    await phone.call('getVerifyCode', { mobile, purpose: 'bindCard' });
    // The thief talks the borrower into reading one code out, but not the next.
    await phone.call('getVerifyCode', { ...toThief, verificationCode: codeAt(mobile) });
    const code = codeAt(thief);
    expect(code).toMatch(/^\d{6}$/);
    await lender.inside().store.db.updateTable('one_time_code').set({ ended_at: 0 }).where('msisdn', '=', mobile).execute();
    const { orderNo } = victim;
    for (const codes of [
      { verificationCode: code, mobileVerificationCode: code },
      { verificationCode: wrong(code), mobileVerificationCode: code },
    ])
      await expect(phone.call('bindBankCard', { orderNo, values: { accountKind: 'mpesa', mobile: thief, ...codes } })).rejects.toEqual(
        refusedAt('verificationCode'),
      );
    await expect(
      phone.call('bindBankCard', { orderNo, values: { accountKind: 'mpesa', mobile: thief, verificationCode: code } }),
    ).rejects.toMatchObject({ fields: { mobileVerificationCode: expect.any(String) as string } });
    await expect(phone.call('bindBankCard', { orderNo, values: { ...BANK, verificationCode: code } })).rejects.toEqual(
      refusedAt('verificationCode'),
    );
    expect(await boundOf(lender, victim)).toBeUndefined();
    expect((await phone.call('latestOrder', {})).order?.status).toBe(STATUS.bindCard);
  });
});

describe('payout account', () => {
  let lender: TestLender;
  beforeAll(async () => {
    lender = await startLender();
  });
  afterAll(() => lender?.stop());
  // Limits are per day, so each test is moved to another day.
  afterEach(() => lender.sandbox.advance(2 * DAY));

  /** Moves the clock; the phones get the new time with their next answer. */
  async function pass(ms: number, ...phones: Phone[]): Promise<void> {
    await lender.sandbox.advance(ms);
    for (const phone of phones) await phone.call('latestOrder', {});
  }

  async function borrower(language: Language = 'en'): Promise<Borrower> {
    const mobile = newNumber();
    const phone = lender.phone({ language: () => language });
    await phone.call('productList', {});
    await phone.signIn(mobile);
    await pass(MINUTE, phone);
    return applicant(lender, phone, mobile);
  }

  /** Requests the code to this number. A code to the registered number that is requested again within a minute is the same one. */
  async function codeTo(one: Borrower, mobile: string): Promise<string> {
    const own = mobile === one.mobile ? {} : { verificationCode: await codeTo(one, one.mobile) };
    await one.phone.call('getVerifyCode', { mobile, purpose: 'bindCard', ...own });
    return lender.sandbox.codeFor(mobile);
  }

  const bind = ({ phone, orderNo }: Borrower, values: Readonly<Record<string, string>>) => phone.call('bindBankCard', { orderNo, values });

  /** Texts to this number without a code. */
  async function textsTo(mobile: string): Promise<string[]> {
    await lender.inside().due.run();
    return (await lender.sandbox.state()).sms.filter(({ to, text }) => to === mobile && !/^\d{6} /.test(text)).map(({ text }) => text);
  }

  it('payout account, registered number: needs one code', async () => {
    const one = await borrower();
    const verificationCode = await codeTo(one, one.mobile);
    await expect(bind(one, { accountKind: 'mpesa', mobile: one.mobile, verificationCode })).resolves.toMatchObject({
      status: STATUS.question,
    });
    expect(await boundOf(lender, one)).toBe(one.mobile);
  });

  it('payout account, another M-PESA number: needs both codes, and each verifies its own number', async () => {
    const one = await borrower();
    const other = newNumber();
    const [own, others] = [await codeTo(one, one.mobile), await codeTo(one, other)];
    const account = { accountKind: 'mpesa', mobile: other };
    await expect(bind(one, { ...account, verificationCode: own, mobileVerificationCode: wrong(others) })).rejects.toEqual(
      refusedAt('mobileVerificationCode'),
    );
    await expect(bind(one, { ...account, verificationCode: wrong(own), mobileVerificationCode: others })).rejects.toEqual(
      refusedAt('verificationCode'),
    );
    await expect(bind(one, { ...account, verificationCode: others, mobileVerificationCode: own })).rejects.toEqual(
      refusedAt('verificationCode', 'mobileVerificationCode'),
    );
    expect(await boundOf(lender, one)).toBeUndefined();
    // The refusals did not use the right codes up.
    await bind(one, { ...account, verificationCode: own, mobileVerificationCode: others });
    expect(await boundOf(lender, one)).toBe(other);
    // The successful call has used the codes up.
    await expect(bind(one, { ...account, verificationCode: own, mobileVerificationCode: others })).rejects.toEqual(
      refusedAt('verificationCode', 'mobileVerificationCode'),
    );
  });

  it('payout account, order that cannot be changed any more: the code is not used up', async () => {
    const one = await borrower();
    await lender.inside().lending.decline(one.userId, one.orderNo);
    const verificationCode = await codeTo(one, one.mobile);
    await expect(bind(one, { accountKind: 'mpesa', mobile: one.mobile, verificationCode })).rejects.toMatchObject({
      code: CODE.orderRefused,
    });
    await expect(one.phone.call('validateVerifyCode', { code: verificationCode })).resolves.toEqual({ valid: true });
    expect(await boundOf(lender, one)).toBeUndefined();
  });

  it('payout account, one code guessed too often: its field shows the refusal, and the other code stays valid', async () => {
    const one = await borrower();
    const other = newNumber();
    const [own, others] = [await codeTo(one, one.mobile), await codeTo(one, other)];
    const guess = { accountKind: 'mpesa', mobile: other, verificationCode: own, mobileVerificationCode: wrong(others) };
    for (let n = 1; n < MAX_TRIES; n++) await expect(bind(one, guess)).rejects.toEqual(refusedAt('mobileVerificationCode'));
    await expect(bind(one, guess)).rejects.toMatchObject({
      code: CODE.tooManyWrongCodes,
      fields: { mobileVerificationCode: expect.any(String) as string },
    });
    await expect(one.phone.call('validateVerifyCode', { code: own })).resolves.toEqual({ valid: true });
  });

  it('codes of two borrowers to one number: neither is valid for the other borrower, or changes the other code', async () => {
    const [one, two] = [await borrower(), await borrower()];
    const shared = newNumber();
    const ofOne = await codeTo(one, shared);
    await pass(MINUTE, one.phone, two.phone);
    const ofTwo = await codeTo(two, shared);
    expect(ofTwo).not.toBe(ofOne);
    const check = ({ phone }: Borrower, code: string) => phone.call('validateVerifyCode', { code, mobile: shared });
    for (let n = 1; n <= MAX_TRIES; n++) await expect(check(two, ofOne)).rejects.toMatchObject({ code: expect.any(Number) as number });
    await expect(check(two, ofTwo)).rejects.toMatchObject({ code: CODE.tooManyWrongCodes });
    await expect(check(one, ofOne)).resolves.toEqual({ valid: true });
  });

  it('codes requested by another account to a registered number: its own code stays valid, and a new one may be requested', async () => {
    const [one, nosy] = [await borrower(), await borrower()];
    const own = await codeTo(one, one.mobile);
    for (let n = 0; n < MOST_TO_STRANGERS.hour; n++) {
      await codeTo(nosy, one.mobile);
      await expect(nosy.phone.call('validateVerifyCode', { code: own, mobile: one.mobile })).rejects.toMatchObject({
        code: CODE.invalidVerificationCode,
      });
      await pass(MINUTE, one.phone, nosy.phone);
    }
    await expect(one.phone.call('validateVerifyCode', { code: own })).resolves.toEqual({ valid: true });
    // The codes that the other account requested do not count towards this number's own limits.
    for (let n = 1; n < MOST_TO_OWN_NUMBER - 1; n++) {
      await one.phone.call('getVerifyCode', { mobile: one.mobile, purpose: 'bindCard' });
      await pass(MINUTE, one.phone);
    }
  });

  it('code that was checked: verifies only the number to which it was sent', async () => {
    const one = await borrower();
    const other = newNumber();
    const [own, others] = [await codeTo(one, one.mobile), await codeTo(one, other)];
    await expect(one.phone.call('validateVerifyCode', { code: others, mobile: other })).resolves.toEqual({ valid: true });
    await expect(one.phone.call('validateVerifyCode', { code: others })).rejects.toMatchObject({ code: CODE.invalidVerificationCode });
    await expect(one.phone.call('validateVerifyCode', { code: own, mobile: other })).rejects.toMatchObject({
      code: CODE.invalidVerificationCode,
    });
  });

  it('code to another number: is sent only with the right code of the registered number, which stays valid', async () => {
    const one = await borrower();
    const other = newNumber();
    const ask = (verificationCode?: string) =>
      one.phone.call('getVerifyCode', {
        mobile: other,
        purpose: 'bindCard',
        ...(verificationCode === undefined ? {} : { verificationCode }),
      });
    const own = await codeTo(one, one.mobile);
    await expect(ask()).rejects.toMatchObject({ code: CODE.verificationCodeRequired });
    await expect(ask(wrong(own))).rejects.toEqual(refusedAt('verificationCode'));
    await expect(lender.sandbox.codeFor(other)).rejects.toThrow('no code was sent');
    await ask(own);
    expect(await lender.sandbox.codeFor(other)).toMatch(/^\d{6}$/);
    await expect(one.phone.call('validateVerifyCode', { code: own })).resolves.toEqual({ valid: true });
  });

  it('code to another number, tries of the own code used up: no code is sent, even with the right own code', async () => {
    const one = await borrower();
    const other = newNumber();
    const own = await codeTo(one, one.mobile);
    const ask = (verificationCode: string) => one.phone.call('getVerifyCode', { mobile: other, purpose: 'bindCard', verificationCode });
    for (let n = 0; n < MAX_TRIES; n++)
      await expect(ask(wrong(own))).rejects.toMatchObject({ fields: { verificationCode: expect.any(String) as string } });
    await expect(ask(own)).rejects.toMatchObject({ code: CODE.tooManyWrongCodes });
    await expect(lender.sandbox.codeFor(other)).rejects.toThrow('no code was sent');
  });

  it('code to another number, application before or after this step: no code is sent', async () => {
    const one = await borrower();
    const verificationCode = await codeTo(one, one.mobile);
    for (const status of [STATUS.basicInfo, STATUS.identityOcr, STATUS.applying, STATUS.repaying]) {
      await lender.inside().store.db.updateTable('loan_order').set({ status }).where('order_no', '=', one.orderNo).execute();
      await expect(one.phone.call('getVerifyCode', { mobile: newNumber(), purpose: 'bindCard', verificationCode })).rejects.toMatchObject({
        code: CODE.orderRefused,
      });
    }
  });

  it('codes to other numbers: an account may name one number a day, also after it was closed and opened again', async () => {
    const one = await borrower();
    const refusal = (minutes: number): unknown =>
      expect.objectContaining({
        code: CODE.tooManyRequests,
        message: expect.stringMatching(new RegExp(`only one other number a day.* ${minutes / 60} hours`)) as string,
      });
    await codeTo(one, newNumber());
    await expect(codeTo(one, newNumber())).rejects.toEqual(refusal(24 * 60));
    // The limit of other numbers does not apply to the registered number.
    await codeTo(one, one.mobile);

    await pass(HOUR, one.phone);
    await one.phone.signIn(one.mobile);
    await one.phone.call('cancelAccount', { reason: 'other' });
    const rows = await lender.inside().store.db.selectFrom('one_time_code').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(one.mobile);
    const phone = lender.phone();
    await phone.call('productList', {});
    await phone.signIn(one.mobile);
    await pass(MINUTE, phone);
    const again = await applicant(lender, phone, one.mobile);
    await expect(codeTo(again, newNumber())).rejects.toMatchObject({ code: CODE.tooManyRequests });
  });

  it('codes to other numbers, concurrent requests: one is sent', async () => {
    const one = await borrower();
    const verificationCode = await codeTo(one, one.mobile);
    const asked = await Promise.allSettled(
      Array.from({ length: 10 }, () => one.phone.call('getVerifyCode', { mobile: newNumber(), purpose: 'bindCard', verificationCode })),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('payout account, bound or changed: one text goes to the registered number, in the language of the app, with the account masked', async () => {
    const one = await borrower('es');
    const other = newNumber();
    await bind(one, {
      accountKind: 'mpesa',
      mobile: other,
      verificationCode: await codeTo(one, one.mobile),
      mobileVerificationCode: await codeTo(one, other),
    });
    const first = await textsTo(one.mobile);
    expect(first).toEqual([
      expect.stringContaining(`Su préstamo se enviará ahora a M-PESA +254 ${other.slice(3, 6)} *** ${other.slice(-3)}.`),
    ]);
    expect(first[0]).toContain('escriba a support@example.ke');
    expect(first[0]).not.toContain(other.slice(3));
    expect(await textsTo(other)).toEqual([]);

    await pass(MINUTE, one.phone);
    await bind(one, { ...BANK, verificationCode: await codeTo(one, one.mobile) });
    const both = await textsTo(one.mobile);
    expect(both).toHaveLength(2);
    expect(both[0]).toContain('*** 6789.');
    expect(both[0]).not.toContain(BANK.accountNumber);
  });

  it('payout account, rail that names another holder: is refused at the number, and the codes stay valid', async () => {
    const one = await borrower();
    const other = newNumber();
    const codes = { verificationCode: await codeTo(one, one.mobile), mobileVerificationCode: await codeTo(one, other) };
    const lookup = vi.spyOn(lender.inside().lending, 'holderName').mockResolvedValueOnce('OTIENO BRIAN');
    const wrongCodes = { ...codes, verificationCode: wrong(codes.verificationCode) };
    await expect(bind(one, { accountKind: 'mpesa', mobile: other, ...wrongCodes })).rejects.toEqual(refusedAt('verificationCode'));
    expect(lookup, 'nobody learns a name without the codes').not.toHaveBeenCalled();
    await expect(bind(one, { accountKind: 'mpesa', mobile: other, ...codes })).rejects.toMatchObject({
      code: CODE.invalidField,
      fields: { mobile: expect.stringContaining('OTIENO BRIAN') as string },
    });
    expect(await boundOf(lender, one)).toBeUndefined();
    lookup.mockResolvedValueOnce('KAMAU WANJIKU');
    const order = await bind(one, { accountKind: 'mpesa', mobile: other, ...codes });
    expect(order.payoutAccount?.owner).toBe('KAMAU WANJIKU');
    lookup.mockRestore();
    const events = await lender.inside().store.db.selectFrom('security_event').select('kind').orderBy('id').execute();
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['payout.held', 'payoutAccount.changed']));
  });

  it('payout account, same request twice: is bound once, with one text', async () => {
    const one = await borrower();
    const values = { accountKind: 'mpesa', mobile: one.mobile, verificationCode: await codeTo(one, one.mobile) };
    const fields: [string, string][] = [['q7f3k9', encryptPayload({ orderNo: one.orderNo, values }, lender.inside().clock.now())]];
    const answers = await Promise.all([1, 2, 3].map(() => sendRaw(lender.url, 'bindBankCard', { token: one.phone.token, fields })));
    expect(answers.map(({ code }) => code)).toEqual([CODE.ok, CODE.ok, CODE.ok]);
    expect(await textsTo(one.mobile)).toHaveLength(1);
  });

  it('payout account, two requests with the same code at once: is bound once, with one text', async () => {
    const one = await borrower();
    const verificationCode = await codeTo(one, one.mobile);
    const tries = await Promise.allSettled([
      bind(one, { accountKind: 'mpesa', mobile: one.mobile, verificationCode }),
      bind(one, { ...BANK, verificationCode }),
    ]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await textsTo(one.mobile)).toHaveLength(1);
  });
});

it('table of payout accounts: is written only by the function that requires the codes', async () => {
  const server = fileURLToPath(new URL('../../../server', import.meta.url));
  const files = (await readdir(server, { recursive: true })).filter((name) => name.endsWith('.ts') && !name.startsWith('store/migrations'));
  const writing: string[] = [];
  for (const name of files) {
    const text = await readFile(join(server, name), 'utf8');
    if (/(insertInto|updateTable|mergeInto)\(\s*'payout_account|(insert into|update|merge into) payout_account/i.test(text))
      writing.push(name);
  }
  expect(writing).toEqual(['apply/payoutAccount.ts']);
});
