/** Rollovers: the price, the payment of the fee, and the new due date. */
import { describe, expect, test } from 'vitest';
import { addDays, nairobiDate } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { shillings } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { firstLoan } from '#src/market/products.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { approvedBorrower, consentTo, type Borrower, OPEN_GATE } from '#tests/support/lendingFixture.ts';
import { setTextingFixture } from '../lending/loanFixture.ts';

const TEN_THOUSAND = shillings(10_000);

onEitherDatabase((engine) => {
  const fixture = setTextingFixture(engine);

  const moreTime = (b: Borrower) => fixture.lending.rollovers.detail(b.userId, b.orderNo);
  const choose = (b: Borrower, days: number) => fixture.lending.rollovers.choose(b.userId, b.orderNo, days);
  const confirm = (b: Borrower, extensionNo: string) => fixture.lending.rollovers.confirm(b.userId, b.orderNo, extensionNo);

  describe('rollover', () => {
    test.each([
      [7, 10_500, 1_900],
      [14, 21_000, 3_800],
      [30, 45_000, 8_100],
    ])('rollover of 10,000 by %i days: costs %i and %i cents, and moves the due date', async (days, fee, tax) => {
      const b = await fixture.lent(TEN_THOUSAND);
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

    test('rollover, fee paid to its account number: the due date moves with the confirmation', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const chosen = await choose(b, 14);
      expect(await choose(b, 14), 'chosen twice').toEqual(chosen);
      expect(chosen.accountNumber).not.toBe(b.orderNo);
      const { dueDate } = (await fixture.detail(b)).balance;
      await expect(confirm(b, chosen.extensionNo)).rejects.toMatchObject({ code: CODE.rolloverRefused, key: 'lender.rolloverUnpaid' });

      await fixture.payBill(b, chosen.accountNumber, 10_000);
      expect((await moreTime(b)).chosen).toMatchObject({ received: 10_000, missing: 14_800 });
      await fixture.payBill(b, chosen.accountNumber.toLowerCase(), 14_800);
      expect((await moreTime(b)).chosen).toMatchObject({ received: 24_800, missing: 0 });
      expect((await fixture.detail(b)).balance).toMatchObject({ dueDate, left: 1_074_800, paid: 0 });
      expect(await fixture.booked(b, 'rollover_income')).toBe(0);

      const moved = await confirm(b, chosen.extensionNo);
      expect(moved).toMatchObject({
        dueDate: addDays(dueDate, 14),
        timesUsed: 1,
        chosen: null,
        confirmed: { extensionNo: chosen.extensionNo, days: 14, newDueDate: addDays(dueDate, 14) },
      });
      expect(await confirm(b, chosen.extensionNo), 'confirmed twice').toEqual(moved);
      expect((await fixture.detail(b)).balance).toMatchObject({ dueDate: addDays(dueDate, 14), left: 1_074_800, principal: TEN_THOUSAND });
      expect(await fixture.booked(b, 'rollover_income')).toBe(-21_000);
      expect(await fixture.booked(b, 'tax_payable')).toBe(-1_800 - 3_800);
      expect(await fixture.booked(b, 'rollover_deposit')).toBe(0);
    });

    test('rollover, confirmed: the loan is late only after the new date', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const chosen = await choose(b, 7);
      await fixture.payBill(b, chosen.accountNumber, chosen.total);
      await confirm(b, chosen.extensionNo);
      await fixture.goToDaysLate(b, 0);
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
      expect((await fixture.detail(b)).balance).toMatchObject({ penalty: 0, left: 1_074_800 });
      await fixture.goToDaysLate(b, 5);
      expect(await fixture.order(b)).toMatchObject({ status: STATUS.overdued, balance: { penalty: 100_000, daysLate: 5 } });
    });

    test('rollover of a late loan: the open charge is due first, and the days count from the confirmation', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      await fixture.goToDaysLate(b, 5);
      expect(await moreTime(b)).toMatchObject({ obstacle: 'penaltyOpen', penalty: 100_000 });
      await expect(choose(b, 14)).rejects.toMatchObject({ code: CODE.rolloverRefused, key: 'lender.rolloverPenaltyOpen' });
      await fixture.pay(b, 100_000);
      const chosen = await choose(b, 14);
      await fixture.payBill(b, chosen.accountNumber, chosen.total);
      await confirm(b, chosen.extensionNo);
      expect(await fixture.order(b)).toMatchObject({
        status: STATUS.repaying,
        balance: { dueDate: addDays(nairobiDate(fixture.clock.now()), 14), penalty: 0, daysLate: 0, left: 1_074_800 },
      });
    });

    test('rollover, late charge grown between fee and confirmation: the charge is due first', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      await fixture.goToDaysLate(b, 0);
      const chosen = await choose(b, 7);
      await fixture.payBill(b, chosen.accountNumber, chosen.total);
      await fixture.goToDaysLate(b, 1);
      await expect(confirm(b, chosen.extensionNo)).rejects.toMatchObject({ key: 'lender.rolloverPenaltyOpen' });
      expect((await fixture.detail(b)).balance.penalty).toBe(20_000);
    });

    test('rollover, third time: is refused', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      for (const days of [7, 14]) {
        const chosen = await choose(b, days);
        await fixture.payBill(b, chosen.accountNumber, chosen.total);
        await confirm(b, chosen.extensionNo);
      }
      expect(await moreTime(b)).toMatchObject({ obstacle: 'timesUsed', timesUsed: 2, timesAllowed: firstLoan.rollover.maxTimes });
      await expect(choose(b, 7)).rejects.toMatchObject({ key: 'lender.rolloverTimesUsed' });
    });

    test('rollover, option changed: account number and money are kept, and the excess repays the loan', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const thirty = await choose(b, 30);
      await fixture.payBill(b, thirty.accountNumber, thirty.total);
      const seven = await choose(b, 7);
      expect(seven).toMatchObject({ extensionNo: thirty.extensionNo, accountNumber: thirty.accountNumber, received: 53_100, missing: 0 });
      expect(seven.owedThen).toBe(1_074_800 - 40_700);
      await confirm(b, seven.extensionNo);
      expect((await fixture.detail(b)).balance).toMatchObject({ paid: 53_100 - 12_400, left: 1_074_800 - 40_700 });
      expect((await fixture.detail(b)).payments).toMatchObject([{ amount: 40_700, channel: 'paybill', over: 0 }]);
      const { lines } = await fixture.lending.statement(b.userId, b.orderNo);
      const named = lines
        .slice(1)
        .map(({ kind, receipt, parts }) => [kind, receipt !== null, parts.find(({ part }) => part === 'credit')?.amount]);
      expect(named, 'only what M-PESA named has its receipt, and what was held goes down as it is used').toEqual([
        ['rollover', true, 53_100],
        ['rollover', false, -12_400],
        ['payment', false, -40_700],
      ]);
    });

    test('rollover, withdrawn: the money repays the loan, and so do later payments to its account number', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const chosen = await choose(b, 7);
      await fixture.payBill(b, chosen.accountNumber, 5_000);
      const before = await fixture.lending.rollovers.withdraw(b.userId, b.orderNo, chosen.extensionNo);
      expect(before.chosen).toBeNull();
      expect(await fixture.lending.rollovers.withdraw(b.userId, b.orderNo, chosen.extensionNo), 'given up twice').toEqual(before);
      expect((await fixture.detail(b)).balance.paid).toBe(5_000);
      await fixture.payBill(b, chosen.accountNumber, 7_400);
      expect((await fixture.detail(b)).balance.paid).toBe(12_400);
      await expect(confirm(b, chosen.extensionNo)).rejects.toMatchObject({ code: CODE.orderRefused });
    });

    test('rollover, loan repaid meanwhile: the fee goes to suspense', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const chosen = await choose(b, 7);
      await fixture.payBill(b, chosen.accountNumber, 5_000);
      await fixture.pay(b, (await fixture.detail(b)).balance.settleToday);
      expect((await fixture.order(b)).status).toBe(STATUS.finish);
      expect([await fixture.booked(b, 'rollover_deposit'), await fixture.booked(b, 'suspense')]).toEqual([0, -5_000]);
    });

    test('rollover of another borrower: is refused', async () => {
      const [mine, other] = [await fixture.lent(), await fixture.lent()];
      const { extensionNo } = await choose(mine, 7);
      await expect(fixture.lending.rollovers.detail(other.userId, mine.orderNo)).rejects.toMatchObject({ code: CODE.orderNotFound });
      await expect(fixture.lending.rollovers.confirm(other.userId, other.orderNo, extensionNo)).rejects.toMatchObject({
        code: CODE.orderNotFound,
      });
    });

    test('rollover, product without rollovers: is refused', async () => {
      const b = await approvedBorrower(fixture.store, fixture.lending, fixture.clock, TEN_THOUSAND);
      const row = await fixture.store.db
        .selectFrom('loan_order')
        .select('contract')
        .where('order_no', '=', b.orderNo)
        .executeTakeFirstOrThrow();
      const product = { ...row.contract.product, rollover: { ...row.contract.product.rollover, enabled: false } };
      await fixture.store.db
        .updateTable('loan_order')
        .set({ contract: JSON.stringify({ ...row.contract, product }) })
        .where('order_no', '=', b.orderNo)
        .execute();
      await fixture.lending.getMoney(b.userId, await consentTo(fixture.lending, b.userId, b.orderNo), OPEN_GATE);
      await fixture.settleDueWork();
      await fixture.pass(3_000);
      expect((await moreTime(b)).obstacle).toBe('off');
      await expect(choose(b, 7)).rejects.toMatchObject({ key: 'lender.rolloverOff' });
    });
  });
});
