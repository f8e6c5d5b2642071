import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE, HOUR } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { savePayoutAccount } from '#server/lending/applicant.ts';
import { trialBalance } from '#server/lending/ledger.ts';
import { createDaraja } from '#server/rail/daraja.ts';
import { simulatedAccess } from '#server/rail/simulator/simulator.ts';
import { readCallback, toCents } from '#server/rail/read.ts';
import { fromDarajaTime, toDarajaTime } from '#server/rail/times.ts';
import { onBothDatabases, testClock, type TestClock } from '#tests/support/database.ts';
import { approvedBorrower, consentTo, PAYBILL_TOKEN, startHouse, type Borrower, type House } from '#tests/support/lending.ts';

/** What the network does to requests for a path that contains a text. */
type Fault = 'answer lost' | 'never arrives' | { status: number; body: object };

onBothDatabases((engine) => {
  let house: House;
  let clock: TestClock;
  let faults: { path: string; fault: Fault; times: number }[] = [];
  let requests: { path: string; body: Record<string, unknown> }[] = [];

  const network: typeof fetch = async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname;
    requests.push({ path, body: typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {} });
    const hit = faults.find((f) => path.includes(f.path) && f.times-- > 0);
    if (hit?.fault === 'never arrives') throw new TypeError('fetch failed');
    if (typeof hit?.fault === 'object') return new Response(JSON.stringify(hit.fault.body), { status: hit.fault.status });
    const response = await fetch(input, init);
    if (hit) throw new TypeError('connection reset');
    return response;
  };

  beforeAll(async () => {
    clock = testClock();
    house = await startHouse(await engine.open(clock), clock, { fetch: network });
  });
  afterEach(async () => {
    faults = [];
    requests = [];
    await house.simulator.setSwitches({ callbacks: 'normal', nextPayout: 'success' });
    expect(await trialBalance(house.store.db)).toBe(0);
  });
  afterAll(() => house.close());

  const view = (b: Borrower) => house.lending.order(b.userId, b.orderNo);
  const intentsOf = (b: Borrower) =>
    house.store.db.selectFrom('rail_intent').selectAll().where('user_id', '=', b.userId).orderBy('created_at').execute();
  const received = async (b: Borrower) => (await house.simulator.wallet(b.msisdn)).balance - 2_000_000;

  async function draw(b: Borrower): Promise<void> {
    await house.lending.getMoney(b.userId, await consentTo(house.lending, b.userId, b.orderNo));
    await house.settleDown();
  }
  async function pass(ms: number): Promise<void> {
    clock.pass(ms);
    await house.settleDown();
  }
  const approved = () => approvedBorrower(house.store, house.lending, clock);
  let taps = 0;
  const push = (b: Borrower, amount = 100_000) =>
    house.lending.startStk(b.userId, { orderNo: b.orderNo, amount, requestId: `rail-tap-${++taps}` });
  const payment = (b: Borrower, id: string) => house.lending.payment(b.userId, id);
  async function promptOf(b: Borrower): Promise<string> {
    const [prompt] = await house.simulator.prompts(b.msisdn);
    expect(prompt).toBeDefined();
    return prompt!.checkoutId;
  }

  describe('When money is sent', () => {
    test('it is on its way until the rail says so, then it is in the wallet', async () => {
      const b = await approved();
      await draw(b);
      expect(await view(b)).toMatchObject({
        status: STATUS.lending,
        disbursement: { requestedAt: clock.now(), expectedBy: clock.now() + HOUR, failure: null },
        balance: null,
      });
      await pass(3_000);
      expect((await view(b)).status).toBe(STATUS.repaying);
      expect(await received(b)).toBe(494_200);
    });

    test.each(['lost', 'late', 'repeated'] as const)('its callback is %s: it arrives once and the loan runs', async (callbacks) => {
      await house.simulator.setSwitches({ callbacks });
      const b = await approved();
      await draw(b);
      await pass(3_000);
      for (let minute = 0; minute < 4; minute++) await pass(MINUTE);
      expect((await view(b)).status).toBe(STATUS.repaying);
      expect(await received(b)).toBe(494_200);
      expect(
        await house.store.db
          .selectFrom('journal')
          .innerJoin('loan_order', 'loan_order.id', 'journal.order_id')
          .select('journal.id')
          .where('order_no', '=', b.orderNo)
          .execute(),
      ).toHaveLength(1);
    });

    test.each([
      'answer lost',
      'never arrives',
      { status: 503, body: {} },
      { status: 500, body: { errorCode: '500.003.1001', errorMessage: 'Internal Server Error' } },
    ] satisfies Fault[])('the request meets %j twice: it is sent again under the same id and moves money once', async (fault) => {
      const b = await approved();
      faults = [{ path: '/b2c/', fault, times: 2 }];
      await draw(b);
      for (let minute = 0; minute < 4; minute++) await pass(MINUTE);
      expect((await view(b)).status).toBe(STATUS.repaying);
      expect(await received(b)).toBe(494_200);
      const sent = requests.filter((r) => r.path.includes('/b2c/'));
      expect(sent.length).toBeGreaterThanOrEqual(fault === 'answer lost' ? 2 : 3);
      expect(new Set(sent.map((r) => r.body['OriginatorConversationID']))).toHaveLength(1);
    });

    test('the rail gives it up: it is handed over again under its id', async () => {
      await house.simulator.setSwitches({ nextPayout: 'timeout' });
      const b = await approved();
      await draw(b);
      await pass(5_000);
      expect((await view(b)).status).toBe(STATUS.lending);
      for (let minute = 0; minute < 3; minute++) await pass(MINUTE);
      expect((await view(b)).status).toBe(STATUS.repaying);
      expect(await received(b)).toBe(494_200);
    });

    test('the number is not registered: it failed, the account is corrected, and the next draw arrives', async () => {
      await house.simulator.setSwitches({ nextPayout: 'unregistered' });
      const b = await approved();
      await draw(b);
      await pass(3_000);
      expect(await view(b)).toMatchObject({
        status: STATUS.payFail,
        disbursement: { failure: 'This number is not registered for M-PESA.' },
      });
      expect((await house.lending.repayment(b.userId, b.orderNo)).balance).toMatchObject({ left: 0, paid: 0 });
      const other = '254799000111';
      const corrected = await house.lending.advance(b.userId, b.orderNo, 'account.bound', (tx) =>
        savePayoutAccount(tx, {
          user_id: b.userId,
          kind: 'mpesa',
          number: other,
          bank_code: null,
          bank_name: 'M-PESA',
          holder: 'W',
          saved_at: clock.now(),
        }),
      );
      expect(corrected).toMatchObject({ status: STATUS.getMoney, offer: { openUntil: clock.now() + 24 * HOUR } });
      await draw(b);
      await pass(3_000);
      expect((await view(b)).status).toBe(STATUS.repaying);
      expect((await house.simulator.wallet(other)).balance).toBe(2_494_200);
      expect(await received(b)).toBe(0);
    });

    test('a failed payout that arrives after all is the loan; the second one, if it has not left, never leaves', async () => {
      await house.simulator.setSwitches({ nextPayout: 'unregistered' });
      const b = await approved();
      await draw(b);
      await pass(3_000);
      const [first] = await intentsOf(b);
      await house.lending.advance(b.userId, b.orderNo, 'account.bound', () => Promise.resolve());
      await house.lending.getMoney(b.userId, await consentTo(house.lending, b.userId, b.orderNo));
      const Result = {
        ResultCode: 0,
        ResultDesc: 'ok',
        OriginatorConversationID: first!.id,
        ConversationID: 'AG',
        TransactionID: 'LATESUCCES',
      };
      const response = await fetch(`${house.url}/rail/${first!.token}/payout`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ Result }),
      });
      expect(response.status).toBe(200);
      await house.settleDown();
      expect((await view(b)).status).toBe(STATUS.repaying);
      expect((await intentsOf(b)).map((intent) => intent.state)).toEqual(['OK', 'FAILED']);
      await pass(10 * MINUTE);
      expect(await received(b)).toBe(0);
      expect(requests.filter((r) => r.path.includes('/b2c/'))).toHaveLength(1);
    });

    test('money that reaches a borrower who had given up is booked as misdirected, not as a loan', async () => {
      await house.simulator.setSwitches({ nextPayout: 'unregistered' });
      const b = await approved();
      await draw(b);
      await pass(3_000);
      await house.lending.decline(b.userId, b.orderNo);
      const [first] = await intentsOf(b);
      const Result = { ResultCode: 0, OriginatorConversationID: first!.id, TransactionID: 'TOOLATE001' };
      await fetch(`${house.url}/rail/${first!.token}/payout`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ Result }),
      });
      expect((await view(b)).status).toBe(STATUS.cancel);
      const kinds = await house.store.db
        .selectFrom('journal')
        .innerJoin('loan_order', 'loan_order.id', 'journal.order_id')
        .select('journal.kind')
        .where('order_no', '=', b.orderNo)
        .execute();
      expect(kinds).toEqual([{ kind: 'misdirected' }]);
    });

    test('a bank account is paid through the bank’s paybill, once, even when the answer is lost', async () => {
      const b = await approved();
      await house.store.tx((tx) =>
        savePayoutAccount(tx, {
          user_id: b.userId,
          kind: 'bank',
          number: '0123456789',
          bank_code: '68',
          bank_name: 'Equity Bank',
          holder: 'W',
          saved_at: clock.now(),
        }),
      );
      faults = [{ path: '/b2b/', fault: 'answer lost', times: 1 }];
      await draw(b);
      for (let minute = 0; minute < 3; minute++) await pass(MINUTE);
      expect(await view(b)).toMatchObject({
        status: STATUS.repaying,
        payoutAccount: { kind: 'bank', masked: '••• 6789', holderName: 'Equity Bank' },
      });
      expect(requests.filter((r) => r.path.includes('/b2b/'))).toHaveLength(1);
      expect((await house.simulator.transactions()).filter((t) => t.kind === 'bank')).toMatchObject([
        { amount: 494_200, reference: '880068/0123456789' },
      ]);
    });

    test.each([
      ['the rail cannot reach', 'no such bank'],
      ['that is known by a code of this house alone', 'X01'],
    ])('a bank %s fails the payout at once, with a reason', async (_, code) => {
      const b = await approved();
      await house.store.tx((tx) =>
        savePayoutAccount(tx, {
          user_id: b.userId,
          kind: 'bank',
          number: '0123456789',
          bank_code: code,
          bank_name: 'Nowhere',
          holder: 'W',
          saved_at: clock.now(),
        }),
      );
      await draw(b);
      expect(await view(b)).toMatchObject({
        status: STATUS.payFail,
        disbursement: { failure: 'We cannot send money to this bank. Please choose another account.' },
      });
      expect(requests.filter((r) => r.path.includes('/b2b/'))).toEqual([]);
    });
  });

  describe('When a push is on the phone', () => {
    test('the right PIN pays: wallet, statement and balance agree', async () => {
      const b = await house.lent();
      const { payOrderId, state, phone, promptUntil } = await push(b);
      expect({ state, promptUntil }).toEqual({ state: 'sent', promptUntil: clock.now() + MINUTE });
      expect(phone).not.toContain(b.msisdn.slice(3));
      await house.settleDown();
      expect(await house.lending.repayment(b.userId, b.orderNo)).toMatchObject({ openPayment: { payOrderId, state: 'sent' } });
      expect(await house.simulator.answer(await promptOf(b), { pin: '1234' })).toBe('paid');
      await house.settleDown();
      const paid = await payment(b, payOrderId);
      expect(paid).toMatchObject({ state: 'paid', amount: 100_000, resultCode: 0, reason: '' });
      const detail = await house.lending.repayment(b.userId, b.orderNo);
      expect(detail).toMatchObject({
        openPayment: null,
        payments: [{ receipt: paid.receipt, amount: 100_000, channel: 'mpesa' }],
        balance: { paid: 100_000 },
      });
      expect(await received(b)).toBe(494_200 - 100_000);
    });

    test.each([
      ['the wrong PIN', { pin: '0000' }, 2001, 'The M-PESA PIN was wrong.'],
      ['cancelled', 'cancel', 1032, 'You cancelled the payment request.'],
    ] as const)('%s: failed with its reason, nothing is booked, and another try is possible', async (_, answer, resultCode, reason) => {
      const b = await house.lent();
      const { payOrderId } = await push(b);
      await house.settleDown();
      await house.simulator.answer(await promptOf(b), answer);
      await house.settleDown();
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'failed', resultCode, reason, receipt: null });
      expect((await view(b)).balance?.paid).toBe(0);
      await push(b);
      await house.settleDown();
      await house.simulator.answer(await promptOf(b), 'cancel');
      await house.settleDown();
    });

    test('too little in the wallet, and an answer that comes too late', async () => {
      const b = await house.lent();
      await house.simulator.setWallet(b.msisdn, { balance: 99_900 });
      const poor = await push(b);
      await house.settleDown();
      expect(await house.simulator.answer(await promptOf(b), { pin: '1234' })).toBe('lowBalance');
      await house.settleDown();
      expect(await payment(b, poor.payOrderId)).toMatchObject({ state: 'failed', resultCode: 1 });
      const slow = await push(b);
      await house.settleDown();
      const prompt = await promptOf(b);
      await pass(MINUTE + 1);
      expect(await house.simulator.answer(prompt, { pin: '1234' })).toBe('closed');
      expect(await payment(b, slow.payOrderId)).toMatchObject({ state: 'failed', resultCode: 1019 });
    });

    test('one live push per order: the same tap gets the same payment, another is told', async () => {
      const b = await house.lent();
      const request = { orderNo: b.orderNo, amount: 100_000, requestId: 'one tap' };
      const first = await house.lending.startStk(b.userId, request);
      expect((await house.lending.startStk(b.userId, request)).payOrderId).toBe(first.payOrderId);
      await expect(push(b)).rejects.toMatchObject({ code: CODE.paymentInProgress, params: { payOrderId: first.payOrderId } });
      await house.settleDown();
      expect(await house.simulator.prompts(b.msisdn)).toHaveLength(1);
      await house.simulator.answer(await promptOf(b), { pin: '1234' });
      await house.settleDown();
      expect(await house.lending.startStk(b.userId, request)).toMatchObject({ payOrderId: first.payOrderId, state: 'paid' });
    });

    test.each(['lost', 'late', 'repeated'] as const)('its callback is %s: the payment is booked once', async (callbacks) => {
      const b = await house.lent();
      const { payOrderId } = await push(b);
      await house.settleDown();
      await house.simulator.setSwitches({ callbacks });
      await house.simulator.answer(await promptOf(b), { pin: '1234' });
      for (let round = 0; round < 10; round++) await pass(15_000);
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'paid' });
      await pass(5 * MINUTE);
      const { balance, payments } = await house.lending.repayment(b.userId, b.orderNo);
      expect(balance.paid).toBe(100_000);
      expect(payments).toHaveLength(1);
      // The receipt comes with the callback; the query does not know it.
      if (callbacks !== 'lost') expect(payments[0]?.receipt).toMatch(/^S/);
    });

    test('the answer is lost: it is unknown, never sent again, and the callback still books it', async () => {
      const b = await house.lent();
      faults = [{ path: '/stkpush/', fault: 'answer lost', times: 1 }];
      const { payOrderId } = await push(b);
      await house.settleDown();
      expect((await payment(b, payOrderId)).state).toBe('unknown');
      await pass(30_000);
      await house.simulator.answer(await promptOf(b), { pin: '1234' });
      await house.settleDown();
      expect((await payment(b, payOrderId)).state).toBe('paid');
      expect(requests.filter((r) => r.path.includes('/stkpush/'))).toHaveLength(1);
    });

    test('it never arrives: unknown, given up after ten minutes, and the borrower may pay again', async () => {
      const b = await house.lent();
      faults = [{ path: '/stkpush/', fault: 'never arrives', times: 1 }];
      const { payOrderId } = await push(b);
      await house.settleDown();
      await pass(10 * MINUTE);
      expect((await payment(b, payOrderId)).state).toBe('unknown');
      await expect(push(b)).rejects.toMatchObject({ code: CODE.paymentInProgress });
      await pass(MINUTE + 15_000);
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'failed', resultCode: -1 });
      expect(requests.filter((r) => r.path.includes('/stkpush/'))).toHaveLength(1);
      expect((await house.pay(b, 100_000)).balance?.paid).toBe(100_000);
    });

    test('500.001.1001 to a query is unknown, not failed', async () => {
      const b = await house.lent();
      const { payOrderId } = await push(b);
      await house.settleDown();
      await pass(30_000);
      expect(requests.some((r) => r.path.includes('/stkpushquery/'))).toBe(true);
      expect((await payment(b, payOrderId)).state).toBe('sent');
      await house.simulator.answer(await promptOf(b), { pin: '1234' });
      await house.settleDown();
      expect((await payment(b, payOrderId)).state).toBe('paid');
    });

    test('the rail refuses it: failed at once', async () => {
      const b = await house.lent();
      faults = [
        {
          path: '/stkpush/',
          fault: { status: 400, body: { errorCode: '400.002.02', errorMessage: 'Bad Request - Invalid PhoneNumber' } },
          times: 1,
        },
      ];
      const { payOrderId } = await push(b);
      await house.settleDown();
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'failed', reason: 'M-PESA did not accept the payment.' });
    });

    test('a payment that succeeds after it was given up is booked; another borrower’s payment does not exist', async () => {
      const b = await house.lent();
      faults = [{ path: '/stkpush/', fault: 'answer lost', times: 1 }];
      const { payOrderId } = await push(b);
      await house.settleDown();
      await house.simulator.setSwitches({ callbacks: 'lost' });
      await house.simulator.answer(await promptOf(b), { pin: '1234' });
      await pass(12 * MINUTE);
      expect((await payment(b, payOrderId)).state).toBe('failed');
      // The paybill's own report of the same money, under the push's reference.
      const transaction = (await house.simulator.transactions(b.msisdn)).find((t) => t.kind === 'push');
      await house.simulator.setSwitches({ callbacks: 'normal' });
      for (let i = 0; i < 2; i++)
        await reportAtPaybill({
          TransID: transaction!.receipt,
          TransAmount: '1000.00',
          BillRefNumber: payOrderId,
          TransTime: toDarajaTime(clock.now()),
        });
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'paid', receipt: transaction!.receipt });
      expect((await view(b)).balance?.paid).toBe(100_000);
      const stranger = await approved();
      await expect(payment(stranger, payOrderId)).rejects.toMatchObject({ code: CODE.orderNotFound });
    });
  });

  const reportAtPaybill = (body: object, token = PAYBILL_TOKEN): Promise<Response> =>
    fetch(`${house.url}/rail/${token}/paybill`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  describe('When someone pays at the paybill', () => {
    test('the order number brings it to its loan, typed as people type; a repeat changes nothing', async () => {
      const b = await house.lent();
      const { paybill } = await house.lending.repayment(b.userId, b.orderNo);
      expect(paybill).toEqual({ businessNumber: '174379', accountNumber: b.orderNo });
      const typed = ` ${b.orderNo.slice(0, 4).toLowerCase()} ${b.orderNo.slice(4)}`;
      await house.simulator.setSwitches({ callbacks: 'repeated' });
      const done = await house.simulator.payAtPaybill({ msisdn: b.msisdn, amount: 100_000, account: typed });
      await house.settleDown();
      expect(await house.lending.repayment(b.userId, b.orderNo)).toMatchObject({
        balance: { paid: 100_000 },
        payments: [{ receipt: done?.receipt, channel: 'paybill', amount: 100_000 }],
      });
      expect(await house.simulator.payAtPaybill({ msisdn: b.msisdn, amount: 99_999_900, account: b.orderNo })).toBeNull();
    });

    test('an account number nobody has waits in suspense, once', async () => {
      const suspense = async () =>
        (await house.store.db.selectFrom('entry').select('amount').where('account_id', '=', 'suspense').execute()).reduce(
          (sum, row) => sum - row.amount,
          0,
        );
      const before = await suspense();
      for (let i = 0; i < 3; i++)
        expect(
          (await reportAtPaybill({ TransID: 'UNKNOWN001', TransAmount: '250.50', BillRefNumber: 'RENT', TransTime: '20260601090000' }))
            .status,
        ).toBe(200);
      expect((await suspense()) - before).toBe(25_050);
    });

    test('who does not know the address is not heard', async () => {
      const b = await house.lent();
      for (const token of ['guess', 'f'.repeat(32), 'é'.repeat(16)])
        expect(
          (await reportAtPaybill({ TransID: 'FORGED0001', TransAmount: '100', BillRefNumber: b.orderNo }, encodeURIComponent(token)))
            .status,
        ).toBe(404);
      for (const route of ['push', 'payout', 'status', 'payout-timeout'])
        expect(
          (
            await fetch(`${house.url}/rail/${'f'.repeat(32)}/${route}`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: '{}',
            })
          ).status,
        ).toBe(404);
      expect((await view(b)).balance?.paid).toBe(0);
      expect(
        await house.store.db
          .selectFrom('rail_callback')
          .select('id')
          .where('intent_id', 'is', null)
          .where('outcome', '!=', 'unmatched')
          .where('route', '!=', 'paybill')
          .execute(),
      ).toEqual([]);
    });
  });

  describe('When a callback comes', () => {
    test('it is stored first: one that was not worked through is worked through in the next round', async () => {
      const b = await house.lent();
      const { payOrderId } = await push(b);
      await house.settleDown();
      const intent = (await intentsOf(b)).find((i) => i.id === payOrderId)!;
      const items = [
        { Name: 'Amount', Value: 1000 },
        { Name: 'MpesaReceiptNumber', Value: 'CRASHED001' },
      ];
      const body = { Body: { stkCallback: { CheckoutRequestID: intent.provider_ref, ResultCode: 0, CallbackMetadata: { Item: items } } } };
      await house.store.db
        .insertInto('rail_callback')
        .values({ route: 'stk', intent_id: intent.id, body: JSON.stringify(body), at: clock.now(), outcome: null })
        .execute();
      expect((await house.lending.runDue()).callbacks).toBe(1);
      expect(await payment(b, payOrderId)).toMatchObject({ state: 'paid', receipt: 'CRASHED001' });
    });

    test('one that speaks of another push than it was sent to is kept and not believed; garbage says nothing', async () => {
      const b = await house.lent();
      const { payOrderId } = await push(b);
      await house.settleDown();
      const { token } = (await intentsOf(b)).find((i) => i.id === payOrderId)!;
      const send = (body: unknown) =>
        fetch(`${house.url}/rail/${token}/push`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      await send({ Body: { stkCallback: { CheckoutRequestID: 'ws_CO_other', ResultCode: 0 } } });
      for (const garbage of [{}, [], 'text', 7, { Body: null }, { Body: { stkCallback: { ResultCode: 'x' } } }])
        expect((await send(garbage)).status).toBe(200);
      expect((await payment(b, payOrderId)).state).toBe('sent');
      const outcomes = await house.store.db.selectFrom('rail_callback').select('outcome').where('intent_id', '=', payOrderId).execute();
      expect(outcomes.map((row) => row.outcome)).toEqual(['mismatched', ...Array.from({ length: 6 }, () => 'nothing')]);
      await house.simulator.answer(await promptOf(b), 'cancel');
      await house.settleDown();
    });

    test('a receipt that belongs to another movement is not believed', async () => {
      const b = await house.lent();
      const [payout] = await intentsOf(b);
      const { payOrderId } = await push(b);
      await house.settleDown();
      await reportAtPaybill({ TransID: payout!.receipt, TransAmount: '1000', BillRefNumber: payOrderId });
      await reportAtPaybill({ TransID: payout!.receipt, TransAmount: '1000', BillRefNumber: b.orderNo });
      expect((await payment(b, payOrderId)).state).toBe('sent');
      expect((await view(b)).balance?.paid).toBe(0);
    });
  });

  test('a token the rail has forgotten is replaced, and wrong credentials leave the payout waiting until they are right', async () => {
    const b = await approved();
    await draw(b);
    faults = [{ path: '/b2c/', fault: { status: 401, body: { errorCode: '404.001.03', errorMessage: 'Invalid Access Token' } }, times: 1 }];
    const c = await approved();
    await draw(c);
    await pass(3_000);
    expect((await view(c)).status).toBe(STATUS.repaying);
    const stranger = createDaraja({
      access: () => ({ ...simulatedAccess(house.url, '/daraja'), consumerSecret: 'wrong' }),
      clock,
      paybillToken: PAYBILL_TOKEN,
    });
    const [intent] = await intentsOf(b);
    await expect(stranger.send(intent!)).rejects.toThrow('no token: 400 Invalid Authentication passed');
  });
});

test('moments are written in Nairobi’s clock and read back', () => {
  const at = Date.parse('2026-06-01T21:30:05Z');
  expect(toDarajaTime(at)).toBe('20260602003005');
  expect(fromDarajaTime(20260602003005)).toBe(at);
  for (const wrong of ['', '2026', null, undefined, '20261399000000', {}]) expect(fromDarajaTime(wrong)).toBeNull();
});

test('amounts of callbacks are shillings as number or text; everything else is no amount', () => {
  expect([1, '1', '1.00', 0.5, '10.10', '1234567.89'].map(toCents)).toEqual([100, 100, 100, 50, 1_010, 123_456_789]);
  expect([0, -1, 'x', '', null, undefined, {}, Number.NaN, Infinity].map(toCents)).toEqual(Array.from({ length: 9 }, () => null));
});

test('a status report counts only when it is final', () => {
  const says = (TransactionStatus: string) =>
    readCallback('status', {
      Result: {
        ResultCode: 0,
        ResultParameters: {
          ResultParameter: [
            { Key: 'OriginatorConversationID', Value: 'D-1' },
            { Key: 'TransactionStatus', Value: TransactionStatus },
            { Key: 'Amount', Value: 10 },
            { Key: 'ReceiptNo', Value: 'R1' },
          ],
        },
      },
    });
  expect(says('Completed')).toEqual({ is: 'result', result: { ok: true, amount: 1_000, receipt: 'R1', at: null, providerRef: 'D-1' } });
  expect(says('Failed')).toMatchObject({ is: 'result', result: { ok: false } });
  expect(says('Pending')).toEqual({ is: 'nothing' });
  expect(readCallback('status', { Result: { ResultCode: 2001 } })).toEqual({ is: 'nothing' });
});
