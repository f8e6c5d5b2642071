/** What may happen to a loan that runs: more time, proofs of payment, a card's coupon, payouts the rail refuses, and what is texted. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, HOUR, nairobiDate, startOfDate } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { shillings } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { trialBalance } from '#server/lending/ledger.ts';
import { savePayoutAccount } from '#server/lending/applicant.ts';
import { createSimulatedCards } from '#server/rail/simulator/cards.ts';
import type { AccountId } from '#server/store/schema.ts';
import { firstLoan } from '#src/market/products.ts';
import { onBothDatabases, testClock, type TestClock } from '#tests/support/database.ts';
import { approvedBorrower, consentTo, startHouse, type Borrower, type House } from '#tests/support/lending.ts';

const TEN_THOUSAND = shillings(10_000);
const GOOD_CARD = { number: '4242424242424242', validTo: '12/30', cvc: '123' };

onBothDatabases((engine) => {
  let house: House;
  let clock: TestClock;
  const texts: { to: string; text: string }[] = [];
  let isGatewayDown = false;

  beforeAll(async () => {
    clock = testClock();
    house = await startHouse(await engine.open(clock), clock, {
      config: {
        ceiling: (product) => product.maxPrincipal,
        cards: createSimulatedCards(clock),
        sms: {
          send: (to, text) => (isGatewayDown ? Promise.reject(new Error('down')) : Promise.resolve(void texts.push({ to, text }))),
        },
      },
    });
  });
  afterAll(async () => {
    expect(await trialBalance(house.store.db)).toBe(0);
    await house.close();
  });

  const order = (b: Borrower) => house.lending.order(b.userId, b.orderNo);
  const detail = (b: Borrower) => house.lending.repayment(b.userId, b.orderNo);
  const moreTime = (b: Borrower) => house.lending.rollovers.detail(b.userId, b.orderNo);
  const choose = (b: Borrower, days: number) => house.lending.rollovers.choose(b.userId, b.orderNo, days);
  const confirm = (b: Borrower, extensionNo: string) => house.lending.rollovers.confirm(b.userId, b.orderNo, extensionNo);

  async function booked(b: Borrower, account: AccountId): Promise<number> {
    const rows = await house.store.db
      .selectFrom('entry')
      .innerJoin('journal', 'journal.id', 'entry.journal_id')
      .innerJoin('loan_order', 'loan_order.id', 'journal.order_id')
      .where('order_no', '=', b.orderNo)
      .where('account_id', '=', account)
      .select('amount')
      .execute();
    return rows.reduce((sum, row) => sum + row.amount, 0);
  }

  async function goToDaysLate(b: Borrower, days: number): Promise<void> {
    const { dueDate } = (await detail(b)).balance;
    clock.set(startOfDate(addDays(dueDate, days)) + 12 * HOUR);
  }

  /** The borrower pays at the paybill; the rail reports it, unless its reports are lost. */
  async function payBill(b: Borrower, account: string, amount: number): Promise<string> {
    const paid = await house.simulator.payAtPaybill({ msisdn: b.msisdn, amount, account });
    await house.settleDown();
    return paid?.receipt ?? '';
  }

  describe('When a borrower needs more time', () => {
    test.each([
      [7, 10_500, 1_900],
      [14, 21_000, 3_800],
      [30, 45_000, 8_100],
    ])('%i days of 10,000 cost %i and %i cents, and are added to the due date', async (days, fee, tax) => {
      const b = await house.lent(TEN_THOUSAND);
      const { dueDate, options } = await moreTime(b);
      expect(options.find((one) => one.days === days)).toEqual({
        days,
        fee,
        tax,
        total: fee + tax,
        newDueDate: addDays(dueDate, days),
        owedThen: 1_074_800,
      });
    });

    test('the fee goes to an account number of its own, and nothing moves before it is confirmed', async () => {
      const b = await house.lent(TEN_THOUSAND);
      const chosen = await choose(b, 14);
      expect(await choose(b, 14), 'chosen twice').toEqual(chosen);
      expect(chosen.accountNumber).not.toBe(b.orderNo);
      const { dueDate } = (await detail(b)).balance;
      await expect(confirm(b, chosen.extensionNo)).rejects.toMatchObject({ code: CODE.rolloverRefused, key: 'lender.rolloverUnpaid' });

      await payBill(b, chosen.accountNumber, 10_000);
      expect((await moreTime(b)).chosen).toMatchObject({ received: 10_000, missing: 14_800 });
      await payBill(b, chosen.accountNumber.toLowerCase(), 14_800);
      expect((await moreTime(b)).chosen).toMatchObject({ received: 24_800, missing: 0 });
      expect((await detail(b)).balance).toMatchObject({ dueDate, left: 1_074_800, paid: 0 });
      expect(await booked(b, 'rollover_income')).toBe(0);

      const moved = await confirm(b, chosen.extensionNo);
      expect(moved).toMatchObject({
        dueDate: addDays(dueDate, 14),
        timesUsed: 1,
        chosen: null,
        confirmed: { extensionNo: chosen.extensionNo, days: 14, newDueDate: addDays(dueDate, 14) },
      });
      expect(await confirm(b, chosen.extensionNo), 'confirmed twice').toEqual(moved);
      expect((await detail(b)).balance).toMatchObject({ dueDate: addDays(dueDate, 14), left: 1_074_800, principal: TEN_THOUSAND });
      expect(await booked(b, 'rollover_income')).toBe(-21_000);
      expect(await booked(b, 'tax_payable')).toBe(-1_800 - 3_800);
      expect(await booked(b, 'rollover_deposit')).toBe(0);
    });

    test('the loan is not late before the new date, and as late as any after it', async () => {
      const b = await house.lent(TEN_THOUSAND);
      const chosen = await choose(b, 7);
      await payBill(b, chosen.accountNumber, chosen.total);
      await confirm(b, chosen.extensionNo);
      await goToDaysLate(b, 0);
      expect((await order(b)).status).toBe(STATUS.repaying);
      expect((await detail(b)).balance).toMatchObject({ penalty: 0, left: 1_074_800 });
      await goToDaysLate(b, 5);
      expect(await order(b)).toMatchObject({ status: STATUS.overdued, balance: { penalty: 100_000, daysLate: 5 } });
    });

    test('when late, the open charge comes first, and the days are added to the day of the confirmation', async () => {
      const b = await house.lent(TEN_THOUSAND);
      await goToDaysLate(b, 5);
      expect(await moreTime(b)).toMatchObject({ obstacle: 'penaltyOpen', penalty: 100_000 });
      await expect(choose(b, 14)).rejects.toMatchObject({ code: CODE.rolloverRefused, key: 'lender.rolloverPenaltyOpen' });
      await house.pay(b, 100_000);
      const chosen = await choose(b, 14);
      await payBill(b, chosen.accountNumber, chosen.total);
      await confirm(b, chosen.extensionNo);
      expect(await order(b)).toMatchObject({
        status: STATUS.repaying,
        balance: { dueDate: addDays(nairobiDate(clock.now()), 14), penalty: 0, daysLate: 0, left: 1_074_800 },
      });
    });

    test('a charge that grows between fee and confirmation is paid first', async () => {
      const b = await house.lent(TEN_THOUSAND);
      await goToDaysLate(b, 0);
      const chosen = await choose(b, 7);
      await payBill(b, chosen.accountNumber, chosen.total);
      await goToDaysLate(b, 1);
      await expect(confirm(b, chosen.extensionNo)).rejects.toMatchObject({ key: 'lender.rolloverPenaltyOpen' });
      expect((await detail(b)).balance.penalty).toBe(20_000);
    });

    test('at most twice', async () => {
      const b = await house.lent(TEN_THOUSAND);
      for (const days of [7, 14]) {
        const chosen = await choose(b, days);
        await payBill(b, chosen.accountNumber, chosen.total);
        await confirm(b, chosen.extensionNo);
      }
      expect(await moreTime(b)).toMatchObject({ obstacle: 'timesUsed', timesUsed: 2, timesAllowed: firstLoan.rollover.maxTimes });
      await expect(choose(b, 7)).rejects.toMatchObject({ key: 'lender.rolloverTimesUsed' });
    });

    test('another option keeps account and money; what is over the fee repays the loan', async () => {
      const b = await house.lent(TEN_THOUSAND);
      const thirty = await choose(b, 30);
      await payBill(b, thirty.accountNumber, thirty.total);
      const seven = await choose(b, 7);
      expect(seven).toMatchObject({ extensionNo: thirty.extensionNo, accountNumber: thirty.accountNumber, received: 53_100, missing: 0 });
      await confirm(b, seven.extensionNo);
      expect((await detail(b)).balance).toMatchObject({ paid: 53_100 - 12_400, left: 1_074_800 - 40_700 });
      expect((await detail(b)).payments).toMatchObject([{ amount: 40_700, channel: 'paybill', over: 0 }]);
      const { lines } = await house.lending.statement(b.userId, b.orderNo);
      const named = lines
        .slice(1)
        .map(({ kind, receipt, parts }) => [kind, receipt !== null, parts.find(({ part }) => part === 'credit')?.amount]);
      expect(named, 'only what M-PESA named has its receipt, and what was held goes down as it is used').toEqual([
        ['rollover', true, 53_100],
        ['rollover', false, -12_400],
        ['payment', false, -40_700],
      ]);
    });

    test('given up, the money repays the loan; what comes to the number later does too', async () => {
      const b = await house.lent(TEN_THOUSAND);
      const chosen = await choose(b, 7);
      await payBill(b, chosen.accountNumber, 5_000);
      const before = await house.lending.rollovers.withdraw(b.userId, b.orderNo, chosen.extensionNo);
      expect(before.chosen).toBeNull();
      expect(await house.lending.rollovers.withdraw(b.userId, b.orderNo, chosen.extensionNo), 'given up twice').toEqual(before);
      expect((await detail(b)).balance.paid).toBe(5_000);
      await payBill(b, chosen.accountNumber, 7_400);
      expect((await detail(b)).balance.paid).toBe(12_400);
      await expect(confirm(b, chosen.extensionNo)).rejects.toMatchObject({ code: CODE.orderRefused });
    });

    test('a loan that is repaid meanwhile keeps nothing of the fee', async () => {
      const b = await house.lent(TEN_THOUSAND);
      const chosen = await choose(b, 7);
      await payBill(b, chosen.accountNumber, 5_000);
      await house.pay(b, (await detail(b)).balance.settleToday);
      expect((await order(b)).status).toBe(STATUS.finish);
      expect([await booked(b, 'rollover_deposit'), await booked(b, 'suspense')]).toEqual([0, -5_000]);
    });

    test('another borrower learns nothing of it', async () => {
      const [mine, other] = [await house.lent(), await house.lent()];
      const { extensionNo } = await choose(mine, 7);
      await expect(house.lending.rollovers.detail(other.userId, mine.orderNo)).rejects.toMatchObject({ code: CODE.orderNotFound });
      await expect(house.lending.rollovers.confirm(other.userId, other.orderNo, extensionNo)).rejects.toMatchObject({
        code: CODE.orderNotFound,
      });
    });

    test('where the product does not offer it, it is not there', async () => {
      const b = await approvedBorrower(house.store, house.lending, clock, TEN_THOUSAND);
      const row = await house.store.db
        .selectFrom('loan_order')
        .select('contract')
        .where('order_no', '=', b.orderNo)
        .executeTakeFirstOrThrow();
      const product = { ...row.contract.product, rollover: { ...row.contract.product.rollover, enabled: false } };
      await house.store.db
        .updateTable('loan_order')
        .set({ contract: JSON.stringify({ ...row.contract, product }) })
        .where('order_no', '=', b.orderNo)
        .execute();
      await house.lending.getMoney(b.userId, await consentTo(house.lending, b.userId, b.orderNo));
      await house.settleDown();
      clock.pass(3_000);
      await house.settleDown();
      expect((await moreTime(b)).obstacle).toBe('off');
      await expect(choose(b, 7)).rejects.toMatchObject({ key: 'lender.rolloverOff' });
    });
  });

  describe('When money is sent to the account of one loan', () => {
    test('the number is the same every time and brings it there', async () => {
      const b = await house.lent(TEN_THOUSAND);
      const account = await house.lending.dedicatedAccount(b.userId, b.orderNo);
      expect(await house.lending.dedicatedAccount(b.userId, b.orderNo)).toEqual(account);
      await payBill(b, account.accountNumber, 30_000);
      expect((await detail(b)).balance.paid).toBe(30_000);
    });

    test('less than the least is counted all the same, and more than the debt is named', async () => {
      const b = await house.lent(TEN_THOUSAND);
      await payBill(b, b.orderNo, 100);
      expect((await detail(b)).balance.paid).toBe(100);
      const { settleToday } = (await detail(b)).balance;
      await payBill(b, b.orderNo, settleToday + 5_200);
      expect((await detail(b)).payments.map(({ over }) => over)).toEqual([0, 5_200]);
      expect(texts[texts.length - 1]).toMatchObject({
        to: b.msisdn,
        text: expect.stringContaining('KSh 52 was more than you owed') as string,
      });
    });
  });

  describe('When a payment does not show', () => {
    let pictures = 0;
    const addPicture = async (b: Borrower): Promise<string> => {
      const ref = `picture-${++pictures}`;
      await house.lending.proofs.addPicture(b.userId, b.orderNo, { ref, sealed: new Uint8Array([1]), mime: 'image/jpeg' });
      return ref;
    };
    const prove = async (b: Borrower, receipt: string, amount: number) =>
      house.lending.proofs.send(b.userId, b.orderNo, { receipt, amount, pictures: [await addPicture(b)] });
    /** Paid, and the rail's report was lost. */
    const lostPayment = async (b: Borrower, account: string, amount: number): Promise<string> => {
      await house.simulator.setSwitches({ callbacks: 'lost' });
      const receipt = await payBill(b, account, amount);
      await house.simulator.setSwitches({ callbacks: 'normal' });
      return receipt;
    };
    /** The rail reports it after all. */
    const reportLate = async (b: Borrower, receipt: string, amount: number): Promise<void> => {
      await house.lending.railCallback({
        route: 'paybill',
        token: null,
        body: { TransID: receipt, TransAmount: String(amount / 100), BillRefNumber: b.orderNo },
      });
    };

    test('its proof is looked at within 48 hours, and counts once it was', async () => {
      const b = await house.lent(TEN_THOUSAND);
      const receipt = await lostPayment(b, b.orderNo, 50_000);
      expect((await detail(b)).balance.paid).toBe(0);
      const proof = await prove(b, receipt, 50_000);
      expect(proof).toMatchObject({ state: 'waiting', pictures: 1, answerBy: clock.now() + 48 * HOUR });
      expect((await detail(b)).balance.paid).toBe(0);
      expect(await house.lending.proofs.decide(proof.proofNo, 'count')).toBe('counted');
      expect((await detail(b)).balance.paid).toBe(50_000);
      expect(await house.lending.proofs.list(b.userId, b.orderNo)).toMatchObject([{ state: 'counted', receipt }]);
    });

    test('the same receipt never counts twice: sent again, decided again, or reported by the rail after all', async () => {
      const b = await house.lent(TEN_THOUSAND);
      const receipt = await lostPayment(b, b.orderNo, 50_000);
      const proof = await prove(b, receipt, 50_000);
      expect((await prove(b, receipt, 50_000)).proofNo).toBe(proof.proofNo);
      await house.lending.proofs.decide(proof.proofNo, 'count');
      expect(await house.lending.proofs.decide(proof.proofNo, 'count')).toBe('counted');
      await reportLate(b, receipt, 50_000);
      expect((await prove(b, receipt, 50_000)).proofNo).toBe(proof.proofNo);
      const other = await house.lent();
      await expect(prove(other, receipt, 50_000)).rejects.toMatchObject({ code: CODE.receiptUsed });
      expect((await detail(b)).balance.paid).toBe(50_000);
    });

    test('a payment the rail reports while the proof waits is known, and counted once', async () => {
      const b = await house.lent(TEN_THOUSAND);
      const receipt = await lostPayment(b, b.orderNo, 50_000);
      const proof = await prove(b, receipt, 50_000);
      await reportLate(b, receipt, 50_000);
      expect(await house.lending.proofs.decide(proof.proofNo, 'count')).toBe('known');
      expect((await detail(b)).balance.paid).toBe(50_000);
    });

    test('a push that was paid is known by its receipt, also where a query told of it without one', async () => {
      const b = await house.lent(TEN_THOUSAND);
      await house.pay(b, 50_000);
      const [line] = (await detail(b)).payments;
      await expect(prove(b, line?.receipt ?? '', 50_000)).rejects.toMatchObject({ code: CODE.receiptUsed });
      await house.store.db
        .updateTable('rail_intent')
        .set({ receipt: null })
        .where('receipt', '=', line?.receipt ?? '')
        .execute();
      const proof = await prove(b, line?.receipt ?? '', 50_000);
      expect(await house.lending.proofs.decide(proof.proofNo, 'count')).toBe('known');
      expect((await detail(b)).balance.paid).toBe(50_000);
    });

    test('a proof of a push whose end is not known waits for it; one that was given up counts under its receipt, once', async () => {
      const b = await house.lent(TEN_THOUSAND);
      await house.simulator.setSwitches({ callbacks: 'lost' });
      const { payOrderId } = await house.lending.startStk(b.userId, { orderNo: b.orderNo, amount: 50_000, requestId: 'proven' });
      await house.settleDown();
      const [prompt] = await house.simulator.prompts(b.msisdn);
      await house.simulator.answer(prompt?.checkoutId ?? '', { pin: '1234' });
      await house.simulator.setSwitches({ callbacks: 'normal' });
      const receipt = (await house.simulator.transactions(b.msisdn)).find(({ kind }) => kind === 'push')?.receipt ?? '';
      const proof = await prove(b, receipt, 50_000);
      await expect(house.lending.proofs.decide(proof.proofNo, 'count')).rejects.toMatchObject({ code: CODE.paymentInProgress });

      const intents = house.store.db.updateTable('rail_intent').where('id', '=', payOrderId);
      await intents.set({ state: 'FAILED', result_code: -1 }).execute();
      expect(await house.lending.proofs.decide(proof.proofNo, 'count')).toBe('counted');
      const { token } = await house.store.db
        .selectFrom('rail_intent')
        .select('token')
        .where('id', '=', payOrderId)
        .executeTakeFirstOrThrow();
      const Item = [
        { Name: 'Amount', Value: 500 },
        { Name: 'MpesaReceiptNumber', Value: receipt },
      ];
      await house.lending.railCallback({
        route: 'stk',
        token,
        body: {
          Body: { stkCallback: { CheckoutRequestID: prompt?.checkoutId, ResultCode: 0, ResultDesc: '', CallbackMetadata: { Item } } },
        },
      });
      expect((await house.lending.payment(b.userId, payOrderId)).state).toBe('paid');
      expect((await detail(b)).balance.paid).toBe(50_000);
    });

    test('money sent with a wrong account number is found by its receipt and placed, at its own amount and time', async () => {
      const b = await house.lent(TEN_THOUSAND);
      const receipt = await payBill(b, 'NOBODY1', 60_000);
      const proof = await prove(b, receipt, 50_000);
      expect(await house.lending.proofs.decide(proof.proofNo, 'count')).toBe('counted');
      expect((await detail(b)).balance.paid).toBe(60_000);
      expect(await booked(b, 'suspense')).toBe(60_000);
      expect((await detail(b)).payments).toMatchObject([{ amount: 60_000, over: 0 }]);
    });

    test('without a picture it is not taken; refused, it says why and may be sent again', async () => {
      const b = await house.lent(TEN_THOUSAND);
      const send = (refs: string[]) =>
        house.lending.proofs.send(b.userId, b.orderNo, { receipt: 'SAB1234567', amount: 50_000, pictures: refs });
      await expect(send([])).rejects.toMatchObject({ code: CODE.photosMissing });
      const others = await addPicture(await house.lent());
      await expect(send([others])).rejects.toMatchObject({ code: CODE.photosMissing });
      const proof = await send([await addPicture(b)]);
      await house.lending.proofs.decide(proof.proofNo, 'refuse', 'unreadable');
      expect((await house.lending.proofs.list(b.userId, b.orderNo, 'sw'))[0]).toMatchObject({
        state: 'refused',
        reason: 'Picha haisomeki. Tafadhali tuma iliyo wazi.',
      });
      expect((await send([await addPicture(b)])).proofNo).not.toBe(proof.proofNo);
      expect((await detail(b)).balance.paid).toBe(0);
    });
  });

  describe('When a card is authorised', () => {
    test('the coupon takes KSh 100 off the debt, once, and the terms stay as they were', async () => {
      const b = await house.lent(TEN_THOUSAND);
      expect((await detail(b)).coupon).toEqual({ is: 'offered', amount: 10_000 });
      const before = await order(b);
      const taken = { is: 'taken', amount: 10_000, lastFour: '4242' };
      expect(await house.lending.coupons.authorise(b.userId, b.orderNo, GOOD_CARD)).toEqual(taken);
      expect(await house.lending.coupons.authorise(b.userId, b.orderNo, GOOD_CARD), 'sent twice').toEqual(taken);
      expect(await detail(b)).toMatchObject({ coupon: taken, balance: { left: 1_064_800, paid: 0 }, payments: [] });
      expect((await order(b)).terms).toEqual(before.terms);
      expect(await booked(b, 'coupon_expense')).toBe(10_000);
      const other = await house.lent();
      await expect(house.lending.coupons.authorise(other.userId, other.orderNo, GOOD_CARD), 'the same card').rejects.toMatchObject({
        code: CODE.cardRefused,
      });
    });

    test('it is never paid out: a smaller debt is closed by what is left of it', async () => {
      const b = await house.lent(TEN_THOUSAND);
      const { settleToday } = (await detail(b)).balance;
      await payBill(b, b.orderNo, settleToday - 4_000);
      const { settleToday: left } = (await detail(b)).balance;
      expect(left).toBeLessThan(10_000);
      const coupon = await house.lending.coupons.authorise(b.userId, b.orderNo, { ...GOOD_CARD, number: '5555555555554444' });
      expect(coupon).toMatchObject({ amount: left });
      expect((await order(b)).status).toBe(STATUS.finish);
      expect(await booked(b, 'suspense')).toBe(0);
    });

    test.each([
      ['a wrong number', { ...GOOD_CARD, number: '4242424242424241' }, 'lender.cardInvalid'],
      ['an old card', { ...GOOD_CARD, validTo: '01/20' }, 'lender.cardExpired'],
      ['a card the bank declines', { ...GOOD_CARD, number: '4000000000000002' }, 'lender.cardDeclined'],
    ])('%s is refused with its reason, and nothing is taken off', async (_, card, key) => {
      const b = await house.lent();
      await expect(house.lending.coupons.authorise(b.userId, b.orderNo, card)).rejects.toMatchObject({ code: CODE.cardRefused, key });
      expect((await detail(b)).coupon).toEqual({ is: 'offered', amount: 10_000 });
    });
  });

  describe('When the rail does not pay out', () => {
    const drawn = async (fate: 'unregistered' | 'limit' | 'expired'): Promise<Borrower> => {
      await house.simulator.setSwitches({ nextPayout: fate });
      const b = await approvedBorrower(house.store, house.lending, clock);
      await house.lending.getMoney(b.userId, await consentTo(house.lending, b.userId, b.orderNo));
      await house.settleDown();
      clock.pass(3_000);
      await house.settleDown();
      clock.pass(16_000);
      await house.settleDown();
      return b;
    };

    test.each([
      ['unregistered', 'This number is not registered for M-PESA.'],
      ['limit', 'M-PESA refused: the money would go over a limit of this account.'],
      ['expired', 'M-PESA did not carry it out in time. The same account may be tried again.'],
    ] as const)('%s: the reason is said, nothing is owed, and after a correction it is sent once', async (fate, reason) => {
      const b = await drawn(fate);
      expect(await order(b)).toMatchObject({
        status: STATUS.payFail,
        disbursement: { failure: expect.stringContaining(reason) as string },
      });
      expect((await detail(b)).balance).toMatchObject({ left: 0 });
      const account = { user_id: b.userId, kind: 'mpesa' as const, number: b.msisdn, bank_code: null, bank_name: 'M-PESA', holder: '' };
      await house.lending.advance(b.userId, b.orderNo, 'account.bound', (tx) =>
        savePayoutAccount(tx, { ...account, saved_at: clock.now() }),
      );
      expect((await order(b)).status).toBe(STATUS.getMoney);
      const consent = await consentTo(house.lending, b.userId, b.orderNo);
      await Promise.all([1, 2, 3].map(() => house.lending.getMoney(b.userId, consent)));
      await house.settleDown();
      clock.pass(3_000);
      await house.settleDown();
      expect((await order(b)).status).toBe(STATUS.repaying);
      const paidOut = (await house.simulator.transactions(b.msisdn)).filter(({ kind }) => kind === 'payout');
      expect(paidOut.map(({ amount }) => amount)).toEqual([(await order(b)).terms.sent]);
    });
  });

  describe('When a push never reaches the phone', () => {
    test.each([
      ['unreachable', 1037, 'Your phone could not be reached.'],
      ['sameAmount', 17, 'M-PESA received the same amount a moment ago. Please wait two minutes.'],
      ['busy', 26, 'M-PESA is busy at the moment. Please try again in a few minutes.'],
    ] as const)('%s (%i) is said in words, and the next one may be sent', async (nextPrompt, resultCode, reason) => {
      const b = await house.lent();
      await house.simulator.setSwitches({ nextPrompt });
      const { payOrderId } = await house.lending.startStk(b.userId, { orderNo: b.orderNo, amount: 50_000, requestId: nextPrompt });
      await house.settleDown();
      expect(await house.lending.payment(b.userId, payOrderId)).toMatchObject({ state: 'failed', resultCode, reason });
      await house.pay(b, 50_000);
      expect((await detail(b)).balance.paid).toBe(50_000);
    });

    test('unknown is asked of the rail when a person wants to know, not when the next look is due', async () => {
      const b = await house.lent();
      await house.simulator.setSwitches({ callbacks: 'lost' });
      const { payOrderId } = await house.lending.startStk(b.userId, { orderNo: b.orderNo, amount: 50_000, requestId: 'asked' });
      await house.settleDown();
      const [prompt] = await house.simulator.prompts(b.msisdn);
      await house.simulator.answer(prompt?.checkoutId ?? '', { pin: '1234' });
      await house.settleDown();
      await house.simulator.setSwitches({ callbacks: 'normal' });
      expect((await house.lending.payment(b.userId, payOrderId)).state).toBe('sent');
      expect(await house.lending.provePayment(b.userId, payOrderId)).toMatchObject({ state: 'paid', over: 0 });
      expect((await detail(b)).balance.paid).toBe(50_000);
    });
  });

  describe('What is texted', () => {
    const toldTo = (b: Borrower) => texts.filter(({ to }) => to === b.msisdn).map(({ text }) => text);

    test('each thing that happens is told once, in the language the loan was asked for in', async () => {
      const b = await house.lent(TEN_THOUSAND);
      await house.store.db.updateTable('loan_order').set({ language: 'sw' }).where('order_no', '=', b.orderNo).execute();
      await goToDaysLate(b, 5);
      await house.settleDown();
      await house.pay(b, 1_174_800);
      expect(toldTo(b)).toEqual([
        expect.stringContaining('is approved'),
        expect.stringContaining('We sent you KSh 9,884'),
        expect.stringMatching(/Unadaiwa KSh 11,748; takriban KSh 200 huongezwa kila siku/),
        'Tumepokea KSh 11,748. Umemaliza kulipa mkopo wako na hudaiwi chochote. Asante.',
      ]);
    });

    test('a gateway that is down loses nothing', async () => {
      isGatewayDown = true;
      const b = await house.lent();
      expect(toldTo(b)).toEqual([]);
      isGatewayDown = false;
      clock.pass(10 * 60_000);
      await house.settleDown();
      expect(toldTo(b)).toHaveLength(2);
    });
  });
});
