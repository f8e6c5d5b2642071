/** After the lender's answer: review by a person, another application, the marketplace, and the statement. */
import { describe, expect, test } from 'vitest';
import { addDays, DAY, HOUR, MINUTE, nairobiDate } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { shillings } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { saveSection } from '#server/apply/applicant.ts';
import { firstLoan, longerLoan } from '#src/market/products.ts';
import { decryptValue } from '#server/store/rowEncryption.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { GOOD_ANSWERS, newBorrower, type Borrower } from '#tests/support/lendingFixture.ts';
import { APPLY, refusal, setLoanFixture } from './loanFixture.ts';

const ARREARS = { ...GOOD_ANSWERS, 11: '4' };

onEitherDatabase((engine) => {
  const fixture = setLoanFixture(engine, { products: [firstLoan, longerLoan] });

  async function rejected(): Promise<Borrower> {
    const borrower = await fixture.applied(ARREARS);
    fixture.clock.pass(10 * MINUTE);
    expect((await fixture.order(borrower)).status).toBe(STATUS.reject);
    return borrower;
  }

  describe('rejection, review requested', () => {
    test('rejection, review requested: a person decides, and a repeated request changes nothing', async () => {
      const { userId, orderNo } = await rejected();
      const before = await fixture.lending.order(userId, orderNo);
      expect(before.rejection?.review).toBe('possible');
      for (let i = 0; i < 2; i++)
        expect(await fixture.lending.requestReview(userId, orderNo)).toMatchObject({
          status: STATUS.applying,
          inReview: true,
          rejection: null,
        });
      fixture.clock.pass(HOUR);
      await fixture.settleDueWork();
      expect((await fixture.lending.order(userId, orderNo)).status).toBe(STATUS.applying);
      await fixture.lending.decide(orderNo, 'approve');
      expect((await fixture.lending.order(userId, orderNo)).status).toBe(STATUS.confirm);
    });

    test('review, rejected again: the date to reapply stays, and no further review is possible', async () => {
      const { userId, orderNo } = await rejected();
      const { rejection } = await fixture.lending.order(userId, orderNo);
      fixture.clock.pass(2 * DAY);
      await fixture.lending.requestReview(userId, orderNo);
      await fixture.lending.decide(orderNo, 'reject', 'history');
      const again = await fixture.lending.order(userId, orderNo);
      expect(again.rejection).toEqual({
        reason: 'Your credit history does not allow a loan at the moment.',
        reapplyOn: rejection?.reapplyOn,
        review: 'refused',
      });
      await expect(fixture.lending.requestReview(userId, orderNo)).rejects.toEqual(refusal(CODE.orderRefused, 'lender.reviewRefused'));
    });

    test('review, no decision in time: stays with the person, and is late', async () => {
      const { userId, orderNo } = await rejected();
      const { answerLatestAt } = await fixture.lending.requestReview(userId, orderNo);
      fixture.clock.set(answerLatestAt!);
      await fixture.settleDueWork();
      expect(await fixture.lending.order(userId, orderNo)).toMatchObject({
        status: STATUS.applying,
        inReview: true,
        lateSince: answerLatestAt,
        rejection: null,
      });
    });

    test('review, requested six days after the rejection: is refused, because the data is deleted soon', async () => {
      const { userId, orderNo } = await rejected();
      fixture.clock.pass(6 * DAY);
      expect((await fixture.lending.order(userId, orderNo)).rejection?.review).toBe('over');
      await expect(fixture.lending.requestReview(userId, orderNo)).rejects.toEqual(refusal(CODE.orderRefused, 'lender.reviewOver'));
    });

    test('review of an order that was not rejected, or of another borrower’s order: is refused', async () => {
      const { userId, orderNo } = await fixture.applied();
      await expect(fixture.lending.requestReview(userId, orderNo)).rejects.toEqual(refusal(CODE.oneLoanAtATime, 'lender.oneLoanAtATime'));
      const stranger = await newBorrower(fixture.store, fixture.clock.now());
      await expect(fixture.lending.requestReview(stranger.userId, orderNo)).rejects.toEqual(
        refusal(CODE.orderNotFound, 'lender.orderNotFound'),
      );
      await fixture.lending.decide(orderNo, 'approve');
      await fixture.lending.decline(userId, orderNo);
      await expect(fixture.lending.requestReview(userId, orderNo)).rejects.toEqual(refusal(CODE.orderRefused, 'lender.orderRefused'));
    });
  });

  describe('questionnaire, several orders', () => {
    test('questionnaire, several orders: each order keeps its own answers', async () => {
      const { userId, orderNo } = await rejected();
      fixture.clock.pass(31 * DAY);
      const second = await fixture.lending.open(userId, APPLY);
      await fixture.lending.advance(userId, second.orderNo, 'questionnaire.answered', async (tx) => {
        await saveSection(tx, userId, 'loanQuestion', GOOD_ANSWERS, fixture.clock.now());
      });
      const kept = await fixture.store.db
        .selectFrom('order_answer')
        .innerJoin('loan_order', 'loan_order.id', 'order_answer.order_id')
        .select(['order_no', 'order_id', 'sealed'])
        .where('user_id', '=', userId)
        .orderBy('order_id')
        .execute();
      const opened = kept.map(({ order_no, order_id, sealed }) => ({
        order_no,
        values: decryptValue(fixture.store.db, 'order_answer.sealed', [order_id], sealed),
      }));
      expect(opened).toEqual([
        { order_no: orderNo, values: ARREARS },
        { order_no: second.orderNo, values: GOOD_ANSWERS },
      ]);
    });
  });

  describe('marketplace', () => {
    const availability = async (userId: number) =>
      Object.fromEntries((await fixture.lending.market(userId, 'en')).map(({ product, availability: one }) => [product.id, one]));

    test('marketplace, newcomer: the first product is open, the longer one after a loan paid on time', async () => {
      const { userId } = await newBorrower(fixture.store, fixture.clock.now());
      expect(await availability(userId)).toEqual({
        [firstLoan.id]: { is: 'open' },
        [longerLoan.id]: { is: 'laterLoan', afterLoans: 1 },
      });
      await expect(fixture.lending.open(userId, { productId: longerLoan.id, amount: 500_000, termDays: 180 })).rejects.toMatchObject({
        key: 'lender.productLater',
        params: { count: 1 },
      });
    });

    test('marketplace, open loan: no product is available', async () => {
      const { userId } = await fixture.lent();
      expect(new Set(Object.values(await availability(userId)).map(({ is }) => is))).toEqual(new Set(['oneAtATime']));
      for (const productId of [firstLoan.id, longerLoan.id])
        await expect(fixture.lending.open(userId, { productId, amount: 500_000, termDays: 91 })).rejects.toEqual(
          refusal(CODE.oneLoanAtATime, 'lender.oneLoanAtATime'),
        );
      expect((await fixture.lending.afterRepaying(userId, 'en')).map(({ product, limit }) => [product.id, limit])).toEqual([
        [firstLoan.id, 1_000_000],
        [longerLoan.id, 1_000_000],
      ]);
    });

    test('marketplace, loan paid on time: the longer product is open, also for half a year', async () => {
      const borrower = await fixture.lent();
      await fixture.pay(borrower, (await fixture.order(borrower)).balance!.settleToday);
      expect(await availability(borrower.userId)).toEqual({ [firstLoan.id]: { is: 'open' }, [longerLoan.id]: { is: 'open' } });
      const order = await fixture.lending.open(borrower.userId, { productId: longerLoan.id, amount: 1_000_000, termDays: 180 });
      expect(order).toMatchObject({ productId: longerLoan.id, terms: { owed: 1_147_900 } });
      expect(await fixture.lending.records(borrower.userId, 1, longerLoan.id)).toMatchObject({
        rows: [{ orderNo: order.orderNo }],
        more: false,
      });
    });

    test('marketplace, loan paid late: the longer product stays closed, and the ceiling stays', async () => {
      const borrower = await fixture.lent();
      const { userId } = borrower;
      await fixture.goToDaysLate(borrower, 1);
      const limits = async () => (await fixture.lending.afterRepaying(userId, 'en')).map(({ limit, nextLimit }) => [limit, nextLimit]);
      expect(await limits(), 'said while it is late').toEqual([[500_000, 1_000_000]]);
      await fixture.pay(borrower, (await fixture.order(borrower)).balance!.left);
      expect(await availability(userId)).toEqual({ [firstLoan.id]: { is: 'open' }, [longerLoan.id]: { is: 'laterLoan', afterLoans: 1 } });
      await expect(fixture.lending.open(userId, { productId: longerLoan.id, amount: 500_000, termDays: 180 })).rejects.toMatchObject({
        key: 'lender.productLater',
        params: { count: 1 },
      });
      expect(await fixture.lending.home(userId)).toMatchObject({ limit: 500_000, nextLimit: 1_000_000, repaidLoans: 1 });
      expect(await fixture.lending.creditInfo(userId)).toMatchObject({ repaidLoans: 1, limit: 500_000 });
      await expect(fixture.lending.open(userId, { ...APPLY, amount: 550_000 })).rejects.toMatchObject({ key: 'lender.amountRefused' });
    });

    test('marketplace, late loan moved and paid by the new date: counts as late, so the ceiling stays', async () => {
      const borrower = await fixture.lent();
      const { userId, orderNo } = borrower;
      await fixture.goToDaysLate(borrower, 2);
      await fixture.pay(borrower, 50_000);
      const chosen = await fixture.lending.rollovers.choose(userId, orderNo, 30);
      await fixture.payBill(borrower, chosen.accountNumber, chosen.total);
      await fixture.lending.rollovers.confirm(userId, orderNo, chosen.extensionNo);
      await fixture.pay(borrower, (await fixture.order(borrower)).balance!.settleToday);
      expect(await fixture.lending.home(userId)).toMatchObject({ limit: 500_000 });
    });

    test('marketplace, date moved in time and loan paid by the new date: the ceiling grows', async () => {
      const borrower = await fixture.lent();
      const { userId, orderNo } = borrower;
      const chosen = await fixture.lending.rollovers.choose(userId, orderNo, 30);
      await fixture.payBill(borrower, chosen.accountNumber, chosen.total);
      await fixture.lending.rollovers.confirm(userId, orderNo, chosen.extensionNo);
      await fixture.goToDaysLate(borrower, -1);
      await fixture.pay(borrower, (await fixture.order(borrower)).balance!.settleToday);
      expect(await fixture.lending.home(userId)).toMatchObject({ limit: 1_000_000 });
    });

    test('marketplace, rejected borrower: shows the date to reapply, and recommends a product only without too much debt', async () => {
      const harmed = await rejected();
      const { rejection } = await fixture.order(harmed);
      expect((await availability(harmed.userId))[firstLoan.id]).toEqual({ is: 'rejected', from: rejection?.reapplyOn });
      expect(await fixture.lending.rejectRecommendation(harmed.userId, 'en')).toEqual({ recommended: false, from: null, products: [] });
      expect(await fixture.lending.creditInfo(harmed.userId)).toEqual({ repaidLoans: 0, limit: 500_000, reapplyOn: rejection?.reapplyOn });

      const other = await fixture.applied();
      await fixture.lending.decide(other.orderNo, 'reject', 'policy');
      const recommendation = await fixture.lending.rejectRecommendation(other.userId, 'sw');
      expect(recommendation).toMatchObject({
        recommended: true,
        from: addDays(nairobiDate(fixture.clock.now()), 30),
        products: [{ name: 'Mkopo binafsi', product: { id: firstLoan.id } }],
      });
    });

    test('repayment colour, due date comes near and passes: green, amber, red', async () => {
      const { userId, orderNo } = await fixture.lent();
      const { balance } = await fixture.lending.order(userId, orderNo);
      const colour = async (date: string) => {
        fixture.clock.set(Date.parse(`${date}T12:00:00+03:00`));
        return (await fixture.lending.repayColour(userId)).colour;
      };
      expect(await colour(addDays(balance!.dueDate, -4))).toBe('green');
      expect(await colour(addDays(balance!.dueDate, -3))).toBe('amber');
      expect(await colour(addDays(balance!.dueDate, 1))).toBe('red');
      expect(await fixture.lending.repayColour((await newBorrower(fixture.store, fixture.clock.now())).userId)).toEqual({
        colour: 'none',
        dueDate: null,
        daysLeft: null,
      });
    });
  });

  describe('statement', () => {
    test('statement: lists each journal with its receipt, and the lines add up to the debt', async () => {
      const borrower = await fixture.lent();
      const { userId, orderNo } = borrower;
      await fixture.pay(borrower, shillings(2_000));
      const { balance } = await fixture.lending.order(userId, orderNo);
      fixture.clock.set(Date.parse(`${addDays(balance!.dueDate, 5)}T12:00:00+03:00`));
      const [{ lines, left }, late] = [await fixture.lending.statement(userId, orderNo), await fixture.lending.repayment(userId, orderNo)];
      expect(lines.map(({ kind }) => kind)).toEqual(['paidOut', 'payment', 'lateCharge']);
      expect(lines[0]).toMatchObject({
        parts: expect.arrayContaining([
          { part: 'principal', amount: 500_000 },
          { part: 'interest', amount: 37_400 },
          { part: 'sent', amount: 494_200 },
          { part: 'fee', amount: 4_900 },
          { part: 'tax', amount: 900 },
        ]),
        balance: 537_400,
      });
      expect(lines[1]?.receipt).toMatch(/^[A-Z0-9]{10}$/);
      expect(lines[1]?.parts).toContainEqual({ part: 'received', amount: 200_000 });
      let owed = 0;
      for (const line of lines) {
        for (const { part, amount } of line.parts) if (['principal', 'interest', 'lateCharge'].includes(part)) owed += amount;
        expect(line.balance).toBe(owed);
      }
      expect([left, owed]).toEqual([late.balance.left, late.balance.left]);
      await fixture.pay(borrower, left);
      expect(await fixture.lending.statement(userId, orderNo)).toMatchObject({ status: STATUS.finish, left: 0 });
    });

    test('statement, order without money: is empty; another borrower’s order: is not found', async () => {
      const { userId, orderNo } = await rejected();
      expect(await fixture.lending.statement(userId, orderNo)).toMatchObject({ status: STATUS.reject, lines: [], left: 0 });
      const stranger = await newBorrower(fixture.store, fixture.clock.now());
      await expect(fixture.lending.statement(stranger.userId, orderNo)).rejects.toEqual(
        refusal(CODE.orderNotFound, 'lender.orderNotFound'),
      );
    });
  });
});
