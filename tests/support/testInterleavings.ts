/** The test of random interleavings on one database. Each database has a test file of its own, so that the two run side by side. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { printFigures } from './console.ts';
import { onDatabase, testClock, type Engine } from './database.ts';
import { repetitions } from './effort.ts';
import { batchOf, runBatch, type Batch } from './interleavings.ts';
import { checkMoneyInvariants, checkOrderInvariants } from './ledgerInvariants.ts';
import { stopwatch } from './stopwatch.ts';

/**
 * A thousand on both databases together in a long run. The embedded one is slower, so it has fewer. `INTERLEAVINGS` sets another
 * number per database, `INTERLEAVINGS_SEED` repeats an earlier run.
 */
const COUNTS: Record<Engine['name'], number> = {
  embedded: repetitions({ sample: 25, all: 125 }),
  postgres: repetitions({ sample: 60, all: 875 }),
};

/** Statuses that all occur among five hundred interleavings. */
const ENDS = ['finish', 'cancel', 'reject', 'repaying', 'overdued'];

export function testInterleavings(name: Engine['name']): void {
  const count = Number(process.env['INTERLEAVINGS'] ?? COUNTS[name]);
  /** Interleavings of one batch share clock, rail and restarts. */
  const batchSize = Math.min(125, count);
  const seed = Number(process.env['INTERLEAVINGS_SEED'] ?? Date.now() % 2 ** 31);
  onDatabase(name, (engine) => {
    test(
      `random interleavings, ${count}: the ledger balances, and every order has one status`,
      { timeout: 600_000 + 500 * count },
      async () => {
        printFigures(`interleavings on ${name}: INTERLEAVINGS_SEED=${seed}`);
        const took = stopwatch();
        const clock = testClock();
        const store = await engine.open(clock);
        const counts: Record<string, number> = {};
        await fc.assert(
          fc.asyncProperty(batchOf(batchSize), async (batch) => {
            const outcome = await runBatch(store, clock, batch);
            for (const [what, times] of Object.entries(outcome.counts)) counts[what] = (counts[what] ?? 0) + times;
            expect(outcome.complaints).toEqual([]);
          }),
          {
            seed,
            numRuns: Math.ceil(count / batchSize),
            // A failure leaves the database broken, so further runs would be useless.
            endOnFailure: true,
            asyncReporter: async ({ failed, errorInstance, counterexamplePath }) => {
              if (failed)
                throw new Error(`INTERLEAVINGS_SEED=${seed}, batch ${counterexamplePath}: ${String(errorInstance)}`, {
                  cause: errorInstance,
                });
            },
          },
        );
        const met = Object.entries(counts).map(([what, times]) => `${what} ${times}`);
        printFigures(`interleavings on ${name}: ${count} in ${took()}; ${met.sort().join(', ')}`);
        if (count >= 500) expect(ENDS.filter((end) => !counts[`ended in ${end}`])).toEqual([]);
      },
    );

    test('invariants, planted status outside the chart and planted double movement: are violated', async () => {
      const clock = testClock();
      const store = await engine.open(clock);
      const [batch] = fc.sample(batchOf(2), { numRuns: 1, seed });
      const { complaints, people, rail } = await runBatch(store, clock, batch as Batch);
      expect(complaints).toEqual([]);
      // The newest order of each borrower is checked: the database refuses a second open order.
      const newest = store.db
        .selectFrom('loan_order')
        .select((q) => q.fn.max('id').as('id'))
        .where('user_id', 'in', people)
        .groupBy('user_id');
      await store.db.updateTable('loan_order').set({ status: STATUS.lending }).where('id', 'in', newest).execute();
      expect((await checkOrderInvariants(store, people, () => '')).length).toBeGreaterThanOrEqual(people.length);
      const twice = { ...rail, balance: rail.balance + 1, moved: new Map([['P1', 2]]) };
      expect(await checkMoneyInvariants(store, people, twice, 0)).toEqual(
        expect.arrayContaining([expect.stringContaining('the float moved'), 'P1 moved 2 times']),
      );
    });
  });
}
