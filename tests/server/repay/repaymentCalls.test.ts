/** The calls about a running loan over the wire, with the desk and the M-PESA of the sandbox. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { shillings } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { PICTURE_HEADERS } from '#server/pictures/pictureHeaders.ts';
import { saveSection } from '#server/apply/applicant.ts';
import { firstLoan } from '#src/market/products.ts';
import { until } from '#tests/support/patience.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { consentTo, giveEverything, GOOD_ANSWERS, OPEN_GATE } from '#tests/support/lendingFixture.ts';
import { withExif } from '#tests/support/photoBytes.ts';
import { clerkOf, shownAtDesk } from '#tests/support/testClerks.ts';
import type { DeskCase } from '#src/api/desk.ts';

const MOBILE = '254712345678';

describe('calls of repaying', () => {
  let lender: TestLender;
  let phone: Phone;
  let orderNo: string;

  beforeAll(async () => {
    lender = await startLender();
    phone = lender.phone();
    await phone.signIn(MOBILE);
    // The suite begins with a loan that was paid out, because the application has tests of its own.
    const { store, lending, clock, due } = lender.inside();
    const { id: userId } = await store.db.selectFrom('app_user').select('id').where('msisdn', '=', MOBILE).executeTakeFirstOrThrow();
    await giveEverything(store, userId, MOBILE, clock.now());
    ({ orderNo } = await lending.open(userId, { productId: firstLoan.id, amount: shillings(5_000), termDays: 91 }));
    await lending.advance(userId, orderNo, 'questionnaire.answered', async (tx) => {
      await saveSection(tx, userId, 'loanQuestion', GOOD_ANSWERS, clock.now());
    });
    await lending.decide(orderNo, 'approve');
    await lending.getMoney(userId, await consentTo(lending, userId, orderNo), OPEN_GATE);
    await due.run();
    await lender.sandbox.advance(5_000);
    const status = async () => (await lender.sandbox.state()).orders[0]?.status;
    await until(
      async () => (await status()) === STATUS.repaying,
      () => 'the money never arrived',
    );
    await phone.call('latestOrder', {});
  });
  afterAll(() => lender?.stop());

  const paid = async (): Promise<number> => (await phone.call('repayOrderDetail', { orderNo })).balance.paid;
  const payBill = async (accountNumber: string, amount: number): Promise<string> => {
    await lender.sandbox.do('/paybill', { msisdn: MOBILE, businessNumber: '174379', accountNumber, amount });
    return (await lender.sandbox.state()).transactions[0]?.receipt ?? '';
  };

  it.each(['portalRepaymentDetail', 'portalRepaymentConfirm'] as const)(
    'call %s, payment number missing: is refused, and the field is named',
    async (name) => {
      await expect(phone.call(name, { payOrderId: '' })).rejects.toMatchObject({
        code: CODE.invalidField,
        fields: { payOrderId: 'payOrderId cannot be empty' },
      });
      await expect(phone.call(name, { payOrderId: 'P00000000000' })).rejects.toMatchObject({ code: CODE.orderNotFound });
    },
  );

  it('mpesaRepayLink, order number missing: is refused, and the field is named', async () => {
    await expect(phone.call('repayOrderDetail', { orderNo: '' })).rejects.toMatchObject({
      fields: { orderNo: 'Repayment order number cannot be empty' },
    });
  });

  it.each(['mangoCashRepayLink', 'getStpClabe', 'getOxxoReference', 'payValidaRepayLink'] as const)(
    'call %s: the lender says that there is no such channel',
    async (name) => {
      await expect(phone.call(name, { orderNo })).rejects.toEqual({
        code: CODE.noPaymentMethod,
        message: 'There is no payment method, please choose another channel',
      });
    },
  );

  it('calls of repaying, rollover: the due date moves after its fee was paid to its account number, not before', async () => {
    const { options, dueDate } = await phone.call('getExtensionData', { orderNo });
    const seven = options.find(({ days }) => days === 7);
    const account = await phone.call('dedicatedAccountCreate', { orderNo, days: 7 });
    const { chosen } = await phone.call('getExtensionData', { orderNo });
    expect(chosen).toMatchObject({ ...account, days: 7, missing: seven?.total });
    const extensionNo = chosen?.extensionNo ?? '';
    await expect(phone.call('confirmExtensionOrder', { orderNo, extensionNo })).rejects.toMatchObject({
      code: CODE.rolloverRefused,
      message: expect.stringMatching(/of the fee has not arrived yet$/) as string,
    });
    await payBill(account.accountNumber, seven?.total ?? 0);
    const moved = await phone.call('confirmExtensionOrder', { orderNo, extensionNo });
    expect(moved).toMatchObject({ dueDate: seven?.newDueDate, timesUsed: 1 });
    expect(moved.dueDate).not.toBe(dueDate);
    await expect(phone.call('dedicatedAccountCreate', { orderNo, days: 8 })).rejects.toMatchObject({ code: CODE.rolloverRefused });
  });

  it('proof with a picture: the desk sees M-PESA’s record, and the payment is booked once', async () => {
    const before = await paid();
    await lender.sandbox.do('/rail', { callbacks: 'lost' });
    const receipt = await payBill(orderNo, shillings(600));
    await lender.sandbox.do('/rail', { callbacks: 'normal' });
    expect(await paid()).toBe(before);

    await expect(phone.call('uploadVoucher', { orderNo }, { files: { file: new Blob(['no picture']) } })).rejects.toMatchObject({
      code: CODE.photoUnreadable,
    });
    const upload = async (bytes: Buffer) =>
      phone.call('uploadVoucher', { orderNo }, { files: { file: new Blob([Uint8Array.from(bytes)]) } });
    const bytes = await withExif(6);
    const { picture } = await upload(bytes);
    // The same bytes get the same name.
    expect(await upload(bytes)).toEqual({ picture });
    const send = (typed: string) => phone.call('saveVoucher', { orderNo, receipt: typed, amount: shillings(600), pictures: [picture] });
    await expect(send('12345')).rejects.toMatchObject({ code: CODE.invalidField, fields: { receipt: expect.any(String) as string } });
    const proof = await send(` ${receipt.toLowerCase()}`);
    expect(proof).toMatchObject({ receipt, state: 'waiting', pictures: 1 });
    const job = lender.inside().store.db.selectFrom('outbox').select('trace_id').where('topic', '=', 'rail.receipt');
    expect((await job.executeTakeFirstOrThrow()).trace_id, 'the id of the request').toMatch(/^[0-9a-f]{16}$/);
    expect((await phone.call('voucherList', { orderNo })).proofs).toEqual([proof]);

    // The lender queries M-PESA about the receipt. The answer arrives as a callback.
    const clerk = clerkOf(lender, 'payments');
    const caseId = `proofs:${proof.proofNo}`;
    await expect.poll(() => clerk.open(caseId)).toMatchObject({ orderNo, rail: { amount: shillings(600), account: null } });
    const { pictures } = (await clerk.open(caseId)) as DeskCase & { queue: 'proofs' };
    const shown = await shownAtDesk(lender, 'payments', caseId, pictures[0]?.name ?? '');
    expect(Object.fromEntries(shown.headers)).toMatchObject(PICTURE_HEADERS);
    const served = Buffer.from(await shown.arrayBuffer());
    expect(served.includes('CANARY')).toBe(false);
    expect(await sharp(served).metadata()).toMatchObject({ format: 'jpeg', width: 240, height: 400 });
    // Another proof may contain the same picture, under another name.
    expect((await upload(bytes)).picture).not.toBe(picture);
    await clerk.act(caseId, { name: 'countProof', amount: shillings(600) });
    await expect(clerk.act(caseId, { name: 'countProof', amount: shillings(600) })).rejects.toThrow('tooLate');
    expect(await paid()).toBe(before + shillings(600));
    expect((await phone.call('voucherList', { orderNo })).proofs[0]?.state).toBe('counted');
    expect((await lender.sandbox.ledger()).sum).toBe(0);
  });

  it('calls of repaying, card authorised: number and CVC are not stored', async () => {
    const offered = { is: 'offered', amount: shillings(100) };
    expect(await phone.call('verifyBankCard', { orderNo })).toEqual(offered);
    const card = { orderNo, cardNumber: '4242 4242 4242 4242', validTo: '12/30', cvc: '987' };
    await expect(phone.call('addBankCard', { ...card, validTo: '13/30' })).rejects.toMatchObject({
      fields: { validTo: 'Please write the date as MM/YY' },
    });
    const taken = await phone.call('addBankCard', card);
    expect(taken).toEqual({ is: 'taken', amount: shillings(100), lastFour: '4242' });
    expect(await phone.call('verifyBankCard', { orderNo })).toEqual(taken);
    const { db } = lender.inside().store;
    // All columns except the token: it is an HMAC in hexadecimal digits, which may contain the digits of the CVC by chance.
    expect(await db.selectFrom('card_authorisation').selectAll().execute()).toEqual([
      {
        user_id: expect.any(Number),
        card_token: expect.stringMatching(/^[\da-f]{64}$/),
        last_four: '4242',
        order_id: expect.any(Number),
        coupon: shillings(100),
        at: expect.any(Number),
      },
    ]);
  });

  it('calls of repaying, another borrower: are refused', async () => {
    const other = lender.phone();
    await other.signIn('254722000111');
    for (const name of ['getExtensionData', 'voucherList', 'verifyBankCard', 'repayOrderDetail', 'dedicatedAccountCreate'] as const)
      await expect(other.call(name, { orderNo }), name).rejects.toMatchObject({ code: CODE.orderNotFound });
  });

  it('calls of repaying, text messages: every event of the loan was sent', async () => {
    await lender.inside().due.run();
    const texts = (await lender.sandbox.state()).sms.filter(({ to }) => to === MOBILE).map(({ text }) => text);
    for (const words of ['is approved', 'We sent you KSh 4,942', 'now due on', 'We received KSh 600'])
      expect(
        texts.some((text) => text.includes(words)),
        words,
      ).toBe(true);
  });
});
