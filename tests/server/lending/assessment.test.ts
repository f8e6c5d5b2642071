/** The decision about an application, with its reason in words. The rules have tests in tests/market/decision.test.ts. */
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import type { Values } from '#machines/model/application.ts';
import { saveSection } from '#server/apply/applicant.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { giveEverything, GOOD_ANSWERS, newBorrower, type Borrower } from '#tests/support/lendingFixture.ts';
import { APPLY, setLoanFixture } from './loanFixture.ts';

onEitherDatabase((engine) => {
  const fixture = setLoanFixture(engine);

  /** An application with this work and these answers that was just sent. */
  async function sent(work: Values, answers: Values = {}): Promise<Borrower> {
    const { userId, msisdn } = await newBorrower(fixture.store, fixture.clock.now());
    await giveEverything(fixture.store, userId, msisdn, fixture.clock.now());
    const { orderNo } = await fixture.lending.open(userId, APPLY);
    await fixture.lending.advance(userId, orderNo, 'questionnaire.answered', async (tx) => {
      await saveSection(tx, userId, 'additionalInfo', work, fixture.clock.now());
      await saveSection(tx, userId, 'loanQuestion', { ...GOOD_ANSWERS, ...answers }, fixture.clock.now());
    });
    return { userId, msisdn, orderNo };
  }

  /** The same application ten minutes later. */
  async function answered(work: Values, answers: Values = {}): Promise<Borrower> {
    const borrower = await sent(work, answers);
    await fixture.pass(10 * MINUTE);
    return borrower;
  }

  describe('application, assessed by the rules', () => {
    test('application, income sufficient for the instalment: is approved', async () => {
      const borrower = await answered({ employmentType: 'employee', monthlySalary: '8000-14999' });
      expect(await fixture.order(borrower)).toMatchObject({ status: STATUS.confirm, referral: null });
    });

    test.each([
      ['income', { employmentType: 'employee', monthlySalary: 'upTo7999' }, {}, /large for the income/],
      ['employment', { employmentType: 'unemployed', monthlySalary: 'from40000' }, {}, /no regular work/],
      ['bureau', { employmentType: 'employee', monthlySalary: 'from40000' }, { 2: 'yes' }, /credit bureau/],
    ])(
      'application, doubtful %s: a person decides, the borrower reads why, and after the deadline that the answer is late',
      async (_, work, answers, why) => {
        const borrower = await answered(work, answers);
        const waiting = await fixture.order(borrower);
        expect(waiting).toMatchObject({ status: STATUS.applying, referral: expect.stringMatching(why) as string });
        const inSwahili = await fixture.lending.order(borrower.userId, borrower.orderNo, 'sw');
        expect(inSwahili.referral).not.toBe(waiting.referral);
        fixture.clock.set(waiting.answerLatestAt!);
        await fixture.settleDueWork();
        expect(await fixture.order(borrower)).toMatchObject({
          status: STATUS.applying,
          referral: waiting.referral,
          lateSince: waiting.answerLatestAt,
          rejection: null,
        });
      },
    );

    test('application, referred by the rules: the borrower reads so at once, and no usual time is promised', async () => {
      const borrower = await sent({ employmentType: 'student', monthlySalary: '8000-14999' });
      const waiting = await fixture.order(borrower);
      expect(waiting).toMatchObject({
        status: STATUS.applying,
        answerExpectedAt: fixture.clock.now(),
        referral: expect.stringMatching(/no regular work/) as string,
      });
      expect(waiting.answerLatestAt).toBeGreaterThan(fixture.clock.now() + HOUR);
    });

    test('application, photo of the face not recognised: is referred when it is sent', async () => {
      const { userId, msisdn } = await newBorrower(fixture.store, fixture.clock.now());
      await giveEverything(fixture.store, userId, msisdn, fixture.clock.now());
      await fixture.store.db
        .updateTable('photo')
        .set({ verdict: 'undecided' })
        .where('user_id', '=', userId)
        .where('side', '=', 'face')
        .execute();
      const { orderNo } = await fixture.lending.open(userId, APPLY);
      const waiting = await fixture.lending.advance(userId, orderNo, 'questionnaire.answered', async (tx) => {
        await saveSection(tx, userId, 'loanQuestion', GOOD_ANSWERS, fixture.clock.now());
      });
      expect(waiting).toMatchObject({
        answerExpectedAt: fixture.clock.now(),
        referral: expect.stringMatching(/photo of your face/) as string,
      });
    });

    test('application, instalment above two thirds of the income: is rejected at once, with the reason', async () => {
      const repaid = await fixture.lent();
      await fixture.pay(repaid, (await fixture.order(repaid)).balance!.settleToday);
      const { orderNo } = await fixture.lending.open(repaid.userId, { ...APPLY, amount: 1_000_000 });
      await fixture.lending.advance(repaid.userId, orderNo, 'questionnaire.answered', async (tx) => {
        const work = { employmentType: 'employee', monthlySalary: 'upTo7999' };
        await saveSection(tx, repaid.userId, 'additionalInfo', work, fixture.clock.now());
        await saveSection(tx, repaid.userId, 'loanQuestion', GOOD_ANSWERS, fixture.clock.now());
      });
      await fixture.pass(10 * MINUTE);
      const order = await fixture.lending.order(repaid.userId, orderNo);
      expect(order).toMatchObject({
        status: STATUS.reject,
        rejection: { reason: expect.stringMatching(/too much for the income/) as string },
      });
    });

    test('application, referred and approved by a person: has no reason any more', async () => {
      const borrower = await answered({ employmentType: 'student', monthlySalary: '8000-14999' });
      await fixture.pass(HOUR);
      await fixture.lending.decide(borrower.orderNo, 'approve');
      expect(await fixture.order(borrower)).toMatchObject({ status: STATUS.confirm, referral: null });
    });
  });
});
