/** The test of random interleavings on one database. The two run side by side, in files of their own. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { printFigures } from './console.ts';
import { onDatabase, testClock, type Engine } from './database.ts';
import { repetitions } from './effort.ts';
import { batchOf, live, type Batch } from './interleavings.ts';
import { checkMoneyInvariants, checkOrderInvariants } from './ledgerInvariants.ts';
import { stopwatch } from './stopwatch.ts';

/** A thousand over both databases in a long run; the embedded one is the slower. `INTERLEAVINGS` asks for another number on each, `INTERLEAVINGS_SEED` for the same ones again. */
const COUNTS: Record<Engine['name'], number> = {
  embedded: repetitions({ sample: 25, all: 125 }),
  postgres: repetitions({ sample: 125, all: 875 }),
};

/** Every way an order may end is met among five hundred. */
const ENDS = ['finish', 'cancel', 'reject', 'repaying', 'overdued'];

export function testInterleavings(name: Engine['name']): void {
  const count = Number(process.env['INTERLEAVINGS'] ?? COUNTS[name]);
  /** That many share a clock, a rail and restarts. */
  const batchSize = Math.min(125, count);
  const seed = Number(process.env['INTERLEAVINGS_SEED'] ?? Date.now() % 2 ** 31);
  onDatabase(name, (engine) => {
    test(
      `${count} random interleavings end with a balanced ledger and no order in two states`,
      { timeout: 600_000 + 500 * count },
      async () => {
        printFigures(`interleavings on ${name}: INTERLEAVINGS_SEED=${seed}`);
        const took = stopwatch();
        const clock = testClock();
        const store = await engine.open(clock);
        // Other tests cover losses of power; here thousands of commits would wait for the disk.
        await sql`set synchronous_commit = off`.execute(store.db);
        const counts: Record<string, number> = {};
        await fc.assert(
          fc.asyncProperty(batchOf(batchSize), async (batch) => {
            const outcome = await live(store, clock, batch);
            for (const [what, times] of Object.entries(outcome.counts)) counts[what] = (counts[what] ?? 0) + times;
            expect(outcome.complaints).toEqual([]);
          }),
          {
            seed,
            numRuns: Math.ceil(count / batchSize),
            // The next run would go on in a database that is broken already.
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

    test('an order that was moved behind the chart, and money that moved twice, are noticed', async () => {
      const clock = testClock();
      const store = await engine.open(clock);
      const [batch] = fc.sample(batchOf(2), { numRuns: 1, seed });
      const { complaints, people, rail } = await live(store, clock, batch as Batch);
      expect(complaints).toEqual([]);
      // The newest of each person: a second open one the database itself would refuse.
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
