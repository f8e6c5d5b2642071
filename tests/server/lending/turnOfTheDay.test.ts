/** The start of a day: many loans at a time, with the same result as one at a time. */
import { describe, expect, test } from 'vitest';
import { addDays, nairobiDate, startOfDate } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { readDebt, openParts, trialBalance } from '#server/books/ledger.ts';
import { findOrder } from '#server/books/orders.ts';
import type { Store } from '#server/store/store.ts';
import { onBothDatabases, testClock, type TestClock } from '#tests/support/database.ts';
import { startLendingFixture, type LendingFixture } from '#tests/support/lendingFixture.ts';
import { addBorrowers, type SeededBorrower } from '../../../scripts/lib/manyBorrowers.ts';

const MANY = 1_150;

onBothDatabases((engine) => {
  async function seeded(count: number): Promise<{ fixture: LendingFixture; store: Store; clock: TestClock; loans: SeededBorrower[] }> {
    const clock = testClock();
    const store = await engine.open(clock);
    const fixture = await startLendingFixture(store, clock);
    const dueDate = nairobiDate(clock.now());
    const loans = await addBorrowers(store, { stage: 'lent', count, first: 60_000_000, now: clock.now(), dueDate });
    clock.set(startOfDate(addDays(dueDate, 1)));
    return { fixture, store, clock, loans };
  }

  const statusesOf = async ({ db }: Store): Promise<Record<number, number>> => {
    const rows = await db
      .selectFrom('loan_order')
      .select(['status', (q) => q.fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute();
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  };

  describe('midnight after the due date', () => {
    test('more loans than one round processes: rounds report the rest until all are late, each charged and texted once', async () => {
      const { fixture, store, loans } = await seeded(MANY);
      const first = await fixture.lending.runDue();
      expect(first.errors).toEqual([]);
      expect(first).toMatchObject({ isMore: true });
      expect(first.orders).toBeLessThan(MANY);
      const second = await fixture.lending.runDue();
      expect({ orders: first.orders + second.orders, isMore: second.isMore }).toEqual({ orders: MANY, isMore: false });
      expect(await statusesOf(store)).toEqual({ [STATUS.overdued]: MANY });
      expect(await fixture.lending.runDue()).toMatchObject({ orders: 0, isMore: false, errors: [] });

      const events = await store.db.selectFrom('order_event').select('order_id').where('event', '=', 'dueDate.passed').execute();
      expect(new Set(events.map(({ order_id }) => order_id)).size).toBe(MANY);
      expect(events).toHaveLength(MANY);
      const texts = await store.db.selectFrom('text_message').select('once_key').where('key', '=', 'overdue').execute();
      expect(texts).toHaveLength(MANY);
      const penalties = await store.db.selectFrom('journal').select('order_id').where('kind', '=', 'penalty').execute();
      expect(penalties).toHaveLength(MANY);
      expect(await trialBalance(store.db)).toBe(0);
      const [one] = loans;
      if (!one) throw new Error('no loan was added');
      const row = await findOrder(store.db, one.userId, one.orderNo);
      // 2 % of 5,000 shillings.
      expect(openParts(await readDebt(store.db, row.id)).penalty).toBe(10_000);
      await fixture.close();
    });

    test('start of a day, one loan that cannot be processed: is reported and stays due, and the others become late', async () => {
      const { fixture, store, loans } = await seeded(5);
      const [broken] = loans;
      if (!broken) throw new Error('no loan was added');
      const row = await findOrder(store.db, broken.userId, broken.orderNo);
      // An event with the next version exists already, so the change of this order fails.
      await store.db
        .insertInto('order_event')
        .values({ order_id: row.id, version: row.version + 1, from_status: 2, to_status: 2, event: 'x', at: 0 })
        .execute();
      const done = await fixture.lending.runDue();
      expect(done.orders).toBe(4);
      expect(done.errors).toHaveLength(1);
      expect(await statusesOf(store)).toEqual({ [STATUS.overdued]: 4, [STATUS.repaying]: 1 });
      expect(await trialBalance(store.db)).toBe(0);
      await fixture.close();
    });

    test('loan read before due work processed it: is late and charged, and due work changes nothing else', async () => {
      const { fixture, store, loans } = await seeded(3);
      const [read] = loans;
      if (!read) throw new Error('no loan was added');
      const home = await fixture.lending.home(read.userId);
      expect(home.order).toMatchObject({ status: STATUS.overdued, balance: { penalty: 10_000, daysLate: 1 } });
      expect((await fixture.lending.runDue()).orders).toBe(2);
      expect((await fixture.lending.home(read.userId)).order?.balance?.penalty).toBe(10_000);
      expect(await trialBalance(store.db)).toBe(0);
      await fixture.close();
    });
  });
});
