/** A running loan: payments to its dedicated account, proofs of payment, the coupon of a card, and text messages. */
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { shillings } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import type { Borrower } from '#tests/support/lendingFixture.ts';
import { setTextingFixture } from '../lending/loanFixture.ts';
import { callbackToken } from '#server/rail/callbackToken.ts';
import { rawBody } from '#tests/support/rawBody.ts';
import { collectSecurityEvents } from '#tests/support/securityEvents.ts';

const TEN_THOUSAND = shillings(10_000);
const GOOD_CARD = { number: '4242424242424242', validTo: '12/30', cvc: '123' };

onEitherDatabase((engine) => {
  const { events, security } = collectSecurityEvents();
  const fixture = setTextingFixture(engine, security);

  describe('dedicated account of a loan', () => {
    test('dedicated account, payment: repays its loan, and the account number stays the same', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const account = await fixture.lending.dedicatedAccount(b.userId, b.orderNo);
      expect(await fixture.lending.dedicatedAccount(b.userId, b.orderNo)).toEqual(account);
      await fixture.payBill(b, account.accountNumber, 30_000);
      expect((await fixture.detail(b)).balance.paid).toBe(30_000);
    });

    test('dedicated account, amount below the minimum: is booked; amount above the debt: the excess is shown', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      await fixture.payBill(b, b.orderNo, 100);
      expect((await fixture.detail(b)).balance.paid).toBe(100);
      const { settleToday } = (await fixture.detail(b)).balance;
      await fixture.payBill(b, b.orderNo, settleToday + 5_200);
      expect((await fixture.detail(b)).payments.map(({ over }) => over)).toEqual([0, 5_200]);
      expect(fixture.texts[fixture.texts.length - 1]).toMatchObject({
        to: b.msisdn,
        text: expect.stringContaining('You paid KSh 52 more than you owed') as string,
      });
    });
  });

  describe('proof of payment', () => {
    let pictures = 0;
    const addPicture = async (b: Borrower): Promise<string> => {
      const ref = `picture-${++pictures}`;
      return fixture.lending.proofs.addPicture(b.userId, b.orderNo, {
        mime: 'image/jpeg',
        name: async () => ref,
        encrypt: () => new Uint8Array([1]),
      });
    };
    const prove = async (b: Borrower, receipt: string, amount: number) => {
      const proof = await fixture.lending.proofs.send(b.userId, b.orderNo, { receipt, amount, pictures: [await addPicture(b)] });
      // The lender queries the rail about the receipt.
      await fixture.settleDueWork();
      return proof;
    };
    /** Pays at the paybill, and loses the callback. */
    const lostPayment = async (b: Borrower, account: string, amount: number): Promise<string> => {
      await fixture.simulator.setSwitches({ callbacks: 'lost' });
      const receipt = await fixture.payBill(b, account, amount);
      await fixture.simulator.setSwitches({ callbacks: 'normal' });
      return receipt;
    };
    /** The lost callback arrives. */
    const reportLate = async (b: Borrower, receipt: string, amount: number): Promise<void> => {
      await fixture.lending.railCallback({
        route: 'paybill',
        token: null,
        body: rawBody({ TransID: receipt, TransAmount: String(amount / 100), BillRefNumber: b.orderNo }),
      });
      await fixture.settleDueWork();
    };

    test('proof, accepted by a person within 48 hours: the payment is booked', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const receipt = await lostPayment(b, b.orderNo, 50_000);
      expect((await fixture.detail(b)).balance.paid).toBe(0);
      const proof = await prove(b, receipt, 50_000);
      expect(proof).toMatchObject({ state: 'waiting', pictures: 1, answerBy: fixture.clock.now() + 48 * HOUR });
      expect((await fixture.detail(b)).balance.paid).toBe(0);
      expect(await fixture.lending.proofs.decide(proof.proofNo, 'count')).toBe('counted');
      expect((await fixture.detail(b)).balance.paid).toBe(50_000);
      expect(await fixture.lending.proofs.list(b.userId, b.orderNo)).toMatchObject([{ state: 'counted', receipt }]);
    });

    test('proof of a receipt that M-PESA does not know: cannot be counted, and once M-PESA knows it, it can', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const { proofNo } = await prove(b, 'SLATER0001', 50_000);
      await expect(fixture.lending.proofs.decide(proofNo, 'count')).rejects.toMatchObject({ code: CODE.receiptUnknown });
      expect(await fixture.lending.proofs.list(b.userId, b.orderNo)).toMatchObject([{ state: 'waiting' }]);
      await fixture.railKnows({ receipt: 'SLATER0001', amount: 40_000, account: 'WRONG' });
      fixture.clock.pass(2 * MINUTE);
      await fixture.store.tx((tx) => fixture.lending.desk.askAboutReceipt(tx, 'SLATER0001'));
      await fixture.settleDueWork();
      expect(await fixture.lending.proofs.decide(proofNo, 'count')).toBe('counted');
      expect((await fixture.detail(b)).balance.paid, 'what M-PESA says, and not what was claimed').toBe(40_000);
    });

    test.each(['count', 'refuse'] as const)('proof, decided twice as "%s": is one security event about its borrower', async (decision) => {
      const b = await fixture.lent(TEN_THOUSAND);
      const { proofNo } = await prove(b, await lostPayment(b, b.orderNo, 50_000), 50_000);
      events.length = 0;
      await fixture.lending.proofs.decide(proofNo, decision);
      await fixture.lending.proofs.decide(proofNo, decision);
      const decided = events.filter(({ kind }) => kind === 'desk.decided');
      expect(decided).toEqual([{ kind: 'desk.decided', subject: `proof.${decision}`, userId: b.userId }]);
    });

    test('proof, same receipt sent, decided or reported again: the payment is booked once', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const receipt = await lostPayment(b, b.orderNo, 50_000);
      const proof = await prove(b, receipt, 50_000);
      expect((await prove(b, receipt, 50_000)).proofNo).toBe(proof.proofNo);
      await fixture.lending.proofs.decide(proof.proofNo, 'count');
      expect(await fixture.lending.proofs.decide(proof.proofNo, 'count')).toBe('counted');
      await reportLate(b, receipt, 50_000);
      expect((await prove(b, receipt, 50_000)).proofNo).toBe(proof.proofNo);
      const other = await fixture.lent();
      await expect(prove(other, receipt, 50_000)).rejects.toMatchObject({ code: CODE.receiptUsed });
      expect((await fixture.detail(b)).balance.paid).toBe(50_000);
    });

    test('proof, payment reported by the rail meanwhile: is known, and the payment is booked once', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const receipt = await lostPayment(b, b.orderNo, 50_000);
      const proof = await prove(b, receipt, 50_000);
      await reportLate(b, receipt, 50_000);
      expect(await fixture.lending.proofs.decide(proof.proofNo, 'count')).toBe('known');
      expect((await fixture.detail(b)).balance.paid).toBe(50_000);
    });

    test('proof, paid push with the same receipt, or without a receipt: is known', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      await fixture.pay(b, 50_000);
      const [line] = (await fixture.detail(b)).payments;
      await expect(prove(b, line?.receipt ?? '', 50_000)).rejects.toMatchObject({ code: CODE.receiptUsed });
      await fixture.store.db
        .updateTable('rail_intent')
        .set({ receipt: null })
        .where('receipt', '=', line?.receipt ?? '')
        .execute();
      const proof = await prove(b, line?.receipt ?? '', 50_000);
      expect(await fixture.lending.proofs.decide(proof.proofNo, 'count')).toBe('known');
      expect((await fixture.detail(b)).balance.paid).toBe(50_000);
    });

    test('proof, push without a result: waits; failed push: the payment is booked once under its receipt', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      await fixture.simulator.setSwitches({ callbacks: 'lost' });
      const { payOrderId } = await fixture.lending.startStk(b.userId, { orderNo: b.orderNo, amount: 50_000, requestId: 'proven' });
      await fixture.settleDueWork();
      const [prompt] = await fixture.simulator.prompts(b.msisdn);
      await fixture.simulator.answer(prompt?.checkoutId ?? '', { pin: '1234' });
      await fixture.simulator.setSwitches({ callbacks: 'normal' });
      const receipt = (await fixture.simulator.transactions(b.msisdn)).find(({ kind }) => kind === 'push')?.receipt ?? '';
      const proof = await prove(b, receipt, 50_000);
      await expect(fixture.lending.proofs.decide(proof.proofNo, 'count')).rejects.toMatchObject({ code: CODE.paymentInProgress });

      const intents = fixture.store.db.updateTable('rail_intent').where('id', '=', payOrderId);
      await intents.set({ state: 'FAILED', result_code: -1 }).execute();
      expect(await fixture.lending.proofs.decide(proof.proofNo, 'count')).toBe('counted');
      const { callback_nonce } = await fixture.store.db
        .selectFrom('rail_intent')
        .select('callback_nonce')
        .where('id', '=', payOrderId)
        .executeTakeFirstOrThrow();
      const Item = [
        { Name: 'Amount', Value: 500 },
        { Name: 'MpesaReceiptNumber', Value: receipt },
      ];
      await fixture.lending.railCallback({
        route: 'stk',
        token: callbackToken(fixture.store.db, 'result', callback_nonce),
        body: rawBody({
          Body: { stkCallback: { CheckoutRequestID: prompt?.checkoutId, ResultCode: 0, ResultDesc: '', CallbackMetadata: { Item } } },
        }),
      });
      await fixture.settleDueWork();
      expect((await fixture.lending.payment(b.userId, payOrderId)).state).toBe('paid');
      expect((await fixture.detail(b)).balance.paid).toBe(50_000);
    });

    test('proof, payment with a wrong account number: is taken from suspense by its receipt, with its amount and time', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const receipt = await fixture.payBill(b, 'NOBODY1', 60_000);
      const proof = await prove(b, receipt, 50_000);
      expect(await fixture.lending.proofs.decide(proof.proofNo, 'count')).toBe('counted');
      expect((await fixture.detail(b)).balance.paid).toBe(60_000);
      expect(await fixture.booked(b, 'suspense')).toBe(60_000);
      expect((await fixture.detail(b)).payments).toMatchObject([{ amount: 60_000, over: 0 }]);
    });

    test('proof, no picture: is refused; refused by a person: shows the reason and may be sent again', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const send = (refs: string[]) =>
        fixture.lending.proofs.send(b.userId, b.orderNo, { receipt: 'SAB1234567', amount: 50_000, pictures: refs });
      await expect(send([])).rejects.toMatchObject({ code: CODE.photosMissing });
      const others = await addPicture(await fixture.lent());
      await expect(send([others])).rejects.toMatchObject({ code: CODE.photosMissing });
      const proof = await send([await addPicture(b)]);
      await fixture.lending.proofs.decide(proof.proofNo, 'refuse', 'unreadable');
      expect((await fixture.lending.proofs.list(b.userId, b.orderNo, 'sw'))[0]).toMatchObject({
        state: 'refused',
        reason: 'Picha haisomeki. Tafadhali tuma iliyo wazi.',
      });
      expect((await send([await addPicture(b)])).proofNo).not.toBe(proof.proofNo);
      expect((await fixture.detail(b)).balance.paid).toBe(0);
    });
  });

  describe('card authorisation', () => {
    test('card, authorised: the coupon reduces the debt by KSh 100 once, and the terms stay', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      expect((await fixture.detail(b)).coupon).toEqual({ is: 'offered', amount: 10_000 });
      const before = await fixture.order(b);
      const taken = { is: 'taken', amount: 10_000, lastFour: '4242' };
      expect(await fixture.lending.coupons.authorise(b.userId, b.orderNo, GOOD_CARD)).toEqual(taken);
      expect(await fixture.lending.coupons.authorise(b.userId, b.orderNo, GOOD_CARD), 'sent twice').toEqual(taken);
      expect(await fixture.detail(b)).toMatchObject({ coupon: taken, balance: { left: 1_064_800, paid: 0 }, payments: [] });
      expect((await fixture.order(b)).terms).toEqual(before.terms);
      expect(await fixture.booked(b, 'coupon_expense')).toBe(10_000);
      const other = await fixture.lent();
      await expect(fixture.lending.coupons.authorise(other.userId, other.orderNo, GOOD_CARD), 'the same card').rejects.toMatchObject({
        code: CODE.cardRefused,
      });
    });

    test('card, authorised with a debt below the coupon: the debt is closed, and nothing is paid out', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const { settleToday } = (await fixture.detail(b)).balance;
      await fixture.payBill(b, b.orderNo, settleToday - 4_000);
      const { settleToday: left } = (await fixture.detail(b)).balance;
      expect(left).toBeLessThan(10_000);
      const coupon = await fixture.lending.coupons.authorise(b.userId, b.orderNo, { ...GOOD_CARD, number: '5555555555554444' });
      expect(coupon).toMatchObject({ amount: left });
      expect((await fixture.order(b)).status).toBe(STATUS.finish);
      expect(await fixture.booked(b, 'suspense')).toBe(0);
    });

    test.each([
      ['wrong check digit', { ...GOOD_CARD, number: '4242424242424241' }, 'lender.cardInvalid'],
      ['expired', { ...GOOD_CARD, validTo: '01/20' }, 'lender.cardExpired'],
      ['declined by the bank', { ...GOOD_CARD, number: '4000000000000002' }, 'lender.cardDeclined'],
    ])('card, %s: is refused with its reason, and the debt stays', async (_, card, key) => {
      const b = await fixture.lent();
      await expect(fixture.lending.coupons.authorise(b.userId, b.orderNo, card)).rejects.toMatchObject({ code: CODE.cardRefused, key });
      expect((await fixture.detail(b)).coupon).toEqual({ is: 'offered', amount: 10_000 });
    });
  });

  describe('text messages', () => {
    test('text messages, each event: are sent once, in the language of the order', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      await fixture.store.db.updateTable('loan_order').set({ language: 'sw' }).where('order_no', '=', b.orderNo).execute();
      await fixture.goToDaysLate(b, 5);
      await fixture.settleDueWork();
      await fixture.pay(b, 1_174_800);
      expect(fixture.textsTo(b)).toEqual([
        expect.stringContaining('is approved'),
        expect.stringContaining('We sent you KSh 9,884'),
        expect.stringMatching(/Unadaiwa KSh 11,748; takriban KSh 200 huongezwa kila siku/),
        'Tumepokea KSh 11,748. Umemaliza kulipa mkopo wako na hudaiwi chochote. Asante.',
      ]);
    });

    test('text messages, amounts and dates: use plain spaces', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      expect(fixture.textsTo(b).at(-1)).toMatch(/by \d{1,2} [A-Z][a-z]{2} \d{4}\. Pay in the app/);
      expect(fixture.textsTo(b).join()).not.toContain('\u00A0');
    });

    test('text messages, gateway down: are retried', async () => {
      fixture.gateway.isDown = true;
      const b = await fixture.lent();
      expect(fixture.textsTo(b)).toEqual([]);
      fixture.gateway.isDown = false;
      fixture.clock.pass(10 * 60_000);
      await fixture.settleDueWork();
      expect(fixture.textsTo(b)).toHaveLength(2);
    });
  });
});
