import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, nairobiDate, addDays } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { formatKsh, formatRate } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { firstLoan } from '#src/market/products.ts';
import { readSections, savePhoto, saveSection } from '#server/apply/applicant.ts';
import { createLending } from '#server/lending/createLending.ts';
import type { SavedStep } from '#server/apply/applicationSteps.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { consentTo, GOOD_ANSWERS, lendingConfig, newBorrower, savePayoutAccount, OPEN_GATE } from '#tests/support/lendingFixture.ts';
import { APPLY, refusal, setLoanFixture } from './loanFixture.ts';

/** Work that the rules approve. Without it they refer the application to a person. */
const WORK = { companyName: 'Duka', employmentType: 'employee', monthlySalary: 'from40000' };

onEitherDatabase((engine) => {
  const fixture = setLoanFixture(engine);

  const save =
    (step: SavedStep) =>
    async (userId: number, msisdn: string, orderNo: string, answers = GOOD_ANSWERS): Promise<number> => {
      const now = fixture.clock.now();
      const order = await fixture.lending.advance(userId, orderNo, step, async (tx) => {
        if (step === 'basicInfo.saved') await saveSection(tx, userId, 'personalInfo', { firstName: 'Wanjiku' }, now);
        if (step === 'addition.saved') await saveSection(tx, userId, 'additionalInfo', WORK, now);
        if (step === 'identity.photographed')
          for (const side of ['front', 'back', 'face'] as const)
            await savePhoto(tx, {
              user_id: userId,
              side,
              order_id: null,
              storage_ref: side,
              mime: 'image/jpeg',
              width: 1,
              height: 1,
              saved_at: now,
            });
        if (step === 'account.bound')
          await savePayoutAccount(tx, {
            user_id: userId,
            kind: 'mpesa',
            number: msisdn,
            bank_code: null,
            bank_name: 'M-PESA',
            holder: 'W',
            saved_at: now,
          });
        if (step === 'questionnaire.answered') await saveSection(tx, userId, 'loanQuestion', answers, now);
      });
      return order.status;
    };

  describe('home of a visitor', () => {
    test('home without a session: shows the first product, its first-loan ceiling and the terms', async () => {
      const home = await fixture.lending.home(null);
      expect(home).toMatchObject({
        serverTime: fixture.clock.now(),
        firstName: null,
        limit: 500_000,
        order: null,
        limitTerms: { principal: 500_000, sent: 494_200, owed: 537_400 },
      });
    });
  });

  describe('application', () => {
    test('application, step saved: the order moves to the next step in the same transaction', async () => {
      const { userId, msisdn } = await newBorrower(fixture.store, fixture.clock.now());
      const order = await fixture.lending.open(userId, APPLY);
      expect(order).toMatchObject({
        status: STATUS.basicInfo,
        principal: 500_000,
        terms: { owed: 537_400 },
        payoutAccount: null,
        photos: { front: false, back: false, face: false },
      });
      const steps = [
        ['basicInfo.saved', STATUS.addition],
        ['addition.saved', STATUS.identityOcr],
        ['identity.photographed', STATUS.bindCard],
        ['account.bound', STATUS.question],
        ['basicInfo.saved', STATUS.question],
        ['questionnaire.answered', STATUS.applying],
      ] as const;
      for (const [step, status] of steps) expect(await save(step)(userId, msisdn, order.orderNo)).toBe(status);
      const applying = await fixture.lending.order(userId, order.orderNo);
      expect(applying).toMatchObject({
        submittedAt: fixture.clock.now(),
        answerExpectedAt: fixture.clock.now() + 10 * MINUTE,
        photos: { front: true, back: true, face: true },
        payoutAccount: { kind: 'mpesa', holderName: 'M-PESA' },
      });
      expect(applying.payoutAccount?.masked).not.toContain(msisdn.slice(3));
      expect(await fixture.lending.home(userId)).toMatchObject({ firstName: 'Wanjiku', order: { orderNo: order.orderNo } });
      const events = await fixture.store.db
        .selectFrom('order_event')
        .innerJoin('loan_order', 'loan_order.id', 'order_event.order_id')
        .select('event')
        .where('order_no', '=', order.orderNo)
        .orderBy('order_event.version')
        .execute();
      expect(events.map((row) => row.event)).toEqual(['order.opened', ...steps.map(([step]) => step)]);
    });

    test('application, step not reached: is refused, and nothing is saved', async () => {
      const { userId, msisdn } = await newBorrower(fixture.store, fixture.clock.now());
      const { orderNo } = await fixture.lending.open(userId, APPLY);
      await expect(save('addition.saved')(userId, msisdn, orderNo)).rejects.toEqual(refusal(CODE.orderRefused, 'lender.orderRefused'));
      expect(await readSections(fixture.store.db, userId)).toEqual({});
      await expect(fixture.lending.advance(userId, orderNo, 'identity.photographed', () => Promise.resolve())).rejects.toEqual(
        refusal(CODE.photosMissing, 'lender.photosMissing'),
      );
    });

    test('application of another borrower: is not found', async () => {
      const { orderNo } = await fixture.applied();
      const { userId, msisdn } = await newBorrower(fixture.store, fixture.clock.now());
      const none = refusal(CODE.orderNotFound, 'lender.orderNotFound');
      const { lending } = fixture;
      await expect(lending.order(userId, orderNo)).rejects.toEqual(none);
      await expect(save('basicInfo.saved')(userId, msisdn, orderNo)).rejects.toEqual(none);
      await expect(lending.offer(userId, orderNo)).rejects.toEqual(none);
      await expect(lending.agreement(userId, orderNo, 'en')).rejects.toEqual(none);
      await expect(lending.getMoney(userId, { orderNo, agreementVersion: '', sent: 0, owed: 0 }, OPEN_GATE)).rejects.toEqual(none);
      await expect(lending.decline(userId, orderNo)).rejects.toEqual(none);
      await expect(lending.repayment(userId, orderNo)).rejects.toEqual(none);
      await expect(lending.dedicatedAccount(userId, orderNo)).rejects.toEqual(none);
      await expect(lending.startStk(userId, { orderNo, amount: 50_000, requestId: 'x' })).rejects.toEqual(none);
    });

    test('application requested again: is the same order; with another product, amount or term: is refused', async () => {
      const { userId } = await newBorrower(fixture.store, fixture.clock.now());
      for (const amount of [50_000, 510_000, 550_000, 500_000.5, Number.NaN])
        await expect(fixture.lending.open(userId, { ...APPLY, amount })).rejects.toEqual(
          refusal(CODE.amountRefused, 'lender.amountRefused'),
        );
      await expect(fixture.lending.open(userId, { ...APPLY, termDays: 30 })).rejects.toEqual(
        refusal(CODE.amountRefused, 'lender.termRefused'),
      );
      await expect(fixture.lending.open(userId, { ...APPLY, productId: 'none' })).rejects.toEqual(
        refusal(CODE.orderRefused, 'lender.productUnknown'),
      );
      const first = await fixture.lending.open(userId, APPLY);
      expect((await fixture.lending.open(userId, APPLY)).orderNo).toBe(first.orderNo);
      await expect(fixture.lending.open(userId, { ...APPLY, amount: 100_000 })).rejects.toEqual(
        refusal(CODE.oneLoanAtATime, 'lender.oneLoanAtATime'),
      );
    });

    test('application, unchanged for a week: expires; withdrawn: ends at once, and a repeat changes nothing', async () => {
      const { userId } = await newBorrower(fixture.store, fixture.clock.now());
      const { orderNo } = await fixture.lending.open(userId, APPLY);
      fixture.clock.pass(7 * DAY);
      expect((await fixture.lending.order(userId, orderNo)).status).toBe(STATUS.cancel);
      const second = await fixture.lending.open(userId, APPLY);
      expect(second.orderNo).not.toBe(orderNo);
      for (let i = 0; i < 2; i++) expect((await fixture.lending.decline(userId, second.orderNo)).status).toBe(STATUS.cancel);
      expect(await fixture.lending.records(userId, 1)).toMatchObject({ rows: [{ orderNo: second.orderNo }, { orderNo }], more: false });
    });

    test('list of orders, 21 orders: has twenty on its first page', async () => {
      const { userId } = await newBorrower(fixture.store, fixture.clock.now());
      for (let i = 0; i < 21; i++) await fixture.lending.decline(userId, (await fixture.lending.open(userId, APPLY)).orderNo);
      expect(await fixture.lending.records(userId, 1)).toMatchObject({ rows: { length: 20 }, more: true });
      expect(await fixture.lending.records(userId, 2)).toMatchObject({ rows: { length: 1 }, more: false });
    });
  });

  describe('application being assessed', () => {
    test('application, sent ten minutes ago: the rules answer it', async () => {
      const { userId, orderNo } = await fixture.applied();
      fixture.clock.pass(10 * MINUTE - 1);
      await fixture.settleDueWork();
      expect((await fixture.lending.order(userId, orderNo)).status).toBe(STATUS.applying);
      fixture.clock.pass(1);
      expect(await fixture.lending.order(userId, orderNo)).toMatchObject({
        status: STATUS.confirm,
        offer: { openUntil: fixture.clock.now() + 24 * HOUR },
      });
    });

    test('application, arrears with other lenders: is rejected with a reason in the borrower’s language; may be repeated after 30 days', async () => {
      const { userId, orderNo } = await fixture.applied({ ...GOOD_ANSWERS, 11: '4' });
      fixture.clock.pass(10 * MINUTE);
      await fixture.settleDueWork();
      const reapplyOn = addDays(nairobiDate(fixture.clock.now()), 30);
      expect(await fixture.lending.order(userId, orderNo)).toMatchObject({
        status: STATUS.reject,
        rejection: { reason: 'You have overdue loans with other lenders.', reapplyOn },
      });
      expect((await fixture.lending.order(userId, orderNo, 'sw')).rejection?.reason).toMatch(/mikopo/);
      await expect(fixture.lending.open(userId, APPLY)).rejects.toMatchObject({ code: CODE.reapplyTooEarly, params: { date: reapplyOn } });
      fixture.clock.pass(29 * DAY);
      expect((await fixture.lending.home(userId)).order?.status).toBe(STATUS.reject);
      fixture.clock.pass(DAY);
      expect((await fixture.lending.home(userId)).order).toBeNull();
      expect((await fixture.lending.open(userId, APPLY)).status).toBe(STATUS.question);
      const { saved = [] } = await fixture.lending.home(userId);
      expect(saved.map(({ section }) => section).sort(), 'the questions are answered afresh').toEqual(['additionalInfo', 'personalInfo']);
    });

    test('application, undecided by the rules: waits for a person, and is late after one working day', async () => {
      const doubtful = { ...GOOD_ANSWERS, 1: 'yes', 2: 'yes', 3: '2' };
      const [seen, unseen] = [await fixture.applied(doubtful), await fixture.applied(doubtful)];
      fixture.clock.pass(2 * HOUR);
      await fixture.settleDueWork();
      expect((await fixture.order(seen)).status).toBe(STATUS.applying);
      await fixture.lending.decide(seen.orderNo, 'approve');
      expect((await fixture.order(seen)).status).toBe(STATUS.confirm);
      fixture.clock.set((await fixture.order(unseen)).answerLatestAt!);
      expect(await fixture.order(unseen)).toMatchObject({ status: STATUS.applying, lateSince: fixture.clock.now() });
    });

    test('application, sent: cannot be withdrawn, and the desk decides once', async () => {
      const { userId, orderNo } = await fixture.applied();
      await expect(fixture.lending.decline(userId, orderNo)).rejects.toEqual(refusal(CODE.orderRefused, 'lender.orderRefused'));
      await fixture.lending.decide(orderNo, 'reject', 'The photo shows someone else.');
      expect((await fixture.lending.order(userId, orderNo)).rejection?.reason).toBe('The photo shows someone else.');
      await expect(fixture.lending.decide(orderNo, 'approve')).rejects.toEqual(refusal(CODE.orderRefused, 'lender.orderRefused'));
      await expect(fixture.lending.decide('L000', 'approve')).rejects.toEqual(refusal(CODE.orderNotFound, 'lender.orderNotFound'));
    });
  });

  describe('open offer', () => {
    test('offer: shows all terms, and the agreement has the same figures in three languages', async () => {
      const { userId, orderNo } = await fixture.approved();
      const offer = await fixture.lending.offer(userId, orderNo);
      expect(offer).toMatchObject({
        terms: { sent: 494_200, owed: 537_400, apr: 3_506 },
        dueDate: addDays(nairobiDate(fixture.clock.now()), 91),
        latePerDay: 10_000,
        lateCap: 462_600,
        payoutAccount: { kind: 'mpesa' },
      });
      const texts = await Promise.all(
        (['en', 'es', 'sw'] as const).map((language) => fixture.lending.agreement(userId, orderNo, language)),
      );
      for (const text of texts) {
        expect(text.version).toBe(offer.agreementVersion);
        const body = text.sections.flatMap(({ lines = [], body: words }) => [...lines.map(({ value }) => value), words]).join('\n');
        const { terms } = offer;
        for (const amount of [
          terms.principal,
          terms.sent,
          terms.owed,
          terms.interest,
          terms.fee,
          terms.tax,
          terms.totalCost,
          offer.latePerDay,
          offer.lateCap,
        ])
          expect(body).toContain(formatKsh(amount));
        expect(body).toContain(formatRate(terms.apr));
        expect(body).not.toMatch(/undefined|NaN|\[object/);
      }
      expect(new Set(texts.map((text) => text.title))).toHaveLength(3);
    });

    test('offer, consent to other terms: is refused, and nothing is drawn', async () => {
      const { userId, orderNo } = await fixture.approved();
      const consent = await consentTo(fixture.lending, userId, orderNo);
      for (const other of [{ sent: consent.sent + 1 }, { owed: consent.owed - 100 }, { agreementVersion: 'other' }]) {
        await expect(fixture.lending.getMoney(userId, { ...consent, ...other }, OPEN_GATE)).rejects.toEqual(
          refusal(CODE.orderRefused, 'lender.termsChanged'),
        );
      }
      expect((await fixture.lending.order(userId, orderNo)).status).toBe(STATUS.confirm);
      expect(
        await fixture.store.db
          .selectFrom('consent')
          .innerJoin('loan_order', 'loan_order.id', 'consent.order_id')
          .select('consent.id')
          .where('order_no', '=', orderNo)
          .execute(),
      ).toEqual([]);
    });

    test('offer, 24 hours old: offer and draw are refused for good', async () => {
      const { userId, orderNo } = await fixture.approved();
      const consent = await consentTo(fixture.lending, userId, orderNo);
      fixture.clock.pass(24 * HOUR);
      const late = refusal(CODE.orderTimedOut, 'lender.orderTimedOut');
      for (let i = 0; i < 2; i++) await expect(fixture.lending.getMoney(userId, consent, OPEN_GATE)).rejects.toEqual(late);
      await expect(fixture.lending.offer(userId, orderNo)).rejects.toEqual(late);
      expect((await fixture.lending.order(userId, orderNo)).status).toBe(STATUS.cancel);
    });

    test('offer, declined: cannot be drawn', async () => {
      const { userId, orderNo } = await fixture.approved();
      const consent = await consentTo(fixture.lending, userId, orderNo);
      expect((await fixture.lending.decline(userId, orderNo)).status).toBe(STATUS.cancel);
      await expect(fixture.lending.getMoney(userId, consent, OPEN_GATE)).rejects.toEqual(refusal(CODE.orderRefused, 'lender.orderRefused'));
    });
  });

  test('loan repaid on time: doubles the ceiling, and the next application begins at the questionnaire', async () => {
    const borrower = await fixture.lent();
    const { balance } = await fixture.order(borrower);
    await fixture.pay(borrower, balance!.settleToday);
    const home = await fixture.lending.home(borrower.userId);
    expect(home).toMatchObject({ limit: 1_000_000, nextLimit: 2_000_000, repaidLoans: 1, order: { status: STATUS.finish, balance: null } });
    expect((await fixture.lending.open(borrower.userId, { ...APPLY, amount: 1_000_000 })).status).toBe(STATUS.question);
  });

  test('product that breaks a rule: the lender does not start', () => {
    const dishonest = { ...firstLoan, interestRate: 5_000 };
    expect(() => createLending(fixture.store, fixture.clock, fixture.rail, { ...lendingConfig, products: [dishonest] })).toThrow(
      /does not start: product first-loan: .* above the cap of 36%/,
    );
    expect(() => createLending(fixture.store, fixture.clock, fixture.rail, { ...lendingConfig, products: [] })).toThrow(/no product/);
  });
});
