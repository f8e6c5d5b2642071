/** Drawing a loan: a session is not enough a day after signing in, on a new device, or after a change of the payout account. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { payoutAccountOf, saveSection } from '#server/apply/applicant.ts';
import { keepHolderName } from '#server/apply/payoutAccount.ts';
import { MAX_TRIES } from '#server/identity/codeJudge.ts';
import { contract, type CallName } from '#src/api/contract.ts';
import type { Consent } from '#src/api/payloads.ts';
import { firstLoan } from '#src/market/products.ts';
import { encryptPayload, sendRaw } from '#tests/support/rawCalls.ts';
import { giveEverything, GOOD_ANSWERS, savePayoutAccount } from '#tests/support/lendingFixture.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { approve, clerkOf } from '#tests/support/testClerks.ts';

const asks = expect.objectContaining({ code: CODE.verificationCodeRequired }) as unknown;
const wrongCode = expect.objectContaining({ code: CODE.invalidVerificationCode }) as unknown;
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');
const newDevice = (): string => randomBytes(16).toString('base64url');

let numbers = 0;
const newNumber = (): string => `25478${String(1_000_000 + ++numbers)}`;

interface Borrower {
  phone: Phone;
  mobile: string;
  userId: number;
  orderNo: string;
}

let lender: TestLender;
beforeAll(async () => {
  lender = await startLender();
});
afterAll(() => lender?.stop());
// Codes are limited per day, so each test is moved to another day.
afterEach(() => lender.sandbox.advance(2 * DAY));

/** Moves the clock. A call tells the phone the new time. */
async function pass(ms: number, phone: Phone): Promise<void> {
  await lender.sandbox.advance(ms);
  await phone.call('productList', {});
}

/**
 * A borrower who signed in on this phone, with an open offer.
 * @param device of the phone; '' sends none. @param approvedAfter from the sign-in to the offer, ms.
 */
async function offered({ device = newDevice(), approvedAfter = 0 } = {}): Promise<Borrower> {
  const { store, lending, clock } = lender.inside();
  const mobile = newNumber();
  const phone = lender.phone({ device: () => device });
  await phone.call('productList', {});
  await phone.signIn(mobile);
  const { id: userId } = await store.db.selectFrom('app_user').select('id').where('msisdn', '=', mobile).executeTakeFirstOrThrow();
  await giveEverything(store, userId, mobile, clock.now());
  const { orderNo } = await lending.open(userId, { productId: firstLoan.id, amount: firstLoan.minPrincipal, termDays: 91 });
  await lending.advance(userId, orderNo, 'questionnaire.answered', async (tx) => {
    await saveSection(tx, userId, 'loanQuestion', GOOD_ANSWERS, clock.now());
  });
  await pass(approvedAfter, phone);
  if ((await lending.order(userId, orderNo)).status === STATUS.applying) await lending.decide(orderNo, 'approve');
  // A second code to the same number may be sent a minute after the code of the sign-in.
  await pass(MINUTE, phone);
  return { phone, mobile, userId, orderNo };
}

const offerOf = ({ phone, orderNo }: Borrower) => phone.call('confirmProductInfo', { orderNo });

async function consentOf(one: Borrower): Promise<Consent> {
  const { agreementVersion, terms } = await offerOf(one);
  return { orderNo: one.orderNo, agreementVersion, sent: terms.sent, owed: terms.owed };
}

const draw = async (one: Borrower, code?: string) =>
  one.phone.call('getMoney', { ...(await consentOf(one)), ...(code === undefined ? {} : { code }) });

async function codeFor({ phone, mobile }: Borrower): Promise<string> {
  await phone.call('getVerifyCode', { mobile, purpose: 'draw' });
  return lender.sandbox.codeFor(mobile);
}

const payoutsOf = async ({ userId }: Borrower): Promise<string[]> =>
  (
    await lender
      .inside()
      .store.db.selectFrom('rail_intent')
      .select('msisdn')
      .where('user_id', '=', userId)
      .where('purpose', '=', 'disbursement')
      .execute()
  ).map(({ msisdn }) => msisdn);

const textsTo = async (mobile: string): Promise<string[]> =>
  (await lender.sandbox.state()).sms.filter(({ to }) => to === mobile).map(({ text }) => text);

/** A thief with the borrower's token, on another phone. */
function thiefOf(one: Borrower, device = newDevice()): Borrower {
  const phone = lender.phone({ device: () => device });
  phone.token = one.phone.token;
  return { ...one, phone };
}

describe('draw', () => {
  it('draw from the first device, signed in within a day: needs no code', async () => {
    const one = await offered();
    expect((await offerOf(one)).needsCode).toBe(false);
    expect((await draw(one)).status).toBe(STATUS.lending);
    expect(await payoutsOf(one)).toEqual([one.mobile]);
  });

  it('draw, signed in more than a day ago: needs a code, and the offer says so', async () => {
    const one = await offered({ approvedAfter: 23 * HOUR });
    expect((await offerOf(one)).needsCode).toBe(false);
    await pass(HOUR, one.phone);
    expect((await offerOf(one)).needsCode).toBe(true);
    await expect(draw(one)).rejects.toEqual(asks);
    expect(await payoutsOf(one)).toEqual([]);
    expect((await draw(one, await codeFor(one))).status).toBe(STATUS.lending);
    expect(await payoutsOf(one)).toEqual([one.mobile]);
  });

  it('stolen token, codes guessed: is refused even with the right one, and the borrower loses nothing', async () => {
    const one = await offered();
    const thief = thiefOf(one);
    const code = await codeFor(thief);
    for (let tries = 1; tries < MAX_TRIES; tries++) await expect(draw(thief, wrong(code))).rejects.toEqual(wrongCode);
    await expect(draw(thief, wrong(code))).rejects.toMatchObject({ code: CODE.tooManyWrongCodes });
    await expect(draw(thief, code)).rejects.toMatchObject({ code: CODE.tooManyWrongCodes });
    expect(await payoutsOf(one)).toEqual([]);
    expect((await draw(one)).status).toBe(STATUS.lending);
  });

  it.each([
    ['another device', newDevice()],
    ['no device id', ''],
    ['a device id that is none', 'short'],
  ])('stolen token, %s: is refused without a code', async (_, device) => {
    const one = await offered();
    const thief = thiefOf(one, device);
    expect((await offerOf(thief)).needsCode).toBe(true);
    await expect(draw(thief)).rejects.toEqual(asks);
    await expect(draw(thief, '')).rejects.toEqual(asks);
    await expect(draw(thief, wrong('000000'))).rejects.toEqual(wrongCode);
    expect(await payoutsOf(one)).toEqual([]);
  });

  it('draw, signed in without a device id: needs a code', async () => {
    const one = await offered({ device: '' });
    expect((await offerOf(one)).needsCode).toBe(true);
    await expect(draw(one)).rejects.toEqual(asks);
    expect((await draw(one, await codeFor(one))).status).toBe(STATUS.lending);
  });

  it('second device of the account, code right at the draw: is trusted from then on', async () => {
    const one = await offered();
    const second = { ...one, phone: lender.phone() };
    await second.phone.call('productList', {});
    await second.phone.signIn(one.mobile);
    await pass(MINUTE, second.phone);
    expect((await offerOf(second)).needsCode).toBe(true);
    const { store, lending, clock } = lender.inside();
    await draw(second, await codeFor(second));
    expect(await payoutsOf(one)).toEqual([one.mobile]);
    const kinds = await store.db.selectFrom('security_event').select('kind').where('kind', '=', 'device.trusted').execute();
    expect(kinds.length).toBeGreaterThan(0);
    // Prepares the next loan of this borrower on the same phone.
    await store.db
      .updateTable('loan_order')
      .set({ status: STATUS.cancel, next_due_at: null })
      .where('order_no', '=', one.orderNo)
      .execute();
    const { orderNo } = await lending.open(one.userId, { productId: firstLoan.id, amount: firstLoan.minPrincipal, termDays: 91 });
    await lending.advance(one.userId, orderNo, 'questionnaire.answered', async (tx) => {
      await saveSection(tx, one.userId, 'loanQuestion', GOOD_ANSWERS, clock.now());
    });
    await lending.decide(orderNo, 'approve');
    expect((await offerOf({ ...second, orderNo })).needsCode).toBe(false);
  });

  it('code for another purpose or of another borrower: is refused', async () => {
    const one = await offered();
    const thief = thiefOf(one);
    await thief.phone.call('getVerifyCode', { mobile: one.mobile, purpose: 'bindCard' });
    await expect(draw(thief, await lender.sandbox.codeFor(one.mobile))).rejects.toEqual(wrongCode);
    const other = await offered();
    await expect(draw(thief, await codeFor(other))).rejects.toEqual(wrongCode);
    expect(await payoutsOf(one)).toEqual([]);
  });

  it('code for drawing: is sent to the registered number only, and its text names the payout account', async () => {
    const one = await offered();
    const stranger = newNumber();
    await expect(one.phone.call('getVerifyCode', { mobile: stranger, purpose: 'draw' })).rejects.toMatchObject({ code: CODE.invalidField });
    expect(await textsTo(stranger)).toEqual([]);
    await expect(lender.phone().call('getVerifyCode', { mobile: one.mobile, purpose: 'draw' })).rejects.toMatchObject({
      code: CODE.notLoggedIn,
    });
    await codeFor(one);
    const [newest = ''] = await textsTo(one.mobile);
    expect(newest).toContain(`M-PESA +254 ${one.mobile.slice(3, 6)} *** ${one.mobile.slice(-3)}`);
    expect(newest.length).toBeLessThanOrEqual(160);
  });

  it('draw, repeat after a lost answer: needs no other code and draws once', async () => {
    const one = await offered();
    const thief = thiefOf(one);
    const consent = await consentOf(thief);
    const code = await codeFor(thief);
    const first = await thief.phone.call('getMoney', { ...consent, code });
    await expect(thief.phone.call('getMoney', { ...consent, code })).resolves.toEqual(first);
    await expect(thief.phone.call('getMoney', consent)).resolves.toEqual(first);
    expect(await payoutsOf(one)).toHaveLength(1);
  });

  it('six draws at once with one code: the code is used once and the money is sent once', async () => {
    const one = thiefOf(await offered());
    const consent = await consentOf(one);
    const code = await codeFor(one);
    const answers = await Promise.all(Array.from({ length: 6 }, () => one.phone.call('getMoney', { ...consent, code })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => STATUS.lending));
    expect(await payoutsOf(one)).toHaveLength(1);
  });

  it('draw refused for other terms: uses up neither the code nor a try', async () => {
    const one = thiefOf(await offered());
    const consent = await consentOf(one);
    const code = await codeFor(one);
    await expect(one.phone.call('getMoney', { ...consent, owed: consent.owed - 1, code: wrong(code) })).rejects.toMatchObject({
      code: CODE.orderRefused,
    });
    expect((await one.phone.call('getMoney', { ...consent, code })).status).toBe(STATUS.lending);
  });

  it('stolen token, any call of the contract without a code: leads to no payout', async () => {
    const one = await offered();
    const thief = thiefOf(one);
    const consent = await consentOf(thief);
    const [number, name] = ['q7f3k9', 'productId'];
    const asked = { ...consent, amount: firstLoan.minPrincipal, termDays: 91, [name]: firstLoan.id, mobile: one.mobile, days: 14, page: 1 };
    const names = (Object.keys(contract) as CallName[]).filter(
      // Left out are the two calls that end the offer or the session, which the checks below need.
      (call) => contract[call].encoding !== 'multipart' && call !== 'cancelDrawMoney' && call !== 'signOutEverywhere',
    );
    for (const call of names)
      await sendRaw(lender.url, call, {
        token: thief.phone.token,
        fields: [[number, encryptPayload(asked, lender.inside().clock.now())]],
      }).catch(() => null);
    await lender.inside().due.run();
    expect(await payoutsOf(one)).toEqual([]);
    expect((await offerOf(one)).orderNo).toBe(one.orderNo);
  });
});

describe('draw, after the payout account was changed on a running offer', () => {
  /** A borrower whose first payout failed, and who then chose a bank account. */
  async function corrected(): Promise<Borrower & { earlierCode: string }> {
    const one = await offered();
    await lender.sandbox.do('/rail', { nextPayout: 'unregistered' });
    await draw(one);
    await lender.inside().due.run();
    await pass(MINUTE, one.phone);
    expect((await one.phone.call('latestOrder', {})).order?.status).toBe(STATUS.payFail);
    const earlierCode = await codeFor(one);
    await pass(MINUTE, one.phone);
    await one.phone.call('getVerifyCode', { mobile: one.mobile, purpose: 'bindCard' });
    const account = { accountKind: 'bank', cardholderName: 'Wanjiku Kamau', bankCode: '68', accountNumber: '0123456789' };
    const verificationCode = await lender.sandbox.codeFor(one.mobile);
    const values = { ...account, confirmAccountNumber: account.accountNumber, verificationCode };
    expect((await one.phone.call('bindBankCard', { orderNo: one.orderNo, values })).status).toBe(STATUS.getMoney);
    await pass(MINUTE, one.phone);
    return { ...one, earlierCode };
  }

  it('draw on the same phone after a change of the payout account: needs a code that was sent after the change', async () => {
    const one = await corrected();
    expect((await offerOf(one)).needsCode).toBe(true);
    await expect(draw(one)).rejects.toEqual(asks);
    await expect(draw(one, one.earlierCode)).rejects.toEqual(wrongCode);
    expect(await payoutsOf(one)).toHaveLength(1);
    expect((await draw(one, await codeFor(one))).status).toBe(STATUS.lending);
    expect(await payoutsOf(one)).toHaveLength(2);
  });

  it('product with automatic payout: does not pay to a changed account', async () => {
    const one = await corrected();
    const { store, lending, clock } = lender.inside();
    const { contract: terms } = await store.db
      .selectFrom('loan_order')
      .select('contract')
      .where('order_no', '=', one.orderNo)
      .executeTakeFirstOrThrow();
    const product = { ...terms.product, autoDisburseHours: 1 };
    await store.db
      .updateTable('loan_order')
      .set({ contract: JSON.stringify({ ...terms, product }), next_due_at: clock.now() + HOUR })
      .where('order_no', '=', one.orderNo)
      .execute();
    await pass(2 * HOUR, one.phone);
    await lending.runDue();
    expect(await payoutsOf(one)).toHaveLength(1);
    expect((await offerOf(one)).sentAt).toBeNull();
  });
});

describe('holder of a payout number', () => {
  const statusOf = async ({ phone }: Borrower): Promise<number | undefined> => (await phone.call('latestOrder', {})).order?.status;
  /** A borrower whose first loan was paid out, when M-PESA reported this holder name. The borrower applies again. */
  async function applyingAgain(name: string): Promise<Borrower> {
    const { store, lending, clock } = lender.inside();
    const one = await offered();
    await lender.sandbox.do(`/wallets/${one.mobile}`, { balance: 0, name });
    await draw(one);
    await lender.inside().due.run();
    await pass(MINUTE, one.phone);
    await lender.inside().due.run();
    expect(await statusOf(one)).toBe(STATUS.repaying);
    await store.db
      .updateTable('loan_order')
      .set({ status: STATUS.finish, next_due_at: null })
      .where('order_no', '=', one.orderNo)
      .execute();
    const { orderNo } = await lending.open(one.userId, { productId: firstLoan.id, amount: firstLoan.minPrincipal, termDays: 91 });
    await lending.advance(one.userId, orderNo, 'questionnaire.answered', async (tx) => {
      await saveSection(tx, one.userId, 'loanQuestion', GOOD_ANSWERS, clock.now());
    });
    await pass(HOUR, one.phone);
    return { ...one, orderNo };
  }

  it('holder named like the borrower after an earlier payout: is shown with the offer', async () => {
    const one = await applyingAgain('WANJIKU N. KAMAU');
    expect(await statusOf(one)).toBe(STATUS.confirm);
    expect((await offerOf(one)).payoutAccount.owner).toBe('WANJIKU N. KAMAU');
  });

  it('holder named otherwise after an earlier payout: waits for a person, who may approve', async () => {
    const one = await applyingAgain('OTIENO BRIAN');
    expect(await statusOf(one)).toBe(STATUS.applying);
    expect(await clerkOf(lender, 'reviewer').open(`applications:${one.orderNo}`)).toMatchObject({
      reasons: expect.arrayContaining(['M-PESA names another holder of the account for the money; approving accepts that.']) as string[],
    });
    await approve(lender, one.orderNo);
    expect((await draw(one)).status).toBe(STATUS.lending);
  });

  it('draw, holder named otherwise and not approved: is refused with the reason', async () => {
    const one = await offered();
    const { store } = lender.inside();
    await store.tx((tx) => keepHolderName(tx, one.userId, one.mobile, 'OTIENO BRIAN'));
    await expect(draw(one)).rejects.toMatchObject({ code: CODE.orderRefused, message: expect.stringContaining('OTIENO BRIAN') as string });
    expect(await payoutsOf(one)).toEqual([]);
  });

  it("holder's name of a number that is no longer the payout number: is not stored", async () => {
    const one = await offered();
    await lender.sandbox.do(`/wallets/${one.mobile}`, { balance: 0, name: 'WANJIKU KAMAU' });
    await draw(one);
    const { store, clock } = lender.inside();
    await store.tx((tx) =>
      savePayoutAccount(tx, {
        user_id: one.userId,
        kind: 'mpesa',
        number: newNumber(),
        bank_code: null,
        bank_name: 'M-PESA',
        holder: '',
        saved_at: clock.now(),
      }),
    );
    await pass(MINUTE, one.phone);
    const account = await payoutAccountOf(store.db, one.userId);
    expect(account).toBeDefined();
    expect(account?.railName).toBeUndefined();
  });
});

it('function that queues a payout: is called only by the draw, which checks the code, and by the timers', async () => {
  const server = fileURLToPath(new URL('../../../server', import.meta.url));
  const files = (await readdir(server, { recursive: true })).filter((name) => name.endsWith('.ts') && !name.startsWith('store/'));
  const texts = await Promise.all(files.map(async (name) => ({ name, text: await readFile(join(server, name), 'utf8') })));
  const naming = (pattern: RegExp): string[] => texts.flatMap(({ name, text }) => (pattern.test(text) ? [name] : [])).sort();
  expect(naming(/purpose: 'disbursement'/)).toEqual(['borrow/drawing.ts']);
  expect(naming(/\bdrawing\(/)).toEqual(['borrow/drawing.ts', 'borrow/offer.ts', 'lending/origination/decisions.ts']);
});
