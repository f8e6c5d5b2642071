/** Pay-ins: by push, at the paybill, and by the callbacks of the rail. */
import { describe, expect, test } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { toDarajaTime } from '#server/rail/darajaTime.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { PAYBILL_TOKEN, type Borrower } from '#tests/support/lendingFixture.ts';
import { createFaultyNetwork } from '../rail/faultyNetwork.ts';
import { rawBody } from '#tests/support/rawBody.ts';
import { setRailFixture } from '../lending/loanFixture.ts';

onEitherDatabase((engine) => {
  const network = createFaultyNetwork();
  const fixture = setRailFixture(engine, network);

  let taps = 0;
  const push = (b: Borrower, amount = 100_000) =>
    fixture.lending.startStk(b.userId, { orderNo: b.orderNo, amount, requestId: `rail-tap-${++taps}` });
  const payment = (b: Borrower, id: string) => fixture.lending.payment(b.userId, id);
  async function promptOf(b: Borrower): Promise<string> {
    const [prompt] = await fixture.simulator.prompts(b.msisdn);
    expect(prompt).toBeDefined();
    return prompt!.checkoutId;
  }

  const reportAtPaybill = (body: object, token = PAYBILL_TOKEN): Promise<Response> => fixture.report(`${token}/paybill`, body);

  describe('push on the phone', () => {
    test('push, right PIN: wallet, statement and balance agree', async () => {
      const b = await fixture.lent();
      const { payOrderId, state, phone, promptUntil } = await push(b);
      expect({ state, promptUntil }).toEqual({ state: 'sent', promptUntil: fixture.clock.now() + MINUTE });
      expect(phone).not.toContain(b.msisdn.slice(3));
      await fixture.settleDueWork();
      expect(await fixture.lending.repayment(b.userId, b.orderNo)).toMatchObject({ openPayment: { payOrderId, state: 'sent' } });
      // The prompt shows the loan's number, which the borrower has read on the page and in an SMS.
      expect(await fixture.simulator.prompts(b.msisdn)).toMatchObject([{ reference: b.orderNo }]);
      expect(await fixture.simulator.answer(await promptOf(b), { pin: '1234' })).toBe('paid');
      await fixture.settleDueWork();
      const paid = await payment(b, payOrderId);
      expect(paid).toMatchObject({ state: 'paid', amount: 100_000, resultCode: 0, reason: '' });
      const detail = await fixture.lending.repayment(b.userId, b.orderNo);
      expect(detail).toMatchObject({
        openPayment: null,
        payments: [{ receipt: paid.receipt, amount: 100_000, channel: 'mpesa' }],
        balance: { paid: 100_000 },
      });
      expect(await fixture.received(b)).toBe(494_200 - 100_000);
    });

    test.each([
      ['wrong PIN', { pin: '0000' }, 2001, 'The M-PESA PIN was wrong.'],
      ['cancelled', 'cancel', 1032, 'You cancelled the payment request.'],
    ] as const)(
      'push, %s: fails with its reason, nothing is booked, and another try is possible',
      async (_, answer, resultCode, reason) => {
        const b = await fixture.lent();
        const { payOrderId } = await push(b);
        await fixture.settleDueWork();
        await fixture.simulator.answer(await promptOf(b), answer);
        await fixture.settleDueWork();
        expect(await payment(b, payOrderId)).toMatchObject({ state: 'failed', resultCode, reason, receipt: null });
        expect((await fixture.order(b)).balance?.paid).toBe(0);
        await push(b);
        await fixture.settleDueWork();
        await fixture.simulator.answer(await promptOf(b), 'cancel');
        await fixture.settleDueWork();
      },
    );

    test('push, balance too low or answered too late: fails', async () => {
      const b = await fixture.lent();
      await fixture.simulator.setWallet(b.msisdn, { balance: 99_900 });
      const poor = await push(b);
      await fixture.settleDueWork();
      expect(await fixture.simulator.answer(await promptOf(b), { pin: '1234' })).toBe('lowBalance');
      await fixture.settleDueWork();
      expect(await payment(b, poor.payOrderId)).toMatchObject({ state: 'failed', resultCode: 1 });
      const slow = await push(b);
      await fixture.settleDueWork();
      const prompt = await promptOf(b);
      await fixture.pass(MINUTE + 1);
      expect(await fixture.simulator.answer(prompt, { pin: '1234' })).toBe('closed');
      expect(await payment(b, slow.payOrderId)).toMatchObject({ state: 'failed', resultCode: 1019 });
    });

    test('second push for an order: the same idempotency key gets the same payment, another key is refused', async () => {
      const b = await fixture.lent();
      const request = { orderNo: b.orderNo, amount: 100_000, requestId: 'one tap' };
      const first = await fixture.lending.startStk(b.userId, request);
      expect((await fixture.lending.startStk(b.userId, request)).payOrderId).toBe(first.payOrderId);
      await expect(push(b)).rejects.toMatchObject({ code: CODE.paymentInProgress, params: { payOrderId: first.payOrderId } });
      await fixture.settleDueWork();
      expect(await fixture.simulator.prompts(b.msisdn)).toHaveLength(1);
      await fixture.simulator.answer(await promptOf(b), { pin: '1234' });
      await fixture.settleDueWork();
      expect(await fixture.lending.startStk(b.userId, request)).toMatchObject({ payOrderId: first.payOrderId, state: 'paid' });
    });

    test.each(['lost', 'late', 'repeated'] as const)('push, callback %s: the payment is booked once', async (callbacks) => {
      const b = await fixture.lent();
      const { payOrderId } = await push(b);
      await fixture.settleDueWork();
      await fixture.simulator.setSwitches({ callbacks });
      await fixture.simulator.answer(await promptOf(b), { pin: '1234' });
      for (let round = 0; round < 10; round++) await fixture.pass(15_000);
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'paid' });
      await fixture.pass(5 * MINUTE);
      const { balance, payments } = await fixture.lending.repayment(b.userId, b.orderNo);
      expect(balance.paid).toBe(100_000);
      expect(payments).toHaveLength(1);
      // Only the callback contains the receipt. The answer to a query does not.
      if (callbacks !== 'lost') expect(payments[0]?.receipt).toMatch(/^S/);
    });

    test('push, answer lost: is unknown, is never resent, and the callback books it', async () => {
      const b = await fixture.lent();
      network.faults = [{ path: '/stkpush/', fault: 'answer lost', times: 1 }];
      const { payOrderId } = await push(b);
      await fixture.settleDueWork();
      expect((await payment(b, payOrderId)).state).toBe('unknown');
      await fixture.pass(30_000);
      await fixture.simulator.answer(await promptOf(b), { pin: '1234' });
      await fixture.settleDueWork();
      expect((await payment(b, payOrderId)).state).toBe('paid');
      expect(network.requests.filter((r) => r.path.includes('/stkpush/'))).toHaveLength(1);
    });

    test('push, never reached the rail: is unknown, fails after ten minutes, and the borrower may pay again', async () => {
      const b = await fixture.lent();
      network.faults = [{ path: '/stkpush/', fault: 'never arrives', times: 1 }];
      const { payOrderId } = await push(b);
      await fixture.settleDueWork();
      await fixture.pass(10 * MINUTE);
      expect((await payment(b, payOrderId)).state).toBe('unknown');
      await expect(push(b)).rejects.toMatchObject({ code: CODE.paymentInProgress });
      await fixture.pass(MINUTE + 15_000);
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'failed', resultCode: -1 });
      expect(network.requests.filter((r) => r.path.includes('/stkpush/'))).toHaveLength(1);
      expect((await fixture.pay(b, 100_000)).balance?.paid).toBe(100_000);
    });

    test('push, query answered with 500.001.1001: is unknown, not failed', async () => {
      const b = await fixture.lent();
      const { payOrderId } = await push(b);
      await fixture.settleDueWork();
      await fixture.pass(30_000);
      expect(network.requests.some((r) => r.path.includes('/stkpushquery/'))).toBe(true);
      expect((await payment(b, payOrderId)).state).toBe('sent');
      await fixture.simulator.answer(await promptOf(b), { pin: '1234' });
      await fixture.settleDueWork();
      expect((await payment(b, payOrderId)).state).toBe('paid');
    });

    test('push, refused by the rail: fails at once', async () => {
      const b = await fixture.lent();
      network.faults = [
        {
          path: '/stkpush/',
          fault: { status: 400, body: { errorCode: '400.002.02', errorMessage: 'Bad Request - Invalid PhoneNumber' } },
          times: 1,
        },
      ];
      const { payOrderId } = await push(b);
      await fixture.settleDueWork();
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'failed', reason: 'M-PESA did not accept the payment.' });
    });

    test('push, success after it failed: is booked; another borrower’s payment: is not found', async () => {
      const b = await fixture.lent();
      network.faults = [{ path: '/stkpush/', fault: 'answer lost', times: 1 }];
      const { payOrderId } = await push(b);
      await fixture.settleDueWork();
      await fixture.simulator.setSwitches({ callbacks: 'lost' });
      await fixture.simulator.answer(await promptOf(b), { pin: '1234' });
      await fixture.pass(12 * MINUTE);
      expect((await payment(b, payOrderId)).state).toBe('failed');
      // The paybill reports the same money too, under the reference of the push.
      const transaction = (await fixture.simulator.transactions(b.msisdn)).find((t) => t.kind === 'push');
      await fixture.simulator.setSwitches({ callbacks: 'normal' });
      for (let i = 0; i < 2; i++)
        await reportAtPaybill({
          TransID: transaction!.receipt,
          TransAmount: '1000.00',
          BillRefNumber: payOrderId,
          TransTime: toDarajaTime(fixture.clock.now()),
        });
      await fixture.settleDueWork();
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'paid', receipt: transaction!.receipt });
      expect((await fixture.order(b)).balance?.paid).toBe(100_000);
      const stranger = await fixture.approved();
      await expect(payment(stranger, payOrderId)).rejects.toMatchObject({ code: CODE.orderNotFound });
    });
  });

  describe('push that never reaches the phone', () => {
    test.each([
      ['unreachable', 1037, 'Your phone could not be reached.'],
      ['sameAmount', 17, 'M-PESA received the same amount a moment ago. Please wait two minutes.'],
      ['busy', 26, 'M-PESA is busy at the moment. Please try again in a few minutes.'],
    ] as const)(
      'push, refused as %s (%i): fails with the reason in words, and the next push may be sent',
      async (nextPrompt, resultCode, reason) => {
        const b = await fixture.lent();
        await fixture.simulator.setSwitches({ nextPrompt });
        const { payOrderId } = await fixture.lending.startStk(b.userId, { orderNo: b.orderNo, amount: 50_000, requestId: nextPrompt });
        await fixture.settleDueWork();
        expect(await fixture.lending.payment(b.userId, payOrderId)).toMatchObject({ state: 'failed', resultCode, reason });
        await fixture.pay(b, 50_000);
        expect((await fixture.detail(b)).balance.paid).toBe(50_000);
      },
    );

    test('push, unknown result and the borrower asks: the rail is queried at once, not at the next reconciliation', async () => {
      const b = await fixture.lent();
      await fixture.simulator.setSwitches({ callbacks: 'lost' });
      const { payOrderId } = await fixture.lending.startStk(b.userId, { orderNo: b.orderNo, amount: 50_000, requestId: 'asked' });
      await fixture.settleDueWork();
      const [prompt] = await fixture.simulator.prompts(b.msisdn);
      await fixture.simulator.answer(prompt?.checkoutId ?? '', { pin: '1234' });
      await fixture.settleDueWork();
      await fixture.simulator.setSwitches({ callbacks: 'normal' });
      expect((await fixture.lending.payment(b.userId, payOrderId)).state).toBe('sent');
      expect(await fixture.lending.reconcilePayment(b.userId, payOrderId)).toMatchObject({ state: 'paid', over: 0 });
      expect((await fixture.detail(b)).balance.paid).toBe(50_000);
    });
  });

  describe('payment at the paybill', () => {
    test('paybill, order number as account in any spelling: repays the loan, and a repeat changes nothing', async () => {
      const b = await fixture.lent();
      const { paybill } = await fixture.lending.repayment(b.userId, b.orderNo);
      expect(paybill).toEqual({ businessNumber: '174379', accountNumber: b.orderNo });
      const typed = ` ${b.orderNo.slice(0, 4).toLowerCase()} ${b.orderNo.slice(4)}`;
      await fixture.simulator.setSwitches({ callbacks: 'repeated' });
      const done = await fixture.simulator.payAtPaybill({ msisdn: b.msisdn, amount: 100_000, account: typed });
      await fixture.settleDueWork();
      expect(await fixture.lending.repayment(b.userId, b.orderNo)).toMatchObject({
        balance: { paid: 100_000 },
        payments: [{ receipt: done?.receipt, channel: 'paybill', amount: 100_000 }],
      });
      expect(await fixture.simulator.payAtPaybill({ msisdn: b.msisdn, amount: 99_999_900, account: b.orderNo })).toBeNull();
    });

    test('paybill, unknown account number: the payment waits in suspense once', async () => {
      const suspense = async () =>
        (await fixture.store.db.selectFrom('entry').select('amount').where('account_id', '=', 'suspense').execute()).reduce(
          (sum, row) => sum - row.amount,
          0,
        );
      const before = await suspense();
      await fixture.railKnows({ receipt: 'UNKNOWN001', amount: 25_000, account: 'RENT' });
      for (let i = 0; i < 3; i++)
        expect(
          (await reportAtPaybill({ TransID: 'UNKNOWN001', TransAmount: '250.00', BillRefNumber: 'RENT', TransTime: '20260601090000' }))
            .status,
        ).toBe(200);
      expect((await suspense()) - before).toBe(0);
      await fixture.settleDueWork();
      expect((await suspense()) - before).toBe(25_000);
    });

    test('paybill, wrong token in the address: 404', async () => {
      const b = await fixture.lent();
      for (const token of ['guess', 'f'.repeat(32), 'é'.repeat(16)])
        expect(
          (await reportAtPaybill({ TransID: 'FORGED0001', TransAmount: '100', BillRefNumber: b.orderNo }, encodeURIComponent(token)))
            .status,
        ).toBe(404);
      for (const route of ['push', 'payout', 'status', 'payout-timeout'])
        expect((await fixture.report(`${'f'.repeat(32)}/${route}`, {})).status).toBe(404);
      expect((await fixture.order(b)).balance?.paid).toBe(0);
      expect(
        await fixture.store.db
          .selectFrom('rail_callback')
          .select('id')
          .where('intent_id', 'is', null)
          .where('report_id', 'is', null)
          .where('outcome', '!=', 'unmatched')
          .where('route', '!=', 'paybill')
          .execute(),
      ).toEqual([]);
    });
  });

  describe('callback of the rail', () => {
    test('callback, stored and not processed: is processed in the next round of due work', async () => {
      const b = await fixture.lent();
      const { payOrderId } = await push(b);
      await fixture.settleDueWork();
      const intent = (await fixture.intentsOf(b)).find((i) => i.id === payOrderId)!;
      const items = [
        { Name: 'Amount', Value: 1000 },
        { Name: 'MpesaReceiptNumber', Value: 'CRASHED001' },
      ];
      await fixture.simulator.setSwitches({ callbacks: 'lost' });
      await fixture.simulator.answer(await promptOf(b), { pin: '1234' });
      const body = { Body: { stkCallback: { CheckoutRequestID: intent.provider_ref, ResultCode: 0, CallbackMetadata: { Item: items } } } };
      await fixture.store.db
        .insertInto('rail_callback')
        .values({ route: 'stk', intent_id: intent.id, body: rawBody(body), at: fixture.clock.now(), outcome: null })
        .execute();
      expect((await fixture.lending.runDue()).callbacks).toBe(1);
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'paid', receipt: 'CRASHED001' });
    });

    test('callback about another push: is stored and not booked; malformed callback: changes nothing', async () => {
      const b = await fixture.lent();
      const { payOrderId } = await push(b);
      await fixture.settleDueWork();
      const token = fixture.tokenOf((await fixture.intentsOf(b)).find((i) => i.id === payOrderId)!);
      const send = (body: unknown) => fixture.report(`${token}/push`, body);
      await send({ Body: { stkCallback: { CheckoutRequestID: 'ws_CO_other', ResultCode: 0 } } });
      for (const garbage of [{}, [], 'text', 7, { Body: null }, { Body: { stkCallback: { ResultCode: 'x' } } }])
        expect((await send(garbage)).status).toBe(200);
      expect((await payment(b, payOrderId)).state).toBe('sent');
      const outcomes = await fixture.store.db
        .selectFrom('rail_callback')
        .select('outcome')
        .where('intent_id', '=', payOrderId)
        .orderBy('id')
        .execute();
      expect(outcomes.map((row) => row.outcome)).toEqual(['mismatched', ...Array.from({ length: 6 }, () => 'unreadable')]);
      await fixture.simulator.answer(await promptOf(b), 'cancel');
      await fixture.settleDueWork();
    });

    test('callback with the receipt of another movement: is not booked', async () => {
      const b = await fixture.lent();
      const [payout] = await fixture.intentsOf(b);
      const { payOrderId } = await push(b);
      await fixture.settleDueWork();
      await reportAtPaybill({ TransID: payout!.receipt, TransAmount: '1000', BillRefNumber: payOrderId });
      await reportAtPaybill({ TransID: payout!.receipt, TransAmount: '1000', BillRefNumber: b.orderNo });
      expect((await payment(b, payOrderId)).state).toBe('sent');
      expect((await fixture.order(b)).balance?.paid).toBe(0);
    });
  });
});
