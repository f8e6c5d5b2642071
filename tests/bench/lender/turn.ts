/**
 * Measures calls at midnight, when many loans become late at once, while borrowers load home and pay. For comparison the same
 * is measured before, when no loan is due.
 */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { addDays, nairobiDate } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { claimEarlierIds } from '#server/apply/idClaims.ts';
import { loadKeys } from '#server/store/keyRing.ts';
import { readConfig } from '#server/config.ts';
import { systemClock } from '#server/store/clock.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { addBorrowers, type SeededBorrower } from '../../../scripts/lib/manyBorrowers.ts';
import { percentile, withLender, type Bench, type Prepared } from './bench.ts';
import { requestOf, send } from './closedLoop.ts';

/** Number of borrowers who read home at the same time, and the pause of each between two reads, ms. */
const READERS = 4;
const READ_PAUSE = 50;
/** Pause between two payments, ms. One borrower pays at a time. */
const PAY_PAUSE = 400;
/** Time until midnight, ms, and the last part of it, which is measured. */
const BEFORE = 60_000;
const QUIET = 20_000;

interface Borrowers {
  readers: SeededBorrower[];
  payers: SeededBorrower[];
}

/** ms, in ascending order. */
interface Times {
  home: number[];
  /** From the call of a payment until the request to the rail. */
  push: number[];
}

const isDueLoan = (store: Store) =>
  store.db.updateTable('loan_order').where('status', '=', STATUS.repaying).where('due_date', '<', nairobiDate(Date.now()));

/** Adds loans that were due yesterday and have not been brought up to now, and others that are not due. */
async function addLoans({ place, env }: Prepared, count: number): Promise<Borrowers> {
  const config = readConfig(env);
  const store = await openStore({ ...place, clock: systemClock, mode: config.mode });
  try {
    store.useSecret((await loadKeys({ keys: config.dataKeys, keyFile: config.dataKeyFile, dataDir: place.dataDir }, store)).secret);
    const now = Date.now();
    // This runs once for every database. Before the borrowers are added it takes no time.
    await claimEarlierIds(store, now);
    await addBorrowers(store, { stage: 'lent', count, first: 50_000_000, now, dueDate: addDays(nairobiDate(now), -1) });
    await isDueLoan(store).set({ next_due_at: null }).execute();
    const readers = await addBorrowers(store, { stage: 'lent', count: READERS, first: 40_000_000, now });
    const payers = await addBorrowers(store, { stage: 'lent', count: 2_000, first: 41_000_000, now });
    return { readers, payers };
  } finally {
    await store.close();
  }
}

/** Starts borrowers who read and pay until they are stopped. */
function startBorrowers(url: URL, { readers, payers }: Borrowers, nextPush: () => Promise<void>): { stop(): Promise<Times> } {
  const agent = new http.Agent({ keepAlive: true });
  const times: Times = { home: [], push: [] };
  let isOver = false;
  const timed = async (list: number[], work: () => Promise<void>): Promise<void> => {
    const began = performance.now();
    await work();
    list.push(performance.now() - began);
  };
  const read = async (reader: SeededBorrower): Promise<void> => {
    while (!isOver) {
      await timed(times.home, () => send(url, agent, requestOf('latestOrder', {}, reader)));
      await sleep(READ_PAUSE);
    }
  };
  const pay = async (): Promise<void> => {
    while (!isOver) {
      const payer = payers.pop();
      if (!payer) throw new Error('every payer has paid');
      const payment = { orderNo: payer.orderNo, amount: 100_000, requestId: payer.deviceId };
      await timed(times.push, async () => {
        const pushed = nextPush();
        await send(url, agent, requestOf('mpesaRepayLink', payment, payer));
        await pushed;
      });
      await sleep(PAY_PAUSE);
    }
  };
  const running = Promise.all([...readers.map(read), pay()]);
  return {
    async stop() {
      isOver = true;
      await running;
      agent.destroy();
      const sorted = (list: readonly number[]): number[] => list.toSorted((a, b) => a - b);
      return { home: sorted(times.home), push: sorted(times.push) };
    },
  };
}

const line = (name: string, { home, push }: Times): string =>
  [
    `  ${name.padEnd(9)}`,
    ...[home, push].map((times) => [0.5, 0.99].map((share) => percentile(times, share).toFixed(1).padStart(8)).join('')),
    `  (${home.length}, ${push.length})`,
  ].join('');

/** On PostgreSQL, because another process cannot open the embedded database. */
export async function measureTurn(bench: Bench, loans: number): Promise<void> {
  let pushed = (): void => undefined;
  const nextPush = (): Promise<void> => new Promise((resolve) => (pushed = resolve));
  await withLender(
    bench,
    'postgres',
    (at) => addLoans(at, loans),
    async (lender, borrowers, { place }) => {
      const store = await openStore({ ...place, clock: systemClock, asItIs: true });
      try {
        const turnsAt = Date.now() + BEFORE;
        await isDueLoan(store).set({ next_due_at: turnsAt }).execute();
        // A database that has been in use for a day has statistics too.
        await sql`vacuum analyze`.execute(store.db);
        await sleep(turnsAt - QUIET - Date.now());
        const before = startBorrowers(lender.url, borrowers, nextPush);
        await sleep(turnsAt - Date.now());
        const quiet = await before.stop();
        const meanwhile = startBorrowers(lender.url, borrowers, nextPush);
        const isDone = async (): Promise<boolean> => {
          const { rows } = await sql`select from loan_order where next_due_at = ${turnsAt} limit 1`.execute(store.db);
          return rows.length === 0;
        };
        while (!(await isDone())) await sleep(200);
        const took = (Date.now() - turnsAt) / 1_000;
        const during = await meanwhile.stop();
        console.log(`postgres: ${loans} loans late after ${took.toFixed(1)} s (${(loans / took).toFixed(0)} a second)`);
        console.log('  ms:      home p50     p99, payment until the rail is asked p50 p99 (how many)');
        console.log(line('before', quiet));
        console.log(line('during', during));
        const ratio = (of: keyof Times): string => (percentile(during[of], 0.99) / percentile(quiet[of], 0.99)).toFixed(2);
        console.log(`  p99 during of p99 before: home ${ratio('home')}, payment ${ratio('push')}`);
      } finally {
        await store.close();
      }
    },
    (path) => path.includes('stkpush') && pushed(),
  );
}
