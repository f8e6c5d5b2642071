/** Acts by status: which of the fifteen statuses allow an act. Offers: the borrower's choice, and automatic payout. */
import { describe, expect, test } from 'vitest';
import { addDays, HOUR, nairobiDate } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { formatKsh } from '#machines/model/money.ts';
import { isEnded, isRepayable, STATUS, type OrderStatus } from '#machines/model/orderStatus.ts';
import { termsFor } from '#machines/model/terms.ts';
import type { Lending } from '#server/lending/facade.ts';
import { firstLoan, longerLoan } from '#src/market/products.ts';
import { decryptValue } from '#server/store/rowEncryption.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { consentTo, lendingConfig, type Borrower, OPEN_GATE } from '#tests/support/lendingFixture.ts';
import { APPLY, refusal, setLoanFixture } from './loanFixture.ts';

onEitherDatabase((engine) => {
  const fixture = setLoanFixture(engine, { products: [firstLoan, longerLoan] });

  describe('acts by status', () => {
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
        // After `finish` and `payFail` nothing is owed, and the call answers so.
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

    /** A paid-out loan whose row then gets this status: the ledger would allow the acts, the status may not. */
    async function loanIn(status: OrderStatus): Promise<Borrower> {
      const borrower = await fixture.lent(200_000);
      const today = nairobiDate(fixture.clock.now());
      await fixture.store.db
        .updateTable('loan_order')
        .set({
          status,
          next_due_at: null,
          offer_open_until: fixture.clock.now() + HOUR,
          due_date: status === STATUS.overdued ? addDays(today, -3) : addDays(today, 91),
          ended_at: isEnded(status) ? fixture.clock.now() : null,
          ...(status === STATUS.reject ? { rejection_reason: 'policy', reapply_on: addDays(today, 30) } : {}),
        })
        .where('order_no', '=', borrower.orderNo)
        .execute();
      return borrower;
    }

    const outcomeOf = (act: Act, borrower: Borrower): Promise<string> =>
      act(fixture.lending, borrower).then(
        () => 'done',
        (error: { name?: string }) => error.name ?? 'nameless',
      );

    // The table of allowed acts does not depend on the database, so one database tests all of it.
    const table: readonly [string, OrderStatus][] = engine.name === 'embedded' ? Object.entries(STATUS) : [['applying', STATUS.applying]];
    test.each(table)('order in status %s: allows the acts of the table and refuses the others', async (_, status) => {
      const all = Object.entries(ACTS);
      const refusing = all.filter(([, { in: isPossible }]) => !isPossible(status));
      const borrower = await loanIn(status);
      for (const [name, { act }] of refusing) expect(await outcomeOf(act, borrower), name).toBe('Refusal');
      expect(await fixture.order(borrower), 'a refusal changes nothing').toMatchObject({ status });
      for (const [name, { act, in: isPossible }] of all)
        if (isPossible(status)) expect(await outcomeOf(act, await loanIn(status)), name).toBe('done');
    });
  });

  describe('open offer', () => {
    const choice = { amount: 300_000, termDays: 91 };

    test('offer, smaller choice: terms, agreement and fingerprint follow it, and reading changes nothing', async () => {
      const { userId, orderNo } = await fixture.approved();
      const [all, less] = [await fixture.lending.offer(userId, orderNo), await fixture.lending.offer(userId, orderNo, choice)];
      expect(less).toMatchObject({
        terms: termsFor(firstLoan, 300_000, 91),
        choice: { minimum: 100_000, maximum: 500_000, step: 50_000, termDays: [91] },
        sentAt: null,
      });
      expect(less.agreementVersion).not.toBe(all.agreementVersion);
      const agreement = await fixture.lending.agreement(userId, orderNo, 'sw', choice);
      expect(agreement.version).toBe(less.agreementVersion);
      expect(JSON.stringify(agreement.sections)).toContain(formatKsh(less.terms.owed));
      expect(await fixture.lending.offer(userId, orderNo)).toEqual(all);
    });

    test.each([
      ['more than was approved', { amount: 550_000 }],
      ['between two steps', { amount: 320_000 }],
      ['less than the product lends', { amount: 50_000 }],
      ['a term the product does not have', { termDays: 180 }],
    ])('offer, %s: is neither offered nor drawn', async (_, other) => {
      const { userId, orderNo } = await fixture.approved();
      const consent = await consentTo(fixture.lending, userId, orderNo);
      await expect(fixture.lending.offer(userId, orderNo, other)).rejects.toMatchObject({ name: 'Refusal', code: CODE.amountRefused });
      await expect(fixture.lending.getMoney(userId, { ...consent, ...other }, OPEN_GATE)).rejects.toMatchObject({
        code: CODE.amountRefused,
      });
      expect((await fixture.lending.order(userId, orderNo)).status).toBe(STATUS.confirm);
    });

    test('offer, drawn: has the chosen terms, and the consent keeps everything that was shown', async () => {
      const { userId, orderNo } = await fixture.approved();
      const offer = await fixture.lending.offer(userId, orderNo, choice);
      const agreement = await fixture.lending.agreement(userId, orderNo, 'es', choice);
      const { sent, owed } = offer.terms;
      const consent = { orderNo, agreementVersion: offer.agreementVersion, sent, owed, ...choice };
      await expect(
        fixture.lending.getMoney(userId, { ...consent, amount: 500_000 }, OPEN_GATE),
        'the words were of another amount',
      ).rejects.toEqual(refusal(CODE.orderRefused, 'lender.termsChanged'));
      await fixture.lending.getMoney(userId, consent, OPEN_GATE, 'es');
      await fixture.settleDueWork();
      fixture.clock.pass(3_000);
      await fixture.settleDueWork();
      expect(await fixture.lending.order(userId, orderNo)).toMatchObject({
        principal: 300_000,
        terms: offer.terms,
        balance: { left: owed },
      });
      const kept = await fixture.store.db
        .selectFrom('consent')
        .innerJoin('loan_order', 'loan_order.id', 'consent.order_id')
        .select(['order_id', 'consent.at', 'key_facts_sealed', 'given_by', 'terms'])
        .where('order_no', '=', orderNo)
        .executeTakeFirstOrThrow();
      const { coupon: _outside, needsCode: _ofThisPhone, ...shown } = offer;
      expect(kept).toMatchObject({ given_by: 'borrower', terms: offer.terms });
      expect(
        decryptValue(fixture.store.db, 'consent.key_facts_sealed', [kept.order_id, kept.at], kept.key_facts_sealed as Uint8Array),
      ).toEqual({
        offer: shown,
        agreement,
        language: 'es',
        parties: { lender: lendingConfig.lender.company.name, borrower: 'Wanjiku Kamau' },
      });
      expect(await fixture.lending.agreement(userId, orderNo, 'es'), 'as it was agreed to').toEqual({
        ...agreement,
        accepted: { at: kept.at, language: 'es' },
      });
      expect((await fixture.lending.getMoney(userId, consent, OPEN_GATE)).status, 'a second press').toBe(STATUS.repaying);
    });

    test('products of this market: none pays out automatically', () => {
      for (const product of [firstLoan, longerLoan]) expect(product.autoDisburseHours).toBeUndefined();
    });
  });

  describe('product that pays out automatically', () => {
    const other = setLoanFixture(engine, { products: [{ ...firstLoan, autoDisburseHours: 12 }] });

    test('offer with automatic payout: shows the time, and may be declined until then', async () => {
      const { userId, orderNo } = await other.approved();
      expect((await other.lending.offer(userId, orderNo)).sentAt).toBe(other.clock.now() + 12 * HOUR);
      await other.pass(12 * HOUR - 1);
      expect((await other.lending.decline(userId, orderNo)).status).toBe(STATUS.cancel);
      await other.pass(HOUR);
      expect((await other.lending.order(userId, orderNo)).status).toBe(STATUS.cancel);
    });

    test('offer with automatic payout, time reached: pays out once, and the consent is marked as given by the clock', async () => {
      const { userId, orderNo } = await other.approved();
      await other.pass(12 * HOUR);
      await other.pass(3_000);
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
});
