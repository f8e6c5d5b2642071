import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { shillings } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import type { Values } from '#machines/model/application.ts';
import { readConfig } from '#server/config.ts';
import { startLender as startInProcess } from '#server/startLender.ts';
import { DESK_API, ROLES, SANDBOX_CLERK } from '#src/api/desk.ts';
import { SANDBOX_API } from '#src/api/sandbox.ts';
import { checkSection } from '#src/forms/checkValues.ts';
import { complete, context } from '#tests/forms/sectionSamples.ts';
import { temporaryFolder, removeTemporaryFolders } from '#tests/support/database.ts';
import { freePort } from '#tests/support/freePort.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { GOOD_ANSWERS } from '#tests/support/lendingFixture.ts';
import { idBack, idFront, sendFace } from '#tests/support/idCards.ts';
import { encryptPayload, sendRaw } from '#tests/support/rawCalls.ts';
import { PRODUCTION } from '#tests/support/productionSettings.ts';
import { approve, clerkOf } from '#tests/support/testClerks.ts';

const MOBILE = '254712345678';
const DEVICE = 'phone-of-the-borrower-1';
let lender: TestLender;
let phone: Phone;

beforeAll(async () => {
  lender = await startLender({ reads: true });
  phone = lender.phone({ device: () => DEVICE });
});
afterAll(async () => {
  await lender?.stop();
  removeTemporaryFolders();
});

const asFile = (bytes: Buffer): { file: Blob } => ({ file: new Blob([Uint8Array.from(bytes)]) });

/** The card of the person whose values the samples have. */
const card = { number: '12345678', name: 'AMINA WANJIKU', birthday: '1992-03-15' };
const statusNow = async (): Promise<number | undefined> => (await phone.call('latestOrder', {})).order?.status;

/** Sends a complete application. */
async function apply(amount = shillings(5_000), answers: Values = GOOD_ANSWERS): Promise<string> {
  const { orderNo } = await phone.call('applyMarket', { productId: 'first-loan', amount, termDays: 91 });
  await phone.call('saveBasicInfo', { orderNo, values: complete.personalInfo });
  await phone.call('saveAdditionInfoMarket', { orderNo, values: complete.additionalInfo });
  await phone.call('uploadIdFront', { orderNo }, { files: asFile(await idFront(card)) });
  await phone.call('uploadIdBack', { orderNo }, { files: asFile(await idBack(card)) });
  await sendFace(phone, orderNo);
  await phone.call('finishUploadAllImg', { orderNo });
  await lender.sandbox.advance(MINUTE);
  await phone.call('latestOrder', {});
  await phone.call('getVerifyCode', { mobile: MOBILE, purpose: 'bindCard' });
  const verificationCode = await lender.sandbox.codeFor(MOBILE);
  await phone.call('bindBankCard', { orderNo, values: { accountKind: 'mpesa', mobile: '0712345678', verificationCode } });
  await phone.call('saveQuestionnaire', { orderNo, values: answers });
  return orderNo;
}

async function draw(orderNo: string): Promise<void> {
  const { agreementVersion, terms, needsCode } = await phone.call('confirmProductInfo', { orderNo });
  const consent = { orderNo, agreementVersion, sent: terms.sent, owed: terms.owed };
  if (needsCode) await phone.call('getVerifyCode', { mobile: MOBILE, purpose: 'draw' });
  await phone.call('getMoney', needsCode ? { ...consent, code: await lender.sandbox.codeFor(MOBILE) } : consent);
}

describe('a loan over the wire, from registration to the last shilling', () => {
  let orderNo = '';

  it('loan over the wire, new number: registers with the code of its SMS', async () => {
    await phone.signIn(MOBILE);
    expect((await phone.call('getUserInfo', {})).basicInfo).toMatchObject({ mobile: MOBILE, firstName: null });
  });

  it('loan over the wire, application: is filled in and sent', async () => {
    orderNo = await apply();
    expect(await statusNow()).toBe(STATUS.applying);
    expect((await phone.call('getUserInfo', {})).sections.personalInfo).toMatchObject({ firstName: complete.personalInfo['firstName'] });
  });

  it('loan over the wire, stored rows: photos are encrypted, and no code is readable', async () => {
    const { db } = lender.inside().store;
    const blobs = await db.selectFrom('photo_blob').select('encrypted').execute();
    expect(blobs).toHaveLength(4);
    const front = await idFront(card);
    for (const { encrypted: bytes } of blobs) expect(Buffer.from(bytes).includes(front.subarray(0, 32))).toBe(false);
    expect(JSON.stringify(await db.selectFrom('payout_account').selectAll().execute())).not.toContain('verification');
  });

  it('loan over the wire, ten minutes later: is approved', async () => {
    await lender.sandbox.advance(10 * MINUTE);
    expect(await statusNow()).toBe(STATUS.confirm);
  });

  it('loan over the wire, six taps on draw: the money is sent once, less the fee', async () => {
    const { agreementVersion, terms } = await phone.call('confirmProductInfo', { orderNo });
    const taps = await Promise.all(
      Array.from({ length: 6 }, () => phone.call('getMoney', { orderNo, agreementVersion, sent: terms.sent, owed: terms.owed })),
    );
    expect(new Set(taps.map(({ status }) => status))).toEqual(new Set([STATUS.lending]));
    await lender.sandbox.advance(MINUTE);
    expect(await statusNow()).toBe(STATUS.repaying);
    const { wallets } = await lender.sandbox.state();
    expect(wallets.find(({ msisdn }) => msisdn === MOBILE)?.balance).toBe(shillings(20_000 + 4_942));
    const { accounts, sum } = await lender.sandbox.ledger(orderNo);
    expect(sum).toBe(0);
    expect(accounts['mpesa_float']).toBe(-shillings(4_942));
  });

  it('loan over the wire, STK push with the PIN: names the company that lends, and pays a part', async () => {
    const payment = await phone.call('mpesaRepayLink', { orderNo, amount: shillings(1_000), requestId: 'tap-1' });
    await lender.sandbox.advance(1_000);
    const { prompts } = await lender.sandbox.state();
    expect(prompts).toMatchObject([{ to: MOBILE, amount: shillings(1_000), business: 'Example Loan Limited (an example)' }]);
    await lender.sandbox.do(`/prompts/${prompts[0]?.id}`, { pin: '1234' });
    expect(await phone.call('portalRepaymentDetail', { payOrderId: payment.payOrderId })).toMatchObject({
      state: 'paid',
      amount: shillings(1_000),
    });
  });

  it('loan over the wire, forged message of the paybill: changes nothing, is held at the desk, and is refused there', async () => {
    const before = await lender.sandbox.ledger(orderNo);
    await lender.sandbox.do('/forge', { accountNumber: orderNo, amount: shillings(3_000) });
    const detail = await phone.call('repayOrderDetail', { orderNo });
    expect(detail).toMatchObject({ reported: [{ amount: shillings(3_000), isHeld: false }], balance: { paid: shillings(1_000) } });
    for (let minutes = 0; minutes < 6; minutes++) await lender.sandbox.advance(MINUTE);
    const clerk = clerkOf(lender, 'payments');
    const [held] = await clerk.waiting('unplacedMoney');
    expect(held).toMatchObject({ amount: shillings(3_000), why: 'M-PESA does not know the receipt.' });
    await clerk.act(held?.caseId ?? '', { name: 'refusePayment', reason: 'M-PESA knows no such payment' });
    expect(await clerk.waiting('unplacedMoney')).toEqual([]);
    expect((await phone.call('repayOrderDetail', { orderNo })).reported).toEqual([]);
    expect((await lender.sandbox.ledger(orderNo)).lines).toEqual(before.lines);
  });

  it('loan over the wire, rest paid at the paybill: is finished', async () => {
    const { balance, paybill } = await phone.call('repayOrderDetail', { orderNo });
    expect(balance.paid).toBe(shillings(1_000));
    await lender.sandbox.do('/paybill', {
      msisdn: MOBILE,
      businessNumber: paybill.businessNumber,
      accountNumber: paybill.accountNumber,
      amount: balance.settleToday,
    });
    const { rows } = await phone.call('orderList', {});
    expect(rows).toMatchObject([{ orderNo, status: STATUS.finish }]);
    expect((await lender.sandbox.ledger(orderNo)).accounts).toMatchObject({ loan_receivable: 0, interest_receivable: 0 });
  });

  it('loan over the wire, repaid: home offers more', async () => {
    expect((await phone.call('latestOrder', {})).limit).toBeGreaterThan(shillings(5_000));
  });
});

describe('values that a form would not send', () => {
  it.each([
    ['an unknown field', { ...complete.personalInfo, isAdmin: 'yes' }, ['isAdmin']],
    ['10 kB of text', { ...complete.personalInfo, address: 'x'.repeat(10_000) }, ['address']],
    ['a child', { ...complete.personalInfo, inputBirthday: '01-01-2020' }, ['inputBirthday']],
    ['a value that is no text', { ...complete.personalInfo, firstName: 7 as unknown as string }, ['firstName']],
    ['no values', {}, Object.keys(checkSection('personalInfo', {}, context))],
    ['an unknown choice', { ...complete.personalInfo, gender: '3' }, ['gender']],
  ])('section with %s: is refused with a message for each field', async (_, values, fields) => {
    const failure = await phone.call('saveBasicInfo', { orderNo: 'L000000001', values }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: CODE.invalidField });
    const said = (failure as { fields: Record<string, string> }).fields;
    expect(Object.keys(said)).toEqual(fields);
    for (const words of Object.values(said)) expect(words).toMatch(/^[A-Z].*[^.]/);
  });

  it('upload of a file that is no picture: is refused', async () => {
    const { orderNo } = await phone.call('applyMarket', { productId: 'first-loan', amount: shillings(2_000), termDays: 91 });
    await expect(phone.call('uploadIdFront', { orderNo }, { files: { file: new Blob(['GIF89a']) } })).rejects.toMatchObject({
      code: CODE.photoUnreadable,
    });
    await expect(phone.call('uploadIdFront', { orderNo })).rejects.toMatchObject({ code: CODE.photoUnreadable });
    await phone.call('cancelDrawMoney', { orderNo });
  });
});

describe('byte-identical request', () => {
  it('byte-identical request, repeated: gets the first answer, so a wrong code counts as one try', async () => {
    await lender.sandbox.advance(MINUTE);
    await phone.call('latestOrder', {});
    await phone.call('getVerifyCode', { mobile: MOBILE, purpose: 'login' });
    const { now } = await lender.sandbox.state();
    const challenge = createHash('sha256').update('verifier').digest('hex');
    const fields: [string, string][] = [
      ['q7f3k9', encryptPayload({ mobile: MOBILE, code: await lender.sandbox.codeFor(MOBILE), challenge }, now)],
    ];
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => sendRaw(lender.url, 'login', { fields, headers: { deviceId: DEVICE } })),
    );
    const [first, ...repeats] = answers.map(({ code, data }) => ({ code, data }));
    expect(first).toMatchObject({ code: 0 });
    for (const repeat of repeats) expect(repeat).toEqual(first);
    phone.token = `${(first as { data: { token: string } }).data.token}.verifier`;
    await expect(phone.call('login', { mobile: MOBILE, code: await lender.sandbox.codeFor(MOBILE) })).rejects.toMatchObject({
      code: CODE.invalidVerificationCode,
    });
  });

  it('byte-identical request, stored answer: is encrypted', async () => {
    const { db } = lender.inside().store;
    const rows = await db.selectFrom('idempotent_answer').select('encrypted').execute();
    expect(rows.length).toBeGreaterThan(10);
    for (const { encrypted: bytes } of rows) expect(Buffer.from(bytes ?? []).toString('latin1')).not.toContain('"code"');
  });

  it('byte-identical request, timestamp no longer fresh: is refused as stale, whatever it was answered before', async () => {
    const { now } = await lender.sandbox.state();
    const fields: [string, string][] = [['q7f3k9', encryptPayload({ orderNo: 'L000000001' }, now)]];
    const request = { fields, token: phone.token };
    expect(await sendRaw(lender.url, 'cancelDrawMoney', request)).toMatchObject({ code: CODE.orderNotFound });
    expect(await sendRaw(lender.url, 'cancelDrawMoney', request)).toMatchObject({ code: CODE.orderNotFound });
    await lender.sandbox.advance(6 * MINUTE);
    expect(await sendRaw(lender.url, 'cancelDrawMoney', request)).toMatchObject({ code: CODE.staleTimestamp });
  });
});

describe('the desk', () => {
  /** A running loan that was paid out. */
  async function loan(): Promise<string> {
    await lender.sandbox.advance(MINUTE);
    return (await phone.call('latestOrder', {})).order?.orderNo ?? '';
  }
  const waiting = async () => (await lender.sandbox.state()).waiting.map(({ queue, waiting: count }) => [queue, count]);

  it('application, decisions set to a clerk: waits in the queue at once, and the rules do not decide it', async () => {
    await phone.call('latestOrder', {});
    const orderNo = await apply(shillings(2_000));
    expect(await waiting(), 'the rules have ten minutes').toEqual([]);
    await lender.sandbox.do('/decision', { mode: 'desk' });
    expect(await waiting()).toEqual([['applications', 1]]);
    await lender.sandbox.advance(20 * MINUTE);
    expect(await statusNow()).toBe(STATUS.applying);
    await approve(lender, orderNo);
    expect(await statusNow()).toBe(STATUS.confirm);
    expect(await waiting()).toEqual([]);
    await expect(approve(lender, orderNo)).rejects.toThrow('has been decided meanwhile');
    await lender.sandbox.do('/decision', { mode: 'time' });
    await draw(orderNo);
  });

  it("clerks of the sandbox: each is signed in without a password, and the log names each act's clerk", async () => {
    for (const role of ROLES) expect(await clerkOf(lender, role).call('session', {})).toMatchObject({ role });
    const lines = await clerkOf(lender, 'administrator').call('log', { caseId: null, before: null });
    for (const who of ['Amina Wanjiru', 'Brian Otieno', 'Cynthia Chebet', 'David Mutua'])
      expect(lines, who).toContainEqual(expect.objectContaining({ who, what: 'sign in sandbox' }));
    expect(lines).toContainEqual(expect.objectContaining({ who: 'Amina Wanjiru', what: 'approve' }));
  });

  it('refund in the sandbox: one clerk requests it, and another clerk has to confirm it', async () => {
    const owed = (await phone.call('repayOrderDetail', { orderNo: await loan() })).balance.settleToday;
    const { paybill } = await lender.sandbox.state();
    const account = await loan();
    await lender.sandbox.do(`/wallets/${MOBILE}`, { balance: owed * 2 });
    await lender.sandbox.do('/paybill', { msisdn: MOBILE, businessNumber: paybill, accountNumber: account, amount: owed + shillings(300) });
    const payments = clerkOf(lender, 'payments');
    const caseId = `overpayments:${account}`;
    const refund = { name: 'refund', amount: shillings(300), words: 'You paid more than you owed.' } as const;
    expect((await payments.act(caseId, refund)).state).toBe('waitsForSecond');
    const approvalId = ((await payments.waiting('approvals'))[0]?.caseId ?? '').replace('approvals:', '');
    const confirmed = { approvalId, decision: 'confirm' } as const;
    await expect(payments.call('decideWaiting', { ...confirmed, requestId: 'press-0001' })).rejects.toThrow('needsSecondPerson');
    await clerkOf(lender, 'administrator').call('decideWaiting', { ...confirmed, requestId: 'press-0002' });
    await lender.sandbox.advance(MINUTE);
    expect(await payments.waiting('overpayments')).toEqual([]);
    expect((await lender.sandbox.ledger()).accounts['suspense'] ?? 0).toBe(0);
  });
});

describe('a session that the sandbox ends', () => {
  it.each([CODE.tokenExpired, CODE.loggedInElsewhere, CODE.tokenInvalid, CODE.notLoggedIn])(
    'session that the sandbox ends: gets %d',
    async (code) => {
      // Several codes within the hour would require a captcha.
      await lender.sandbox.advance(HOUR);
      await phone.call('productIndex', {});
      await phone.signIn(MOBILE);
      await lender.sandbox.do('/sessions/end', { mobile: MOBILE, code });
      await expect(phone.call('latestOrder', {})).rejects.toMatchObject({ code });
    },
  );
});

describe('invalid command', () => {
  it.each([
    ['/clock', { advance: -1 }, 'advance must be'],
    ['/clock', { set: 1 }, 'only goes forward'],
    ['/decision', { mode: 'maybe' }, 'mode must be'],
    ['/rail', { callbacks: 'never' }, 'callbacks must be'],
    ['/rail', { speed: 'fast' }, 'no switch'],
    ['/prompts/none', { pin: '1234' }, 'not open'],
    ['/wallets/123', { balance: 1 }, 'no Kenyan mobile'],
    ['/paybill', { msisdn: MOBILE, businessNumber: '1', accountNumber: 'x', amount: 1 }, 'business number is'],
    ['/sessions/end', { mobile: MOBILE, code: 7 }, 'session codes'],
  ] as const)('sandbox command %s %o: is refused in one sentence', async (path, body, words) => {
    await expect(lender.sandbox.do(path as never, body as never)).rejects.toThrow(words);
  });
});

describe('missing resource', () => {
  const post = (path: string): Promise<Response> =>
    fetch(`${lender.url}${SANDBOX_API}${path}`, {
      method: 'POST',
      body: JSON.stringify({ kinds: [] }),
      headers: { 'content-type': 'application/json' },
    });

  it('sandbox, unknown order: 404 and one sentence', async () => {
    const response = await post('/orders/L1/collection');
    expect([response.status, Object.keys((await response.json()) as object)]).toEqual([404, ['error']]);
  });

  it('sandbox, unknown address: 404 in the format of every answer', async () => {
    const response = await post('/secrets');
    expect([response.status, await response.json()]).toMatchObject([404, { code: CODE.unknownPath, data: null }]);
  });
});

describe('a restart', () => {
  it('restart, sandbox, restarted: keeps clock, session and order; reset: clears them', async () => {
    await lender.sandbox.advance(HOUR);
    await phone.call('productIndex', {});
    await phone.signIn(MOBILE);
    const before = await lender.sandbox.state();
    await lender.pause();
    await lender.again();
    const after = await lender.sandbox.state();
    expect(after.ahead).toBe(before.ahead);
    expect(after.orders).toEqual(before.orders);
    expect(await statusNow()).toBeDefined();

    await lender.sandbox.do('/reset', {});
    expect(await lender.sandbox.state()).toMatchObject({ ahead: 0, sms: [], orders: [], wallets: [], decision: 'time' });
    await expect(phone.call('latestOrder', {})).rejects.toMatchObject({ code: CODE.tokenInvalid });
    await phone.call('productIndex', {});
    await phone.signIn(MOBILE);
    expect((await phone.call('latestOrder', {})).order).toBeNull();
  });
});

describe('production', () => {
  it('production: has no sandbox addresses', async () => {
    const port = String(await freePort());
    const config = readConfig({
      ...PRODUCTION,
      PORT: port,
      DATA_DIR: temporaryFolder(),
      LOG_LEVEL: 'silent',
    });
    const real = await startInProcess(config);
    try {
      for (const path of [`${SANDBOX_API}/state`, `${SANDBOX_API}/ledger`, '/daraja/oauth/v1/generate'])
        expect((await fetch(real.url + path)).status, path).toBe(404);
      for (const path of ['/clock', '/reset', '/decision'])
        expect(
          (await fetch(real.url + SANDBOX_API + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }))
            .status,
          path,
        ).toBe(404);
      await expect(clerkOf(real, 'administrator').call('session', {}), 'no clerk without a password').rejects.toThrow();
      const unsigned = {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: real.url },
        body: '{"role":"administrator"}',
      };
      expect((await fetch(`${real.url}${DESK_API}/${SANDBOX_CLERK}`, unsigned)).status).toBe(404);
    } finally {
      await real.close();
    }
  });
});
