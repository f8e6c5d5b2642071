/**
 * The cluster of `npm run cluster` under load: its primary is killed again and again. Nothing that a borrower was told has
 * been done may be lost, no money may move twice, and the lenders go on in the same processes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { toProblem } from '#machines/model/codes.ts';
import { bundleLender } from '../../scripts/build/lender.ts';
import { isWhole, killDatabase, primaryOf } from '../../scripts/cluster/members.ts';
import type { DatabaseNode } from '../../scripts/cluster/patroni.ts';
import { startCluster, type RunningCluster } from '../../scripts/cluster/startCluster.ts';
import { root } from '../../scripts/lib/install.mjs';
import { printFigures } from '#tests/support/console.ts';
import { repetitions } from '#tests/support/effort.ts';
import { booksOf, isOfOutage, lostOf, prepareBorrowers, startLoad, withPhone, type BorrowerWithPhone } from '#tests/support/outageLoad.ts';
import { until } from '#tests/support/patience.ts';
import { createPhone, sandboxClient, type Phone } from '#tests/support/testLender.ts';

const ROUNDS = repetitions({ sample: 2, all: 20 });
/** Who begin to borrow in each round. */
const NEWCOMERS = 2;
const KEY = Buffer.alloc(32, 7);

let cluster: RunningCluster;
let borrowers: BorrowerWithPhone[];
let front: { phone: (options?: Parameters<typeof createPhone>[1]) => Phone; sandbox: ReturnType<typeof sandboxClient> };

beforeAll(async () => {
  // Inside of the clone, where the bundle finds its packages.
  const dist = join(root, '.cache', 'cluster');
  mkdirSync(join(dist, 'app'), { recursive: true });
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

interface Promotion {
  /** When the node accepted connections as a primary, and when it acknowledged a commit, by `performance.now()`. */
  acceptedAt: number;
  committedAt: number;
}

/** Waits for one of the nodes to take the place of the primary, asked past the proxy. */
async function promotion(nodes: readonly DatabaseNode[]): Promise<Promotion> {
  const connect = async (node: DatabaseNode): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: cluster.databaseUrlOf(node), connectionTimeoutMillis: 2_000 });
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    if (rows[0]?.standby === false) return client;
    await client.end();
    throw new Error('a standby');
  };
  let client: pg.Client | undefined;
  await until(
    async () => {
      client = await Promise.any(nodes.map(connect)).catch(() => undefined);
      return client !== undefined;
    },
    () => `no standby was promoted: ${logs()}`,
  );
  const acceptedAt = performance.now();
  await client?.query(`insert into setting(key, value) values ('promotions', '1') on conflict (key) do update set value = excluded.value`);
  const committedAt = performance.now();
  await client?.end();
  return { acceptedAt, committedAt };
}

const logs = (): string => cluster.services.map((one) => `${one.name}: ${one.log()}`).join('\n');

/** Resolves when this lender has answered a call that writes, asked past the proxy. @returns when. */
async function backAtWork(port: number, { phone: { token } }: BorrowerWithPhone): Promise<number> {
  const phone = Object.assign(createPhone(`http://127.0.0.1:${port}`), { token });
  await until(
    () =>
      // An order of nobody: the refusal is stored as the answer to this request.
      phone
        .call('getMoney', { orderNo: 'L000000000', agreementVersion: '1', sent: 1, owed: 1 })
        .then(() => true)
        .catch((error: unknown) => !isOfOutage(toProblem(error))),
    () => 'a lender does not go on',
  );
  return performance.now();
}

const middleOf = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

test(`primary killed under load (${ROUNDS} times): nothing acknowledged is lost, nothing is done twice, the processes stay`, async () => {
  const { nodes, lenders } = cluster;
  const load = startLoad(front, []);
  /** ms until a standby was the primary; from then until it acknowledged a commit, and until the slowest lender had stored something. */
  const promoted: number[] = [];
  const committed: number[] = [];
  const back: number[] = [];
  const killed: string[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await until(
        () => isWhole(nodes),
        () => `round ${round}: the cluster is not whole again: ${logs()}`,
      );
      for (const borrower of borrowers.slice(round * NEWCOMERS, (round + 1) * NEWCOMERS)) load.join(borrower);
      await load.moreAnswers();
      const primary = await primaryOf(nodes);
      const [caller] = borrowers;
      if (!primary || !caller) throw new Error('no primary');
      // In the middle of whatever the borrowers do.
      await sleep(Math.random() * 500);
      killDatabase(primary);
      killed.push(primary.name);
      const killedAt = performance.now();
      const { acceptedAt, committedAt } = await promotion(nodes.filter((node) => node !== primary));
      const backAt = await Promise.all(lenders.map(({ port }) => backAtWork(port, caller)));
      promoted.push(acceptedAt - killedAt);
      committed.push(committedAt - acceptedAt);
      back.push(Math.max(...backAt) - acceptedAt);
      await load.moreAnswers();
      // A push that was cut off before the rail named it is given up after ten minutes; then its borrower may pay again.
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

  // Whatever was under way finishes by itself.
  for (let minute = 0; minute < 15; minute++)
    await until(
      () => passed(MINUTE),
      () => 'the clock does not move',
    );
  const lost = await lostOf(cluster.databaseUrl, load.acknowledged);
  const books = await booksOf(cluster.databaseUrl);
  const { drawn, pushed, paid } = load.acknowledged;
  const ms = (numbers: readonly number[]): string =>
    `${Math.round(middleOf(numbers))} ms at the median, ${Math.round(Math.max(...numbers))} at most`;
  printFigures(
    `failovers: ${ROUNDS}; a standby was the primary after ${ms(promoted)}; from then on it acknowledged a commit after ${ms(committed)}, and every lender had stored a change after ${ms(back)}; ${load.answered()} answers, ${load.failures.length} calls failed; ${drawn.length} draws, ${pushed.length} pushes, ${paid.length} payments acknowledged, ${lost.length} lost; ${books.payouts} payouts, ${books.payments} payments, ${books.different.length} not booked once; ledger sum ${books.sum}`,
  );
  expect(lost).toEqual([]);
  expect(books).toMatchObject({ open: [], payouts: drawn.length, different: [], sum: 0 });
});

const passed = (ms: number): Promise<boolean> =>
  front.sandbox.advance(ms).then(
    () => true,
    () => false,
  );
