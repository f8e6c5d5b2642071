import { MINUTE } from '#machines/model/calendar.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { createLending } from '#server/lending/createLending.ts';
import { trialBalance } from '#server/books/ledger.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Lending } from '#server/lending/facade.ts';
import type { Store } from '#server/store/store.ts';
import { printFigures } from '#tests/support/console.ts';
import { repetitions } from '#tests/support/effort.ts';
import { onBothDatabases, testClock, type TestClock } from '#tests/support/database.ts';
import { createHostileRail, seeded, type HostileRail } from '#tests/support/hostileRail.ts';
import {
  approvedBorrower,
  consentTo,
  giveEverything,
  lendingConfig,
  newBorrower,
  type Borrower,
  OPEN_GATE,
} from '#tests/support/lendingFixture.ts';
import { stopwatch } from '#tests/support/stopwatch.ts';
import { heldPayments } from '../repay/heldPaymentsAtDesk.ts';

type Counts = Record<string, number>;

/** Counts the outcomes of simultaneous calls: answered, refused (by the key of the refusal), or broken. */
async function countOutcomes(calls: Promise<unknown>[]): Promise<Counts> {
  const counts: Counts = {};
  for (const end of await Promise.allSettled(calls)) {
    const key = end.status === 'fulfilled' ? 'answered' : end.reason instanceof Refusal ? end.reason.key : `broken: ${String(end.reason)}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

onBothDatabases((engine) => {
  let store: Store;
  let clock: TestClock;
  let lending: Lending;
  let rail: HostileRail;

  beforeAll(async () => {
    clock = testClock();
    store = await engine.open(clock);
    rail = createHostileRail(seeded(7), (arrived) => lending.railCallback(arrived));
    lending = createLending(store, clock, rail, lendingConfig);
  });

  /** Passes time and works until the rail has nothing open. */
  async function drain(): Promise<void> {
    for (let round = 0; round < 80; round++) {
      clock.pass(61_000);
      const works = await Promise.all(times(3, () => lending.runDue()));
      for (const work of works) expect(work.errors).toEqual([]);
      await rail.quiet();
      const open = await store.db.selectFrom('rail_intent').select('id').where('state', 'in', ['NEW', 'SENT', 'UNKNOWN']).execute();
      if (open.length === 0) return;
    }
    throw new Error('the rail never came to rest');
  }

  test('draw, six presses on two devices: one disbursement is sent, and every press gets the same answer', async () => {
    const borrower = await approvedBorrower(store, lending, clock);
    const consent = await consentTo(lending, borrower.userId, borrower.orderNo);
    const answers = await Promise.all(times(6, () => lending.getMoney(borrower.userId, consent, OPEN_GATE)));
    expect(new Set(answers.map((order) => JSON.stringify([order.orderNo, order.status, order.disbursement])))).toHaveLength(1);
    await drain();
    const intents = await store.db
      .selectFrom('rail_intent')
      .innerJoin('loan_order', 'loan_order.id', 'rail_intent.order_id')
      .select('rail_intent.id')
      .where('order_no', '=', borrower.orderNo)
      .execute();
    expect(intents).toHaveLength(1);
    expect(rail.moved.get(intents[0]!.id)).toBe(1);
    expect((await lending.order(borrower.userId, borrower.orderNo)).status).toBe(STATUS.repaying);
  });

  test('application opened on two devices at once: one order exists', async () => {
    const { userId, msisdn } = await newBorrower(store, clock.now());
    await giveEverything(store, userId, msisdn, clock.now());
    const opened = await Promise.all(times(6, () => lending.open(userId, { productId: 'first-loan', amount: 500_000, termDays: 91 })));
    expect(new Set(opened.map((order) => order.orderNo))).toHaveLength(1);
    const different = await countOutcomes(
      times(4, (i) => lending.open(userId, { productId: 'first-loan', amount: 100_000 + i * 50_000, termDays: 91 })),
    );
    expect(different).toEqual({ 'lender.oneLoanAtATime': 4 });
  });

  test('draw and decline at once: one succeeds, and money moves only for the draw', async () => {
    for (const borrower of await Promise.all(times(6, () => approvedBorrower(store, lending, clock)))) {
      const consent = await consentTo(lending, borrower.userId, borrower.orderNo);
      const ends = await countOutcomes([
        lending.decline(borrower.userId, borrower.orderNo),
        lending.getMoney(borrower.userId, consent, OPEN_GATE),
      ]);
      expect(ends).toEqual({ answered: 1, 'lender.orderRefused': 1 });
      const { status } = await lending.order(borrower.userId, borrower.orderNo);
      const intents = await store.db.selectFrom('rail_intent').select('id').where('user_id', '=', borrower.userId).execute();
      expect(intents).toHaveLength(status === STATUS.cancel ? 0 : 1);
    }
    await drain();
  });

  test('payment from two devices at once: one push is sent, and both devices get the same payment number', async () => {
    const borrower = await approvedBorrower(store, lending, clock);
    await lending.getMoney(borrower.userId, await consentTo(lending, borrower.userId, borrower.orderNo), OPEN_GATE);
    await drain();
    const push = (requestId: string) => lending.startStk(borrower.userId, { orderNo: borrower.orderNo, amount: 100_000, requestId });
    expect(await countOutcomes([push('a'), push('a'), push('a'), push('b'), push('c')])).toSatisfy((ends: Counts) =>
      ends['answered'] === 3 ? ends['lender.paymentInProgress'] === 2 : ends['answered'] === 1 && ends['lender.paymentInProgress'] === 4,
    );
    await drain();
    expect((await lending.repayment(borrower.userId, borrower.orderNo)).balance.paid).toBe(100_000);
  });

  describe('two dozen orders, hostile rail', () => {
    const ORDERS = repetitions({ sample: 8, all: 24 });

    test('callbacks lost, late and repeated: nothing is paid twice, and the books balance', async () => {
      const took = stopwatch();
      const before = { ...rail.outcomes };
      const borrowers = [];
      for (let i = 0; i < ORDERS; i++) borrowers.push(await approvedBorrower(store, lending, clock));
      const consents = await Promise.all(borrowers.map((b) => consentTo(lending, b.userId, b.orderNo)));
      // Due work runs at the same time, as two servers on one database would run it.
      let stop = false;
      const errors: unknown[] = [];
      const workers = times(4, async () => {
        while (!stop) {
          errors.push(...(await lending.runDue()).errors);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      });
      const draws = await countOutcomes(
        borrowers.flatMap((b, i) => {
          const press = () => lending.getMoney(b.userId, consents[i]!, OPEN_GATE);
          const decline = () => lending.decline(b.userId, b.orderNo);
          // Every fourth order is declined just before the presses, every fourth just after.
          const order = [
            [press, press, press, press, press, press, decline],
            [press, press, press, press, press, press],
            [decline, press, press, press, press, press, press],
          ];
          return (order[i % 4] ?? order[1]!).map((act): Promise<unknown> => act());
        }),
      );
      await drain();
      const statusOf = async (b: Borrower): Promise<number> => (await lending.order(b.userId, b.orderNo)).status;
      const drawn: Borrower[] = [];
      for (const b of borrowers) if ((await statusOf(b)) !== STATUS.cancel) drawn.push(b);
      const pushes: Counts = {};
      for (const amount of [200_000, 'rest'] as const) {
        const ends = await countOutcomes(
          drawn.flatMap((b, i) =>
            times(4, async (device) => {
              const { balance } = await lending.repayment(b.userId, b.orderNo);
              return lending.startStk(b.userId, {
                orderNo: b.orderNo,
                amount: amount === 'rest' ? balance.settleToday : amount,
                requestId: `${amount}-${i}-${device}`,
              });
            }),
          ),
        );
        for (const [key, count] of Object.entries(ends)) pushes[key] = (pushes[key] ?? 0) + count;
        await drain();
      }
      // Payments whose callbacks were lost are booked by reconciling.
      for (const b of drawn) {
        for (let tries = 0; tries < 5; tries++) {
          const order = await lending.order(b.userId, b.orderNo);
          if (order.status !== STATUS.repaying) break;
          await lending.startStk(b.userId, {
            orderNo: b.orderNo,
            amount: order.balance!.settleToday,
            requestId: `last-${b.orderNo}-${tries}`,
          });
          await drain();
        }
      }
      stop = true;
      await Promise.all(workers);
      // The statement finds the payment of a prompt whose answer and callback were both lost. A second statement changes nothing.
      await rail.statement();
      const isAnythingReported = async (): Promise<boolean> =>
        (await store.db.selectFrom('reported_payment').select('id').where('state', '=', 'reported').executeTakeFirst()) !== undefined;
      for (let tries = 0; tries < 20 && (await isAnythingReported()); tries++) {
        clock.pass(11 * MINUTE);
        expect((await lending.runDue()).errors).toEqual([]);
      }
      expect(await heldPayments(store)).toEqual([]);
      const once = { ...rail.outcomes };
      await rail.statement();
      expect(rail.outcomes['statement reported']).toBe(once['statement reported']);

      expect(errors).toEqual([]);
      expect(Object.keys({ ...draws, ...pushes }).filter((key) => key.startsWith('broken'))).toEqual([]);
      const sends = await store.db
        .selectFrom('rail_intent')
        .select(['id', 'kind', 'state'])
        .where(
          'user_id',
          'in',
          borrowers.map((b) => b.userId),
        )
        .execute();
      expect(Math.max(...sends.map(({ id }) => rail.moved.get(id) ?? 0))).toBe(1);
      const statuses = await Promise.all(borrowers.map(statusOf));
      expect(statuses.filter((status) => status !== STATUS.finish && status !== STATUS.cancel)).toEqual([]);
      const paidOut = await store.db.selectFrom('journal').select('order_id').where('kind', '=', 'disbursement').execute();
      expect(new Set(paidOut.map((row) => row.order_id))).toHaveLength(paidOut.length);
      const cancelled = borrowers.filter((_, i) => statuses[i] === STATUS.cancel);
      expect(sends.filter(({ kind }) => kind === 'B2C')).toHaveLength(ORDERS - cancelled.length);
      expect(await trialBalance(store.db)).toBe(0);
      const float = await store.db
        .selectFrom('entry')
        .select((q) => q.fn.sum<number>('amount').as('sum'))
        .where('account_id', '=', 'mpesa_float')
        .executeTakeFirstOrThrow();
      expect(float.sum).toBe(rail.balance);
      const callbacks = Object.fromEntries(Object.entries(rail.outcomes).map(([key, count]) => [key, count - (before[key] ?? 0)]));
      const finished = statuses.filter((status) => status === STATUS.finish).length;
      const sent = sends.map(({ id }) => rail.moved.get(id) ?? 0);
      printFigures(
        `hostile rail on ${engine.name}: ${ORDERS} orders, ${JSON.stringify({ draws, pushes, callbacks })}; ${finished} finished, ${ORDERS - finished} cancelled; ${sent.length} movements, at most ${Math.max(...sent)} send each; ledger sum 0, float equals the rail's ${rail.balance / 100}; ${took()}`,
      );
    });
  });
});
