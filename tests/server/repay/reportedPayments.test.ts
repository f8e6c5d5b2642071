/** Payments that a callback reports. The rail or a person must confirm them before they are booked. */
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, nairobiDate } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { callbackToken } from '#server/rail/callbackToken.ts';
import { orderRefused } from '#server/refusals/refusal.ts';
import { toDarajaTime } from '#server/rail/darajaTime.ts';
import { createLending } from '#server/lending/createLending.ts';
import { settle } from '#server/lending/settlement/settle.ts';
import { NO_ANSWER } from '#src/api/messages/paymentFailures.ts';
import { collectSecurityEvents } from '#tests/support/securityEvents.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { lendingConfig, PAYBILL_TOKEN, type Borrower } from '#tests/support/lendingFixture.ts';
import { createFaultyNetwork } from '../rail/faultyNetwork.ts';
import { askAboutHeld, heldPayments, placeHeld, refuseHeld } from './heldPaymentsAtDesk.ts';
import { setRailFixture } from '../lending/loanFixture.ts';

onEitherDatabase((engine) => {
  const network = createFaultyNetwork();
  const { events, security } = collectSecurityEvents();
  const fixture = setRailFixture(engine, network, { security });
  beforeEach(() => {
    events.length = 0;
  });

  let receipts = 0;
  const newReceipt = (): string => `T${engine.name === 'embedded' ? 'E' : 'P'}${++receipts}`;
  const reportPayment = async (b: Borrower, change: Record<string, unknown> = {}): Promise<string> => {
    const body = { TransID: newReceipt(), TransAmount: '700.00', BillRefNumber: b.orderNo, ...change };
    const answer = await fixture.report(`${PAYBILL_TOKEN}/paybill`, body);
    expect([answer.status, await answer.json()]).toEqual([200, { ResultCode: 0, ResultDesc: 'Accepted' }]);
    return body.TransID;
  };
  const paid = async (b: Borrower): Promise<number> => (await fixture.detail(b)).balance.paid;
  const held = async (receipt: string) => (await heldPayments(fixture.store)).find((one) => one.receipt === receipt);
  const heldEvents = () => events.filter(({ kind }) => kind === 'payment.held').map(({ subject }) => subject);
  const asked = () => network.requests.filter(({ path }) => path.includes('/transactionstatus/')).length;
  /** Lets enough time pass for every query that the lender sends before it accepts a denial. */
  const askUntilHeld = async (): Promise<void> => {
    for (let round = 0; round < 6; round++) await fixture.pass(2 * MINUTE);
  };

  describe('message of the paybill', () => {
    test('message, before the rail confirmed it: nothing is booked, and the borrower sees the reported payment', async () => {
      const b = await fixture.lent();
      let queued = 0;
      const stop = fixture.lending.onQueued(() => queued++);
      const receipt = newReceipt();
      await fixture.railKnows({ receipt, amount: 70_000, account: b.orderNo });
      await reportPayment(b, { TransID: receipt });
      stop();
      // The outbox is notified at once, without waiting for the next round.
      expect(queued).toBe(1);
      expect(await paid(b)).toBe(0);
      const reported = [{ receipt, amount: 70_000, at: fixture.clock.now(), isHeld: false }];
      expect((await fixture.detail(b)).reported).toEqual(reported);
      expect(await fixture.lending.statement(b.userId, b.orderNo)).toMatchObject({ reported: reported });
      await fixture.settleDueWork();
      expect(await paid(b)).toBe(70_000);
      expect(await fixture.detail(b)).toMatchObject({ reported: [], payments: [{ receipt, channel: 'paybill', amount: 70_000 }] });
      expect(asked()).toBe(1);
      await reportPayment(b, { TransID: receipt });
      await fixture.settleDueWork();
      expect([await paid(b), asked(), events]).toEqual([70_000, 1, []]);
    });

    test('message, forged: is never booked, and is held, with a security event, until a person refuses it', async () => {
      const b = await fixture.lent();
      const { receipt } = await fixture.simulator.forgePaybill({ amount: 70_000, account: b.orderNo });
      await fixture.settleDueWork();
      expect((await fixture.detail(b)).reported).toMatchObject([{ isHeld: false }]);
      await askUntilHeld();
      expect(await held(receipt)).toMatchObject({ orderNo: b.orderNo, amount: 70_000, reason: 'unknownReceipt', confirmedAmount: null });
      expect(events).toEqual([{ kind: 'payment.held', subject: 'unknownReceipt', userId: b.userId }]);
      expect(asked()).toBe(4);
      expect((await fixture.detail(b)).reported).toMatchObject([{ isHeld: true }]);
      await fixture.pass(3 * DAY);
      const { id } = (await held(receipt))!;
      await refuseHeld(fixture, id);
      await expect(placeHeld(fixture, id, b.orderNo)).rejects.toEqual(orderRefused());
      await fixture.simulator.forgePaybill({ amount: 70_000, account: b.orderNo, receipt });
      await askUntilHeld();
      expect([await paid(b), (await fixture.detail(b)).reported]).toEqual([0, []]);
      expect(events).toContainEqual({ kind: 'desk.decided', subject: 'payment.refused' });
    });

    test('message, rail without an answer: the rail is queried again, also by another server, and the payment is booked once with its day', async () => {
      const b = await fixture.lent();
      network.faults = [{ path: '/transactionstatus/', fault: 'never arrives', times: 3 }];
      const day = nairobiDate(fixture.clock.now());
      const receipt = await fixture.payBill(b, b.orderNo, 70_000);
      await fixture.pass(5_000);
      expect([await paid(b), asked()]).toEqual([0, 2]);
      const restarted = createLending(fixture.store, fixture.clock, fixture.rail, lendingConfig);
      fixture.clock.pass(20_000);
      await Promise.all([restarted.runDue(), fixture.lending.runDue(), restarted.runDue()]);
      expect([await paid(b), asked()]).toEqual([0, 3]);
      await fixture.pass(DAY);
      await fixture.pass(MINUTE);
      const { lines } = await fixture.lending.statement(b.userId, b.orderNo);
      expect(lines.filter(({ kind }) => kind === 'payment')).toMatchObject([{ receipt, on: day }]);
    });

    test('message, no answer to twenty queries in a day: is held; late answer: is booked', async () => {
      const b = await fixture.lent();
      network.faults = [{ path: '/transactionstatus/', fault: 'never arrives', times: 10_000 }];
      const receipt = await fixture.payBill(b, b.orderNo, 70_000);
      // An outage of the lender for a day does not count as a denial of the rail.
      await fixture.pass(25 * HOUR);
      await fixture.pass(11 * MINUTE);
      expect(await held(receipt)).toBeUndefined();
      for (let round = 0; round < 20; round++) await fixture.pass(11 * MINUTE);
      expect(await held(receipt)).toMatchObject({ reason: 'noAnswer' });
      const { callback_nonce } = await fixture.store.db
        .selectFrom('reported_payment')
        .select('callback_nonce')
        .where('receipt', '=', receipt)
        .executeTakeFirstOrThrow();
      network.heal();
      await fixture.rail.confirm({ receipt, token: callbackToken(fixture.store.db, 'receipt', callback_nonce) }, null);
      await fixture.settleDueWork();
      expect([await paid(b), await held(receipt)]).toEqual([70_000, undefined]);
    });

    test('message, another amount than the rail’s: is held; a person books the confirmed amount, once', async () => {
      const b = await fixture.lent();
      const receipt = newReceipt();
      await fixture.railKnows({ receipt, amount: 10_000, account: b.orderNo });
      await reportPayment(b, { TransID: receipt, TransAmount: '700.00' });
      await fixture.settleDueWork();
      const one = (await held(receipt))!;
      expect(one).toMatchObject({ reason: 'amountDiffers', amount: 70_000, confirmedAmount: 10_000 });
      expect(await paid(b)).toBe(0);
      await askAboutHeld(fixture, receipt);
      await fixture.settleDueWork();
      const clerks = await Promise.allSettled([1, 2, 3].map(() => placeHeld(fixture, one.id, b.orderNo)));
      expect(clerks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await expect(refuseHeld(fixture, one.id)).rejects.toEqual(orderRefused());
      expect(await paid(b)).toBe(10_000);
      expect(heldEvents()).toEqual(['amountDiffers']);
    });

    test.each(['0', '-700', '700.50', '250001', '1e3', 'NaN', '', null, {}, '9'.repeat(40)])(
      'message, amount %j: M-PESA cannot have moved it, so it is held without a query',
      async (TransAmount) => {
        const b = await fixture.lent();
        const receipt = await reportPayment(b, { TransAmount });
        await fixture.settleDueWork();
        expect(await held(receipt)).toMatchObject({ reason: 'amountImpossible' });
        expect([await paid(b), asked(), heldEvents()]).toEqual([0, 0, ['amountImpossible']]);
      },
    );

    test('message, largest amount of M-PESA: the rail is queried', async () => {
      const b = await fixture.lent();
      await reportPayment(b, { TransAmount: '250000.00' });
      await fixture.settleDueWork();
      expect(asked()).toBe(1);
    });

    test('message, receipt of a payout or of money for another business: is held', async () => {
      const b = await fixture.lent();
      const [payout] = await fixture.intentsOf(b);
      await reportPayment(b, { TransID: payout!.receipt });
      expect(await held(payout!.receipt!)).toMatchObject({ reason: 'receiptUsed' });
      const elsewhere = newReceipt();
      await fixture.store.db
        .insertInto('sim_transaction')
        .values({ receipt: elsewhere, kind: 'payout', msisdn: b.msisdn, amount: 70_000, reference: 'x', at: fixture.clock.now() })
        .execute();
      await reportPayment(b, { TransID: elsewhere });
      await fixture.settleDueWork();
      expect(await held(elsewhere)).toMatchObject({ reason: 'otherBusiness' });
      expect(await paid(b)).toBe(0);
    });

    test('message, two accounts for one receipt: is held; after the booking: is reported', async () => {
      const [b, thief] = [await fixture.lent(), await fixture.lent()];
      const receipt = newReceipt();
      await fixture.railKnows({ receipt, amount: 70_000, account: b.orderNo });
      await reportPayment(thief, { TransID: receipt });
      await reportPayment(b, { TransID: receipt });
      await fixture.settleDueWork();
      expect(await held(receipt)).toMatchObject({ reason: 'contradicted', orderNo: thief.orderNo });
      expect([await paid(b), await paid(thief)]).toEqual([0, 0]);
      const booked = await fixture.payBill(b, b.orderNo, 50_000);
      await reportPayment(thief, { TransID: booked, TransAmount: '500.00' });
      await fixture.settleDueWork();
      expect([await paid(b), await paid(thief)]).toEqual([50_000, 0]);
      expect(heldEvents()).toEqual(['contradicted', 'contradicted']);
    });

    test('message for a rollover’s fee: is a deposit only once confirmed', async () => {
      const b = await fixture.lent();
      const { extensionNo, accountNumber, missing } = await fixture.lending.rollovers.choose(b.userId, b.orderNo, 14);
      await fixture.simulator.forgePaybill({ amount: missing, account: accountNumber });
      await askUntilHeld();
      await expect(fixture.lending.rollovers.confirm(b.userId, b.orderNo, extensionNo)).rejects.toMatchObject({
        key: 'lender.rolloverUnpaid',
      });
      await fixture.payBill(b, accountNumber, missing);
      expect((await fixture.lending.rollovers.confirm(b.userId, b.orderNo, extensionNo)).confirmed).toMatchObject({ extensionNo });
    });
  });

  describe('callback of a prompt', () => {
    let taps = 0;
    async function pushed(b: Borrower) {
      const { payOrderId } = await fixture.lending.startStk(b.userId, { orderNo: b.orderNo, amount: 50_000, requestId: `told-${++taps}` });
      await fixture.settleDueWork();
      const intent = (await fixture.intentsOf(b)).find(({ id }) => id === payOrderId)!;
      const [prompt] = await fixture.simulator.prompts(b.msisdn);
      const callback = (Amount: unknown, receipt = newReceipt()) =>
        fixture.report(`${fixture.tokenOf(intent)}/push`, {
          Body: {
            stkCallback: {
              CheckoutRequestID: intent.provider_ref,
              ResultCode: 0,
              ResultDesc: '',
              CallbackMetadata: {
                Item: [
                  { Name: 'Amount', Value: Amount },
                  { Name: 'MpesaReceiptNumber', Value: receipt },
                ],
              },
            },
          },
        });
      return { payOrderId, intent, checkoutId: prompt!.checkoutId, callback };
    }
    const payment = (b: Borrower, id: string) => fixture.lending.payment(b.userId, id);

    test('callback of a prompt that is given up as unanswered at the same moment: the payment is not held', async () => {
      const b = await fixture.lent();
      const { payOrderId, callback } = await pushed(b);
      await callback(500);
      const context = { ...fixture, config: lendingConfig } as unknown as LendingContext;
      const unanswered = { ok: false, code: NO_ANSWER, text: 'no answer', providerRef: null } as const;
      expect(await fixture.store.tx((tx) => settle(context, tx, payOrderId, unanswered, 'time'))).toBe('reported');
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'sent', reported: { isHeld: false } });
    });

    test('callback reports a payment, the prompt is still open: nothing is booked, and the payment page shows the report', async () => {
      const b = await fixture.lent();
      const { payOrderId, checkoutId, callback } = await pushed(b);
      await callback(500);
      await fixture.settleDueWork();
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'sent', reported: { isHeld: false } });
      expect(await paid(b)).toBe(0);
      await fixture.simulator.setSwitches({ callbacks: 'lost' });
      await fixture.simulator.answer(checkoutId, 'cancel');
      await fixture.pass(MINUTE);
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'failed', resultCode: 1032 });
      expect([await paid(b), heldEvents()]).toEqual([0, ['notCompleted']]);
    });

    test('callback reports a payment, the query confirms it: is booked with the callback’s receipt', async () => {
      const b = await fixture.lent();
      const { payOrderId, checkoutId } = await pushed(b);
      await fixture.simulator.answer(checkoutId, { pin: '1234' });
      await fixture.settleDueWork();
      const { receipt } = (await fixture.simulator.transactions(b.msisdn)).find(({ kind }) => kind === 'push')!;
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'paid', receipt, reported: null });
      expect(network.requests.some(({ path }) => path.includes('/stkpushquery/'))).toBe(true);
    });

    test.each([9_000, 0.5, -500, '', 'x'])('callback with the amount %j instead of 500: is held, and no query books it', async (amount) => {
      const b = await fixture.lent();
      const { payOrderId, checkoutId, callback } = await pushed(b);
      await fixture.simulator.setSwitches({ callbacks: 'lost' });
      await fixture.simulator.answer(checkoutId, { pin: '1234' });
      const { receipt } = (await fixture.simulator.transactions(b.msisdn)).find(({ kind }) => kind === 'push')!;
      await callback(amount, receipt);
      for (let round = 0; round < 5; round++) await fixture.pass(MINUTE);
      await fixture.lending.reconcilePayment(b.userId, payOrderId);
      expect(await paid(b)).toBe(0);
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'unknown', reported: { isHeld: true } });
      const one = (await held(receipt))!;
      expect(one).toMatchObject({ source: 'push', reason: 'amountDiffers' });
      await askAboutHeld(fixture, receipt);
      await fixture.settleDueWork();
      await placeHeld(fixture, one.id, b.orderNo);
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'paid', reported: null });
      expect(await paid(b)).toBe(50_000);
    });

    test('paybill reports a prompt with another amount than requested: is held without a query', async () => {
      const b = await fixture.lent();
      const { payOrderId, checkoutId } = await pushed(b);
      const receipt = newReceipt();
      await fixture.railKnows({ receipt, amount: 70_000, account: payOrderId });
      await reportPayment(b, { TransID: receipt, TransAmount: '700.00', BillRefNumber: payOrderId });
      await fixture.settleDueWork();
      expect(await held(receipt)).toMatchObject({ source: 'paybill', reason: 'amountDiffers', amount: 70_000 });
      expect([asked(), await paid(b), heldEvents()]).toEqual([0, 0, ['amountDiffers']]);
      await fixture.simulator.answer(checkoutId, 'cancel');
      await fixture.settleDueWork();
      expect(await paid(b)).toBe(0);
    });

    describe('the paybill names the loan, as for a payment by hand', () => {
      /** The borrower types the PIN, and the rail's messages are lost. @returns the receipt. */
      async function payUnreported(b: Borrower, checkoutId: string): Promise<string> {
        await fixture.simulator.setSwitches({ callbacks: 'lost' });
        await fixture.simulator.answer(checkoutId, { pin: '1234' });
        await fixture.simulator.setSwitches({ callbacks: 'normal' });
        return (await fixture.simulator.transactions(b.msisdn)).find(({ kind }) => kind === 'push')!.receipt;
      }
      const reportOf = (b: Borrower, receipt: string) => reportPayment(b, { TransID: receipt, TransAmount: '500.00' });
      const callbackOf = ({ provider_ref }: { provider_ref: string | null }, receipt: string) => ({
        Body: {
          stkCallback: {
            CheckoutRequestID: provider_ref,
            ResultCode: 0,
            ResultDesc: '',
            CallbackMetadata: {
              Item: [
                { Name: 'Amount', Value: 500 },
                { Name: 'MpesaReceiptNumber', Value: receipt },
              ],
            },
          },
        },
      });

      test('payment by prompt, message first, then the callback: is booked once, and the prompt is paid', async () => {
        const b = await fixture.lent();
        const { payOrderId, intent, checkoutId } = await pushed(b);
        const receipt = await payUnreported(b, checkoutId);
        await reportOf(b, receipt);
        await fixture.report(`${fixture.tokenOf(intent)}/push`, callbackOf(intent, receipt));
        await fixture.settleDueWork();
        expect(await payment(b, payOrderId)).toMatchObject({ state: 'paid', receipt });
        expect([await paid(b), heldEvents()]).toEqual([50_000, []]);
      });

      test('payment by prompt, callback first, then the message: is booked once, without a held payment', async () => {
        const b = await fixture.lent();
        const { payOrderId, intent, checkoutId } = await pushed(b);
        const receipt = await payUnreported(b, checkoutId);
        await fixture.report(`${fixture.tokenOf(intent)}/push`, callbackOf(intent, receipt));
        await reportOf(b, receipt);
        await fixture.settleDueWork();
        await reportOf(b, receipt);
        await fixture.settleDueWork();
        expect(await payment(b, payOrderId)).toMatchObject({ state: 'paid', receipt });
        expect([await paid(b), heldEvents()]).toEqual([50_000, []]);
      });

      test('payment by prompt, callback lost, query says paid, then the message: is booked once, and its receipt is known', async () => {
        const b = await fixture.lent();
        const { payOrderId, checkoutId } = await pushed(b);
        const receipt = await payUnreported(b, checkoutId);
        await fixture.lending.reconcilePayment(b.userId, payOrderId);
        expect(await payment(b, payOrderId)).toMatchObject({ state: 'paid', receipt: null });
        await reportOf(b, receipt);
        await fixture.settleDueWork();
        expect(await payment(b, payOrderId)).toMatchObject({ state: 'paid', receipt });
        expect(await paid(b)).toBe(50_000);
      });

      test('same amount paid by hand and by the open prompt: both are booked', async () => {
        const b = await fixture.lent();
        const { payOrderId, checkoutId } = await pushed(b);
        await fixture.payBill(b, b.orderNo, 50_000);
        await fixture.simulator.answer(checkoutId, { pin: '1234' });
        await fixture.settleDueWork();
        expect(await payment(b, payOrderId)).toMatchObject({ state: 'paid' });
        expect([await paid(b), heldEvents()]).toEqual([100_000, []]);
      });

      test('same amount by hand, then by the open prompt, and the first is confirmed first: both are booked', async () => {
        const b = await fixture.lent();
        const { payOrderId, intent, checkoutId } = await pushed(b);
        const byHand = newReceipt();
        await fixture.railKnows({ receipt: byHand, amount: 50_000, account: b.orderNo });
        await reportOf(b, byHand);
        const receipt = await payUnreported(b, checkoutId);
        await fixture.report(`${fixture.tokenOf(intent)}/push`, callbackOf(intent, receipt));
        network.faults = [{ path: '/stkpushquery/', fault: 'never arrives', times: 1 }];
        await fixture.settleDueWork();
        expect(await paid(b)).toBe(50_000);
        await fixture.pass(MINUTE);
        await reportOf(b, receipt);
        await fixture.settleDueWork();
        expect([await paid(b), heldEvents()]).toEqual([100_000, []]);
        expect(await payment(b, payOrderId)).toMatchObject({ state: 'paid', receipt });
      });

      test('prompt cancelled, then the same amount by hand: the prompt has failed, and the payment is booked', async () => {
        const b = await fixture.lent();
        const { payOrderId, checkoutId } = await pushed(b);
        await fixture.simulator.answer(checkoutId, 'cancel');
        await fixture.settleDueWork();
        await fixture.payBill(b, b.orderNo, 50_000);
        expect(await payment(b, payOrderId)).toMatchObject({ state: 'failed' });
        expect(await paid(b)).toBe(50_000);
      });

      test('prompt given up, its payment found by the message, then its callback: is booked once, and the prompt is paid', async () => {
        const b = await fixture.lent();
        const { payOrderId, intent, checkoutId } = await pushed(b);
        const receipt = await payUnreported(b, checkoutId);
        await fixture.store.db
          .updateTable('rail_intent')
          .set({ state: 'FAILED', result_code: 1032 })
          .where('id', '=', payOrderId)
          .execute();
        await reportOf(b, receipt);
        await fixture.settleDueWork();
        expect([await paid(b), (await payment(b, payOrderId)).state]).toEqual([50_000, 'failed']);
        await fixture.report(`${fixture.tokenOf(intent)}/push`, callbackOf(intent, receipt));
        await fixture.settleDueWork();
        expect(await payment(b, payOrderId)).toMatchObject({ state: 'paid', receipt });
        expect([await paid(b), heldEvents()]).toEqual([50_000, []]);
      });

      test('prompt of days ago without a receipt, the same amount by hand now: both are booked', async () => {
        const b = await fixture.lent();
        const { payOrderId, checkoutId } = await pushed(b);
        await payUnreported(b, checkoutId);
        await fixture.lending.reconcilePayment(b.userId, payOrderId);
        await fixture.pass(2 * DAY);
        const receipt = newReceipt();
        await fixture.railKnows({ receipt, amount: 50_000, account: b.orderNo });
        await reportPayment(b, { TransID: receipt, TransAmount: '500.00', TransTime: toDarajaTime(fixture.clock.now()) });
        await fixture.settleDueWork();
        expect(await paid(b)).toBe(100_000);
      });
    });

    test('callback held and refused by a person: the prompt has ended, and another may be sent', async () => {
      const b = await fixture.lent();
      const { payOrderId, checkoutId, callback } = await pushed(b);
      await callback(1);
      await expect(pushed(b)).rejects.toMatchObject({ code: CODE.paymentInProgress });
      const [one] = await heldPayments(fixture.store);
      await refuseHeld(fixture, one!.id);
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'failed' });
      await fixture.simulator.answer(checkoutId, 'cancel');
      await fixture.settleDueWork();
      expect((await fixture.pay(b, 50_000)).balance?.paid).toBe(50_000);
    });

    test('result of a payout sent to the address of a prompt: is not booked', async () => {
      const b = await fixture.lent();
      const { payOrderId, intent, checkoutId } = await pushed(b);
      const Result = {
        ResultCode: 0,
        OriginatorConversationID: intent.provider_ref,
        TransactionID: newReceipt(),
        ResultParameters: {
          ResultParameter: [
            { Key: 'OriginatorConversationID', Value: intent.provider_ref },
            { Key: 'TransactionStatus', Value: 'Completed' },
            { Key: 'Amount', Value: 500 },
            { Key: 'ReceiptNo', Value: newReceipt() },
          ],
        },
      };
      for (const [route, use] of [
        ['payout', 'result'],
        ['status', 'status'],
      ] as const)
        expect((await fixture.report(`${fixture.tokenOf(intent, use)}/${route}`, { Result })).status).toBe(200);
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'sent' });
      expect(await paid(b)).toBe(0);
      expect(events.map(({ kind, subject }) => [kind, subject])).toEqual([
        ['callback.refused', 'mismatched'],
        ['callback.refused', 'mismatched'],
      ]);
      await fixture.simulator.answer(checkoutId, 'cancel');
      await fixture.settleDueWork();
    });
  });
});
