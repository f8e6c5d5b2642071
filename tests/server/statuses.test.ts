/** What is possible in each of the fifteen statuses, what refuses, and the ways out: offer, decision of a person, market, statement. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, DAY, HOUR, MINUTE, nairobiDate } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { formatKsh, shillings } from '#machines/model/money.ts';
import { isEnded, isRepayable, STATUS, type OrderStatus } from '#machines/model/orderStatus.ts';
import { termsFor } from '#machines/model/terms.ts';
import { saveSection } from '#server/lending/applicant.ts';
import type { Lending } from '#server/lending/types.ts';
import { firstLoan, longerLoan } from '#src/market/products.ts';
import { onBothDatabases, testClock, type TestClock } from '#tests/support/database.ts';
import {
  approvedBorrower,
  consentTo,
  giveEverything,
  GOOD_ANSWERS,
  newBorrower,
  startHouse,
  type Borrower,
  type House,
} from '#tests/support/lending.ts';

const APPLY = { productId: firstLoan.id, amount: 500_000, termDays: 91 };
const ARREARS = { ...GOOD_ANSWERS, 11: '4' };

const refusal = (code: number, key: string) => expect.objectContaining({ name: 'Refusal', code, key });
const refused = refusal(CODE.orderRefused, 'lender.orderRefused');

onBothDatabases((engine) => {
  let house: House;
  let clock: TestClock;

  beforeAll(async () => {
    clock = testClock();
    house = await startHouse(await engine.open(clock), clock, { config: { products: [firstLoan, longerLoan] } });
  });
  afterAll(() => house.close());

  async function applied(answers = GOOD_ANSWERS): Promise<Borrower> {
    const { userId, msisdn } = await newBorrower(house.store, clock.now());
    await giveEverything(house.store, userId, msisdn, clock.now());
    const { orderNo } = await house.lending.open(userId, APPLY);
    await house.lending.advance(userId, orderNo, 'questionnaire.answered', async (tx) => {
      await saveSection(tx, userId, 'loanQuestion', answers, clock.now());
    });
    return { userId, msisdn, orderNo };
  }

  async function rejected(): Promise<Borrower> {
    const borrower = await applied(ARREARS);
    clock.pass(10 * MINUTE);
    expect((await house.lending.order(borrower.userId, borrower.orderNo)).status).toBe(STATUS.reject);
    return borrower;
  }

  describe('What a borrower may do, status by status', () => {
    const STEPS: readonly OrderStatus[] = [STATUS.basicInfo, STATUS.addition, STATUS.identityOcr, STATUS.bindCard, STATUS.question];
    const OFFERED: readonly OrderStatus[] = [STATUS.confirm, STATUS.getMoney];
    type Act = (lending: Lending, borrower: Borrower) => Promise<unknown>;
    const ACTS: Record<string, { act: Act; in: (status: OrderStatus) => boolean }> = {
      'see the offer': { act: (lending, { userId, orderNo }) => lending.offer(userId, orderNo), in: (s) => OFFERED.includes(s) },
      'withdraw or decline': {
        act: (lending, { userId, orderNo }) => lending.decline(userId, orderNo),
        in: (s) => STEPS.includes(s) || OFFERED.includes(s) || s === STATUS.payFail || s === STATUS.cancel,
      },
      'ask a person': { act: (lending, { userId, orderNo }) => lending.requestReview(userId, orderNo), in: (s) => s === STATUS.reject },
      'see the debt': {
        act: (lending, { userId, orderNo }) => lending.repayment(userId, orderNo),
        // Paid back, or refused by the rail: it says that nothing is owed.
        in: (s) => isRepayable(s) || s === STATUS.finish || s === STATUS.payFail,
      },
      pay: {
        act: (lending, { userId, orderNo }) =>
          lending.startStk(userId, { orderNo, amount: 50_000, requestId: `${orderNo} ${Math.random()}` }),
        in: isRepayable,
      },
      'read the statement': { act: (lending, { userId, orderNo }) => lending.statement(userId, orderNo), in: () => true },
      'apply for another': {
        act: (lending, { userId }) => lending.open(userId, { ...APPLY, amount: 100_000 }),
        in: (s) => isEnded(s) && s !== STATUS.reject,
      },
    };

    /** A paid-out loan, its row then put into the status: the ledger allows what the status may not. */
    async function loanIn(status: OrderStatus): Promise<Borrower> {
      const borrower = await house.lent(200_000);
      const today = nairobiDate(clock.now());
      await house.store.db
        .updateTable('loan_order')
        .set({
          status,
          wake_at: null,
          offer_open_until: clock.now() + HOUR,
          due_date: status === STATUS.overdued ? addDays(today, -3) : addDays(today, 91),
          ended_at: isEnded(status) ? clock.now() : null,
          ...(status === STATUS.reject ? { rejection_reason: 'policy', reapply_on: addDays(today, 30) } : {}),
        })
        .where('order_no', '=', borrower.orderNo)
        .execute();
      return borrower;
    }

    const outcomeOf = (act: Act, borrower: Borrower): Promise<string> =>
      act(house.lending, borrower).then(
        () => 'done',
        (error: { name?: string }) => error.name ?? 'nameless',
      );

    // What a status allows does not depend on the database: one is enough for the whole table.
    const table: readonly [string, OrderStatus][] = engine.name === 'embedded' ? Object.entries(STATUS) : [['applying', STATUS.applying]];
    test.each(table)('%s', async (_, status) => {
      const all = Object.entries(ACTS);
      const refusing = all.filter(([, { in: isPossible }]) => !isPossible(status));
      const borrower = await loanIn(status);
      for (const [name, { act }] of refusing) expect(await outcomeOf(act, borrower), name).toBe('Refusal');
      expect(await house.lending.order(borrower.userId, borrower.orderNo), 'a refusal changes nothing').toMatchObject({ status });
      for (const [name, { act, in: isPossible }] of all)
        if (isPossible(status)) expect(await outcomeOf(act, await loanIn(status)), name).toBe('done');
    });
  });

  describe('When an offer is open', () => {
    const choice = { amount: 300_000, termDays: 91 };

    test('less may be taken: terms, agreement and fingerprint are those of the choice, and reading it changes nothing', async () => {
      const { userId, orderNo } = await approvedBorrower(house.store, house.lending, clock);
      const [all, less] = [await house.lending.offer(userId, orderNo), await house.lending.offer(userId, orderNo, choice)];
      expect(less).toMatchObject({
        terms: termsFor(firstLoan, 300_000, 91),
        choice: { minimum: 100_000, maximum: 500_000, step: 50_000, termDays: [91] },
        sentAt: null,
      });
      expect(less.agreementVersion).not.toBe(all.agreementVersion);
      const agreement = await house.lending.agreement(userId, orderNo, 'sw', choice);
      expect(agreement.version).toBe(less.agreementVersion);
      expect(agreement.sections.map(({ body }) => body).join()).toContain(formatKsh(less.terms.owed));
      expect(await house.lending.offer(userId, orderNo)).toEqual(all);
    });

    test.each([
      ['more than was approved', { amount: 550_000 }],
      ['between two steps', { amount: 320_000 }],
      ['less than the product lends', { amount: 50_000 }],
      ['a term the product does not have', { termDays: 180 }],
    ])('%s is not offered and not drawn', async (_, other) => {
      const { userId, orderNo } = await approvedBorrower(house.store, house.lending, clock);
      const consent = await consentTo(house.lending, userId, orderNo);
      await expect(house.lending.offer(userId, orderNo, other)).rejects.toMatchObject({ name: 'Refusal', code: CODE.amountRefused });
      await expect(house.lending.getMoney(userId, { ...consent, ...other })).rejects.toMatchObject({ code: CODE.amountRefused });
      expect((await house.lending.order(userId, orderNo)).status).toBe(STATUS.confirm);
    });

    test('what is drawn is what was chosen, and everything that was shown is kept with the consent', async () => {
      const { userId, orderNo } = await approvedBorrower(house.store, house.lending, clock);
      const offer = await house.lending.offer(userId, orderNo, choice);
      const agreement = await house.lending.agreement(userId, orderNo, 'es', choice);
      const { sent, owed } = offer.terms;
      const consent = { orderNo, agreementVersion: offer.agreementVersion, sent, owed, ...choice };
      await expect(house.lending.getMoney(userId, { ...consent, amount: 500_000 }), 'the words were of another amount').rejects.toEqual(
        refusal(CODE.orderRefused, 'lender.termsChanged'),
      );
      await house.lending.getMoney(userId, consent, 'es');
      await house.settleDown();
      clock.pass(3_000);
      await house.settleDown();
      expect(await house.lending.order(userId, orderNo)).toMatchObject({ principal: 300_000, terms: offer.terms, balance: { left: owed } });
      const kept = await house.store.db
        .selectFrom('consent')
        .innerJoin('loan_order', 'loan_order.id', 'consent.order_id')
        .select(['key_facts', 'given_by', 'terms'])
        .where('order_no', '=', orderNo)
        .executeTakeFirstOrThrow();
      const { coupon: _outside, ...shown } = offer;
      expect(kept).toEqual({ key_facts: { offer: shown, agreement, language: 'es' }, given_by: 'borrower', terms: offer.terms });
      expect(await house.lending.agreement(userId, orderNo, 'es'), 'as it was agreed to').toEqual(agreement);
      expect((await house.lending.getMoney(userId, consent)).status, 'a second tap').toBe(STATUS.repaying);
    });

    test('no product sends money by itself', () => {
      for (const product of [firstLoan, longerLoan]) expect(product.autoDisburseHours).toBeUndefined();
    });
  });

  describe('When a product sends the money by itself', () => {
    let other: House;
    beforeAll(async () => {
      other = await startHouse(await engine.open(clock), clock, { config: { products: [{ ...firstLoan, autoDisburseHours: 12 }] } });
    });
    afterAll(() => other.close());

    test('the offer says when, and until then it may be declined', async () => {
      const { userId, orderNo } = await approvedBorrower(other.store, other.lending, clock);
      expect((await other.lending.offer(userId, orderNo)).sentAt).toBe(clock.now() + 12 * HOUR);
      clock.pass(12 * HOUR - 1);
      await other.settleDown();
      expect((await other.lending.decline(userId, orderNo)).status).toBe(STATUS.cancel);
      clock.pass(HOUR);
      await other.settleDown();
      expect((await other.lending.order(userId, orderNo)).status).toBe(STATUS.cancel);
    });

    test('then it is sent once, and the consent says that no one gave it', async () => {
      const { userId, orderNo } = await approvedBorrower(other.store, other.lending, clock);
      clock.pass(12 * HOUR);
      await other.settleDown();
      clock.pass(3_000);
      await other.settleDown();
      expect(await other.lending.order(userId, orderNo)).toMatchObject({ status: STATUS.repaying, balance: { principal: 500_000 } });
      const consents = await other.store.db
        .selectFrom('consent')
        .innerJoin('loan_order', 'loan_order.id', 'consent.order_id')
        .select('given_by')
        .where('order_no', '=', orderNo)
        .execute();
      expect(consents).toEqual([{ given_by: 'clock' }]);
    });
  });

  describe('When a rejected borrower asks for a person', () => {
    test('the application is assessed once more, by no rule, and asking twice is asking once', async () => {
      const { userId, orderNo } = await rejected();
      const before = await house.lending.order(userId, orderNo);
      expect(before.rejection?.review).toBe('possible');
      for (let i = 0; i < 2; i++)
        expect(await house.lending.requestReview(userId, orderNo)).toMatchObject({
          status: STATUS.applying,
          inReview: true,
          rejection: null,
        });
      clock.pass(HOUR);
      await house.settleDown();
      expect((await house.lending.order(userId, orderNo)).status).toBe(STATUS.applying);
      await house.lending.decide(orderNo, 'approve');
      expect((await house.lending.order(userId, orderNo)).status).toBe(STATUS.confirm);
    });

    test('a person who says no again leaves the date as it was, and there is no third time', async () => {
      const { userId, orderNo } = await rejected();
      const { rejection } = await house.lending.order(userId, orderNo);
      clock.pass(2 * DAY);
      await house.lending.requestReview(userId, orderNo);
      await house.lending.decide(orderNo, 'reject', 'history');
      const again = await house.lending.order(userId, orderNo);
      expect(again.rejection).toEqual({
        reason: 'Your credit history does not allow a loan at the moment.',
        reapplyOn: rejection?.reapplyOn,
        review: 'refused',
      });
      await expect(house.lending.requestReview(userId, orderNo)).rejects.toEqual(refusal(CODE.orderRefused, 'lender.reviewRefused'));
    });

    test('nobody who looks in time leaves the first answer standing', async () => {
      const { userId, orderNo } = await rejected();
      const { answerLatestAt } = await house.lending.requestReview(userId, orderNo);
      clock.set(answerLatestAt!);
      await house.settleDown();
      expect((await house.lending.order(userId, orderNo)).rejection).toMatchObject({
        reason: 'You have overdue loans with other lenders.',
        review: 'refused',
      });
    });

    test('after six days what was told is about to be deleted, and nobody can look', async () => {
      const { userId, orderNo } = await rejected();
      clock.pass(6 * DAY);
      expect((await house.lending.order(userId, orderNo)).rejection?.review).toBe('over');
      await expect(house.lending.requestReview(userId, orderNo)).rejects.toEqual(refusal(CODE.orderRefused, 'lender.reviewOver'));
    });

    test('an application that was not rejected is not looked at again, nor someone else’s', async () => {
      const { userId, orderNo } = await applied();
      await expect(house.lending.requestReview(userId, orderNo)).rejects.toEqual(refusal(CODE.oneLoanAtATime, 'lender.oneLoanAtATime'));
      const stranger = await newBorrower(house.store, clock.now());
      await expect(house.lending.requestReview(stranger.userId, orderNo)).rejects.toEqual(
        refusal(CODE.orderNotFound, 'lender.orderNotFound'),
      );
      await house.lending.decide(orderNo, 'approve');
      await house.lending.decline(userId, orderNo);
      await expect(house.lending.requestReview(userId, orderNo)).rejects.toEqual(refused);
    });
  });

  describe('When answers were given for several orders', () => {
    test('each order keeps its own', async () => {
      const { userId, orderNo } = await rejected();
      clock.pass(31 * DAY);
      const second = await house.lending.open(userId, APPLY);
      await house.lending.advance(userId, second.orderNo, 'questionnaire.answered', async (tx) => {
        await saveSection(tx, userId, 'loanQuestion', GOOD_ANSWERS, clock.now());
      });
      const kept = await house.store.db
        .selectFrom('order_answer')
        .innerJoin('loan_order', 'loan_order.id', 'order_answer.order_id')
        .select(['order_no', 'values'])
        .where('user_id', '=', userId)
        .orderBy('order_id')
        .execute();
      expect(kept).toEqual([
        { order_no: orderNo, values: ARREARS },
        { order_no: second.orderNo, values: GOOD_ANSWERS },
      ]);
    });
  });

  describe('When a borrower looks at the market', () => {
    const availability = async (userId: number) =>
      Object.fromEntries((await house.lending.market(userId, 'en')).map(({ product, availability: one }) => [product.id, one]));

    test('a newcomer may have the first product; the longer one comes after a repaid loan', async () => {
      const { userId } = await newBorrower(house.store, clock.now());
      expect(await availability(userId)).toEqual({
        [firstLoan.id]: { is: 'open' },
        [longerLoan.id]: { is: 'laterLoan', afterLoans: 1 },
      });
      await expect(house.lending.open(userId, { productId: longerLoan.id, amount: 500_000, termDays: 180 })).rejects.toMatchObject({
        key: 'lender.productLater',
        params: { loans: 1 },
      });
    });

    test('with a loan open there is no second one, whichever the product', async () => {
      const { userId } = await house.lent();
      expect(new Set(Object.values(await availability(userId)).map(({ is }) => is))).toEqual(new Set(['oneAtATime']));
      for (const productId of [firstLoan.id, longerLoan.id])
        await expect(house.lending.open(userId, { productId, amount: 500_000, termDays: 91 })).rejects.toEqual(
          refusal(CODE.oneLoanAtATime, 'lender.oneLoanAtATime'),
        );
      expect((await house.lending.afterRepaying(userId, 'en')).map(({ product, limit }) => [product.id, limit])).toEqual([
        [firstLoan.id, 1_000_000],
        [longerLoan.id, 1_000_000],
      ]);
    });

    test('a repaid loan opens the longer one, for half a year too', async () => {
      const borrower = await house.lent();
      await house.pay(borrower, (await house.lending.order(borrower.userId, borrower.orderNo)).balance!.settleToday);
      expect(await availability(borrower.userId)).toEqual({ [firstLoan.id]: { is: 'open' }, [longerLoan.id]: { is: 'open' } });
      const order = await house.lending.open(borrower.userId, { productId: longerLoan.id, amount: 1_000_000, termDays: 180 });
      expect(order).toMatchObject({ productId: longerLoan.id, terms: { owed: 1_147_900 } });
      expect(await house.lending.records(borrower.userId, 1, longerLoan.id)).toMatchObject({
        rows: [{ orderNo: order.orderNo }],
        more: false,
      });
    });

    test('a rejected one reads the date; another loan is recommended only where it would do no harm', async () => {
      const harmed = await rejected();
      const { rejection } = await house.lending.order(harmed.userId, harmed.orderNo);
      expect((await availability(harmed.userId))[firstLoan.id]).toEqual({ is: 'rejected', from: rejection?.reapplyOn });
      expect(await house.lending.rejectRecommendation(harmed.userId, 'en')).toEqual({ recommended: false, from: null, products: [] });
      expect(await house.lending.creditInfo(harmed.userId)).toEqual({ repaidLoans: 0, limit: 500_000, reapplyOn: rejection?.reapplyOn });

      const other = await applied();
      await house.lending.decide(other.orderNo, 'reject', 'policy');
      const recommendation = await house.lending.rejectRecommendation(other.userId, 'sw');
      expect(recommendation).toMatchObject({
        recommended: true,
        from: addDays(nairobiDate(clock.now()), 30),
        products: [{ name: 'Mkopo binafsi', product: { id: firstLoan.id } }],
      });
    });

    test('how urgent paying is goes from green over amber to red', async () => {
      const { userId, orderNo } = await house.lent();
      const { balance } = await house.lending.order(userId, orderNo);
      const colour = async (date: string) => {
        clock.set(Date.parse(`${date}T12:00:00+03:00`));
        return (await house.lending.repayColour(userId)).colour;
      };
      expect(await colour(addDays(balance!.dueDate, -4))).toBe('green');
      expect(await colour(addDays(balance!.dueDate, -3))).toBe('amber');
      expect(await colour(addDays(balance!.dueDate, 1))).toBe('red');
      expect(await house.lending.repayColour((await newBorrower(house.store, clock.now())).userId)).toEqual({
        colour: 'none',
        dueDate: null,
        daysLeft: null,
      });
    });
  });

  describe('When a statement is read', () => {
    test('each journal stands there with its receipt, and adds up to what is owed', async () => {
      const borrower = await house.lent();
      const { userId, orderNo } = borrower;
      await house.pay(borrower, shillings(2_000));
      const { balance } = await house.lending.order(userId, orderNo);
      clock.set(Date.parse(`${addDays(balance!.dueDate, 5)}T12:00:00+03:00`));
      const [{ lines, left }, late] = [await house.lending.statement(userId, orderNo), await house.lending.repayment(userId, orderNo)];
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
      await house.pay(borrower, left);
      expect(await house.lending.statement(userId, orderNo)).toMatchObject({ status: STATUS.finish, left: 0 });
    });

    test('one that moved no money is empty, and nobody reads another’s', async () => {
      const { userId, orderNo } = await rejected();
      expect(await house.lending.statement(userId, orderNo)).toMatchObject({ status: STATUS.reject, lines: [], left: 0 });
      const stranger = await newBorrower(house.store, clock.now());
      await expect(house.lending.statement(stranger.userId, orderNo)).rejects.toEqual(refusal(CODE.orderNotFound, 'lender.orderNotFound'));
    });
  });
});
