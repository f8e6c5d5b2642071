/**
 * The cluster of `npm run cluster` under load: its primary is killed again and again. No change may be lost that was confirmed
 * to a borrower, no money may move twice, and the lenders continue in the same processes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { bundleLender } from '../../scripts/build/lenderBundle.ts';
import type { DatabaseNode } from '../../scripts/cluster/patroni.ts';
import { isWhole, killDatabase, primaryOf } from '../../scripts/cluster/databaseNodes.ts';
import { startCluster, type RunningCluster } from '../../scripts/cluster/startCluster.ts';
import { root } from '../../scripts/lib/install.mjs';
import { printFigures } from '#tests/support/console.ts';
import { repetitions } from '#tests/support/effort.ts';
import { followFailover, hangStandby, LATE, spreadOf, timeToStore, type Failover } from '#tests/bench/failover.ts';
import { booksOf, isOfOutage, lostOf, prepareBorrowers, startLoad, withPhone, type BorrowerWithPhone } from '#tests/support/outageLoad.ts';
import { until } from '#tests/support/patience.ts';
import { createPhone, sandboxClient, type Phone } from '#tests/support/testLender.ts';

const ROUNDS = repetitions({ sample: 2, all: 20 });
/** Number of borrowers who start in each round. */
const NEWCOMERS = 2;
const KEY = Buffer.alloc(32, 7);

let cluster: RunningCluster;
let borrowers: BorrowerWithPhone[];
let front: { phone: (options?: Parameters<typeof createPhone>[1]) => Phone; sandbox: ReturnType<typeof sandboxClient> };

beforeAll(async () => {
  // Inside of the clone, where the bundle finds its packages.
  const dist = join(root, '.cache', 'cluster');
  mkdirSync(join(dist, 'app/assets'), { recursive: true });
  writeFileSync(join(dist, 'app/index.html'), '');
  await bundleLender(root, join(dist, 'server'));
  cluster = await startCluster({
    dist,
    env: { DATA_KEYS: KEY.toString('hex'), READER: 'off' },
    nodeOptions: ['--liftoff-only'],
    say: () => undefined,
  });
  front = { phone: (options) => createPhone(cluster.url, options), sandbox: sandboxClient(cluster.url) };
  borrowers = (await prepareBorrowers(cluster.databaseUrl, KEY, ROUNDS * NEWCOMERS)).map((one) => withPhone(one, front));
});
afterAll(() => cluster?.stop());

const logs = (): string => cluster.services.map((one) => `${one.name}: ${one.log()}`).join('\n');

/** Waits until all nodes answer. @returns the primary. A slow node is only waited for. */
async function primaryOfWhole(nodes: readonly DatabaseNode[]): Promise<DatabaseNode> {
  let found: DatabaseNode | undefined;
  await until(
    async () => {
      found = (await isWhole(nodes)) ? await primaryOf(nodes) : undefined;
      return found !== undefined;
    },
    () => `the cluster is not whole again: ${logs()}`,
  );
  return found as DatabaseNode;
}

test(`primary killed under load (${ROUNDS} times): no acknowledged change is lost or made twice, and the processes survive`, async () => {
  const { nodes, lenders } = cluster;
  const load = startLoad(front, []);
  const failovers: Failover[] = [];
  const killed: string[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const primary = await primaryOfWhole(nodes);
      for (const borrower of borrowers.slice(round * NEWCOMERS, (round + 1) * NEWCOMERS)) load.join(borrower);
      await load.moreAnswers();
      const [caller] = borrowers;
      if (!caller) throw new Error('no borrower');
      // The kill comes at a random moment of the borrowers' calls.
      await sleep(Math.random() * 500);
      killDatabase(primary);
      killed.push(primary.name);
      failovers.push(await followFailover(cluster, primary, caller));
      await load.moreAnswers();
      // A push that was cut off before the rail named it is given up after ten minutes. Then its borrower may pay again.
      if (round % 5 === 4)
        await until(
          () => passed(12 * MINUTE),
          () => 'the clock does not move',
        );
    }
    await load.anotherPayment();
  } finally {
    await load.stop();
  }
  expect(load.failures.filter((problem) => !isOfOutage(problem))).toEqual([]);
  expect(lenders.map(({ service }) => service.isRunning())).toEqual([true, true, true]);
  expect(new Set(killed).size).toBeGreaterThan(1);

  // Every movement of money gets a result without help.
  for (let minute = 0; minute < 15; minute++)
    await until(
      () => passed(MINUTE),
      () => 'the clock does not move',
    );
  const lost = await lostOf(cluster.databaseUrl, load.acknowledged);
  const books = await booksOf(cluster.databaseUrl);
  const { drawn, pushed, paid } = load.acknowledged;
  const times = failovers.map((one) => one.times);
  const restarts = failovers.filter(({ isRestart }) => isRestart).length;
  printFigures(
    `failovers: ${ROUNDS}, in ${restarts} of which the killed node was started again; median time (and the longest): a node was the primary after ${spreadOf(times, 'promotion')}; from then on all lenders answered a read after ${spreadOf(times, 'read')}, and the primary had a standby and committed after ${spreadOf(times, 'commit')}; from then on all lenders had stored a change after ${spreadOf(times, 'write')}`,
  );
  printFigures(
    `failovers under load: ${load.answered()} answers, ${load.failures.length} calls failed; ${drawn.length} draws, ${pushed.length} pushes, ${paid.length} payments acknowledged, ${lost.length} lost; ${books.payouts} payouts, ${books.payments} payments, ${books.different.length} not booked once; ledger sum ${books.sum}`,
  );
  expect(restarts).toBeLessThanOrEqual(ROUNDS / 2);
  // The limit is far above the times of a busy machine. A lender that does not recover by itself exceeds it.
  expect(times.filter(({ read, write }) => Math.max(read, write) > LATE)).toEqual([]);
  expect(lost).toEqual([]);
  expect(books).toMatchObject({ open: [], payouts: drawn.length, different: [], sum: 0 });
});

test('standby killed, then one that hangs: changes wait until it is off the list of Patroni, and none is refused', async () => {
  const { nodes } = cluster;
  const [caller] = borrowers;
  if (!caller) throw new Error('no borrower');
  /** @returns a standby of the whole cluster. */
  const standbyOf = async (): Promise<DatabaseNode> => {
    const primary = await primaryOfWhole(nodes);
    return nodes.find((node) => node !== primary) as DatabaseNode;
  };
  killDatabase(await standbyOf());
  const killed = await timeToStore(cluster, caller);
  const goOn = await hangStandby(cluster, await standbyOf());
  let hung: number;
  try {
    hung = await timeToStore(cluster, caller);
  } finally {
    goOn();
  }
  await primaryOfWhole(nodes);
  printFigures(`all lenders stored a change ${Math.round(killed)} ms after a standby was killed, ${Math.round(hung)} ms after one hung`);
});

const passed = (ms: number): Promise<boolean> =>
  front.sandbox.advance(ms).then(
    () => true,
    () => false,
  );
