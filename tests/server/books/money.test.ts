import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, DAY, nairobiDate } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { openParts, total, trialBalance, readDebt, repaidLoans } from '#server/books/ledger.ts';
import { firstLoan } from '#src/market/products.ts';
import type { AccountId } from '#server/store/schema/index.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { repetitions } from '#tests/support/effort.ts';
import { PAYBILL_TOKEN, type Borrower } from '#tests/support/lendingFixture.ts';
import { toDarajaTime } from '#server/rail/darajaTime.ts';
import { setLoanFixture } from '../lending/loanFixture.ts';
import { askAboutHeld, heldPayments, placeHeld } from '../repay/heldPaymentsAtDesk.ts';

const TEN_THOUSAND = 1_000_000;

onEitherDatabase((engine) => {
  // The examples of `docs/readings.md` are larger than a first ceiling allows, so the ceiling is the product's maximum.
  const fixture = setLoanFixture(engine, { ceiling: (product) => product.maxPrincipal });

  const balance = async (b: Borrower) => (await fixture.detail(b)).balance;

  /** Expects every amount that the borrower sees to be the ledger's. */
  async function expectPagesToEqualLedger(b: Borrower): Promise<void> {
    const seen = await fixture.detail(b);
    const { id } = await fixture.store.db.selectFrom('loan_order').select('id').where('order_no', '=', b.orderNo).executeTakeFirstOrThrow();
    const open = openParts(await readDebt(fixture.store.db, id));
    expect(seen.balance).toMatchObject({ ...open, left: total(open) });
    expect(seen.balance.principal).toBe(await fixture.booked(b, 'loan_receivable'));
    expect(seen.balance.interest).toBe(await fixture.booked(b, 'interest_receivable'));
    expect(seen.balance.penalty).toBe(await fixture.booked(b, 'penalty_receivable'));
    expect(seen.payments.reduce((sum, line) => sum + line.amount, 0)).toBe(
      (await fixture.booked(b, 'mpesa_float')) + (await fixture.order(b)).terms.sent,
    );
    expect(seen.balance.paid).toBe(seen.payments.reduce((sum, line) => sum + line.amount, 0) + (await fixture.booked(b, 'suspense')));
    const home = await fixture.lending.home(b.userId);
    if (home.order?.balance) expect({ ...home.order.balance, asOf: 0 }).toEqual({ ...seen.balance, asOf: 0 });
  }

  /** Pays at the paybill; the rail reports this time. */
  async function payAtPaybill(
    b: Borrower,
    amount: number,
    paidAt = fixture.clock.now(),
    receipt = `PB${Math.abs(paidAt)}${amount}`,
  ): Promise<void> {
    const body = {
      TransactionType: 'Pay Bill',
      TransID: receipt,
      TransTime: toDarajaTime(paidAt),
      TransAmount: (amount / 100).toFixed(2),
      BillRefNumber: b.orderNo,
      MSISDN: '2547 ***** 678',
    };
    await fixture.railKnows({ receipt, amount, account: b.orderNo, at: paidAt });
    expect((await fixture.report(`${PAYBILL_TOKEN}/paybill`, body)).status).toBe(200);
    await fixture.settleDueWork();
  }

  describe('running loan', () => {
    test('loan, disbursed: principal, fee, tax, interest and the sent amount are booked', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const expected: [AccountId, number][] = [
        ['loan_receivable', 1_000_000],
        ['mpesa_float', -988_400],
        ['fee_income', -9_800],
        ['tax_payable', -1_800],
        ['interest_receivable', 74_800],
        ['interest_income', -74_800],
      ];
      for (const [account, amount] of expected) expect([account, await fixture.booked(b, account)]).toEqual([account, amount]);
      expect((await fixture.simulator.wallet(b.msisdn)).balance).toBe(2_000_000 + 988_400);
      expect(await balance(b)).toMatchObject({
        agreed: 1_074_800,
        left: 1_074_800,
        paid: 0,
        daysLate: 0,
        penaltyPerDay: 20_000,
        disbursedOn: nairobiDate(fixture.clock.now()),
        dueDate: addDays(nairobiDate(fixture.clock.now()), 91),
      });
      await expectPagesToEqualLedger(b);
    });

    test('loan of 10,000, settled on day 30: costs 10,247, with interest to that day', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      await fixture.goToDaysLate(b, 30 - 91);
      expect(await balance(b)).toMatchObject({ left: 1_074_800, settleToday: 1_024_700 });
      expect((await fixture.pay(b, 1_024_700)).status).toBe(STATUS.finish);
      expect(await fixture.booked(b, 'interest_income')).toBe(-24_700);
      expect(await balance(b)).toMatchObject({ left: 0, settleToday: 0, paid: 1_024_700, penaltyPerDay: 0 });
      await expectPagesToEqualLedger(b);
    });

    test('loan, settled on the due date: costs the agreed amount', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      await fixture.goToDaysLate(b, 0);
      await fixture.settleDueWork();
      expect(await fixture.order(b)).toMatchObject({
        status: STATUS.repaying,
        balance: { left: 1_074_800, settleToday: 1_074_800, penalty: 0, daysLate: 0 },
      });
    });
  });

  describe('late loan', () => {
    test.each([
      [1, 20_000, 20_000],
      [5, 100_000, 20_000],
      [46, 920_000, 5_200],
      [47, 925_200, 0],
      [120, 925_200, 0],
    ])('loan of 10,000, %i days late: the charge is %i cents and the next day adds %i', async (days, penalty, perDay) => {
      const b = await fixture.lent(TEN_THOUSAND);
      await fixture.goToDaysLate(b, days);
      expect(await fixture.order(b)).toMatchObject({
        status: STATUS.overdued,
        balance: { penalty, daysLate: days, left: 1_074_800 + penalty, settleToday: 1_074_800 + penalty, penaltyPerDay: perDay },
      });
      await expectPagesToEqualLedger(b);
    });

    test('late charge, booked daily or at once: is the same, and reading it adds nothing', async () => {
      const [daily, atOnce] = [await fixture.lent(TEN_THOUSAND), await fixture.lent(TEN_THOUSAND)];
      for (let day = 1; day <= 7; day++) {
        await fixture.goToDaysLate(daily, day);
        for (let look = 0; look < 3; look++) await fixture.order(daily);
      }
      expect((await balance(daily)).penalty).toBe(140_000);
      expect((await balance(atOnce)).penalty).toBe(140_000);
    });

    test('home, push without a result: shows the open payment', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const openPayment = async () => (await fixture.lending.home(b.userId)).order?.openPayment;
      expect(await openPayment()).toBeNull();
      const { payOrderId } = await fixture.lending.startStk(b.userId, { orderNo: b.orderNo, amount: 200_000, requestId: 'seen at home' });
      expect(await openPayment()).toMatchObject({ payOrderId, amount: 200_000, state: 'sent' });
      await fixture.settleDueWork();
      const [prompt] = await fixture.simulator.prompts(b.msisdn);
      await fixture.simulator.answer(prompt?.checkoutId ?? '', { pin: '1234' });
      await fixture.settleDueWork();
      expect(await openPayment()).toBeNull();
    });

    test('late charge per day: is shown as the same amount before the due date and on every late day', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      await fixture.goToDaysLate(b, 0);
      await fixture.pay(b, 400_000);
      expect(await balance(b)).toMatchObject({ principal: 674_800, penaltyPerDay: 13_500 });
      // 2% of 6,748 are 134.96 a day. The sum is rounded, not the day, so the thirteenth day adds 134.
      await fixture.goToDaysLate(b, 12);
      expect(await balance(b)).toMatchObject({ penalty: 162_000, penaltyPerDay: 13_500 });
      await fixture.goToDaysLate(b, 13);
      expect(await balance(b)).toMatchObject({ penalty: 175_400, penaltyPerDay: 13_500 });
    });

    test('loan of 10,000, 4,000 paid on the due date: leaves 6,748, and five late days cost 675', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      await fixture.goToDaysLate(b, 0);
      await fixture.pay(b, 400_000);
      expect(await balance(b)).toMatchObject({ principal: 674_800, interest: 0, left: 674_800 });
      await fixture.goToDaysLate(b, 5);
      expect(await balance(b)).toMatchObject({ penalty: 67_500, left: 742_300, daysLate: 5 });
      await expectPagesToEqualLedger(b);
      expect((await fixture.pay(b, 742_300)).status).toBe(STATUS.finish);
      await expectPagesToEqualLedger(b);
    });

    test('payment on a late loan: covers the late charge, then interest, then the principal, and the next days cost less', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      await fixture.goToDaysLate(b, 5);
      await fixture.pay(b, 500_000);
      expect(await balance(b)).toMatchObject({ penalty: 0, interest: 0, principal: 674_800, paid: 500_000 });
      await fixture.goToDaysLate(b, 6);
      expect(await balance(b)).toMatchObject({ penalty: 13_500, penaltyPerDay: 13_500 });
      await fixture.goToDaysLate(b, 7);
      expect(await balance(b)).toMatchObject({ penalty: 27_000 });
      await expectPagesToEqualLedger(b);
    });

    test('payment on the due date, reported later: has the due date as value date', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      await fixture.goToDaysLate(b, 0);
      const paidAt = fixture.clock.now();
      await fixture.goToDaysLate(b, 4);
      expect((await balance(b)).penalty).toBe(80_000);
      await payAtPaybill(b, 400_000, paidAt);
      expect(await balance(b)).toMatchObject({ principal: 674_800, interest: 0, penalty: 54_000, paid: 400_000 });
      await expectPagesToEqualLedger(b);
    });

    test('payment in full on the due date, reported later: leaves no late charge', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      await fixture.goToDaysLate(b, 0);
      const paidAt = fixture.clock.now();
      await fixture.goToDaysLate(b, 9);
      await payAtPaybill(b, 1_074_800, paidAt);
      expect(await fixture.order(b)).toMatchObject({ status: STATUS.finish });
      expect(await fixture.booked(b, 'penalty_income')).toBe(0);
      expect(await balance(b)).toMatchObject({ left: 0, penalty: 0, paid: 1_074_800 });
      expect(await repaidLoans(fixture.store.db, b.userId), 'it counts as paid on time').toEqual({ repaid: 1, onTime: 1 });
    });
  });

  describe('payment above the debt', () => {
    test('payment above the debt, or after the end of the loan: is booked to suspense', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      await fixture.goToDaysLate(b, 0);
      await payAtPaybill(b, 1_080_000);
      expect((await fixture.order(b)).status).toBe(STATUS.finish);
      expect(await fixture.booked(b, 'suspense')).toBe(-5_200);
      await payAtPaybill(b, 10_000);
      expect(await fixture.booked(b, 'suspense')).toBe(-15_200);
      await expectPagesToEqualLedger(b);
    });

    test('payment with cents at the paybill: is booked by a person only, and a push rounds the rest up to a shilling', async () => {
      const b = await fixture.lent();
      await fixture.goToDaysLate(b, 0);
      await payAtPaybill(b, 100_050);
      expect((await balance(b)).left).toBe(537_400);
      const [held] = await heldPayments(fixture.store);
      expect(held).toMatchObject({ orderNo: b.orderNo, amount: 100_050, reason: 'amountImpossible' });
      await askAboutHeld(fixture, held!.receipt!);
      await fixture.settleDueWork();
      await placeHeld(fixture, held!.id, b.orderNo);
      expect((await balance(b)).left).toBe(437_350);
      await expect(fixture.pay(b, 437_350)).rejects.toMatchObject({ code: CODE.amountRefused });
      expect((await fixture.pay(b, 437_400)).status).toBe(STATUS.finish);
      expect(await fixture.booked(b, 'suspense')).toBe(-50);
    });
  });

  test('repayment amount: is a multiple above the minimum, or exactly what closes the loan', async () => {
    const b = await fixture.lent(TEN_THOUSAND);
    await fixture.goToDaysLate(b, -61);
    for (const amount of [0, -50_000, 40_000, 55_050, 1_074_900, 50_000.5, Number.NaN]) {
      await expect(fixture.lending.startStk(b.userId, { orderNo: b.orderNo, amount, requestId: `wrong ${amount}` })).rejects.toMatchObject({
        code: CODE.amountRefused,
      });
    }
    expect((await fixture.pay(b, 50_000)).status).toBe(STATUS.repaying);
    expect((await fixture.lending.repayment(b.userId, b.orderNo)).rule).toEqual(firstLoan.repayment);
  });

  test('random payments on random days: the books balance, the pages agree, and paying the rest ends the loan', async () => {
    const move = fc.record({ days: fc.integer({ min: 0, max: 60 }), shillings: fc.integer({ min: 1, max: 6_000 }) });
    let receipts = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 4 }), async (moves) => {
        const b = await fixture.lent(TEN_THOUSAND);
        for (const { days, shillings } of moves) {
          fixture.clock.pass(days * DAY);
          await payAtPaybill(b, shillings * 100, fixture.clock.now(), `ANY${++receipts}`);
          await expectPagesToEqualLedger(b);
          const { penalty, principal, interest } = await balance(b);
          expect(Math.min(penalty, principal, interest)).toBeGreaterThanOrEqual(0);
          // In duplum rule: all late charges together are at most the principal at default.
          expect(-(await fixture.booked(b, 'penalty_income'))).toBeLessThanOrEqual(TEN_THOUSAND);
        }
        const { settleToday } = await balance(b);
        if (settleToday > 0) await payAtPaybill(b, settleToday, fixture.clock.now(), `ANY${++receipts}`);
        expect((await fixture.order(b)).status).toBe(STATUS.finish);
        expect(await trialBalance(fixture.store.db)).toBe(0);
      }),
      { numRuns: repetitions({ sample: 6, all: 60 }), seed: 5 },
    );
  });
});
