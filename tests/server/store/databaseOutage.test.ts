import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { CODE, isOutcomeUnknown, toProblem, type Problem } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { es } from '#src/api/messages/es.ts';
import { printFigures } from '#tests/support/console.ts';
import { removeTemporaryFolders } from '#tests/support/database.ts';
import { openDatabaseLink, type DatabaseLink } from '#tests/support/databaseLink.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import {
  booksOf,
  consentOf,
  deviceOf,
  isOfOutage,
  lostOf,
  prepareBorrowers,
  startLoad,
  withPhone,
  type BorrowerWithPhone,
} from '#tests/support/outageLoad.ts';
import { startPostgres, type Cluster } from '#tests/support/postgresCluster.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { stopwatch } from '#tests/support/stopwatch.ts';

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startPostgres({ keepsCommits: true });
});
afterAll(async () => {
  await cluster?.stop();
  removeTemporaryFolders();
});

/** Queries the database on a connection of its own, which an outage of the lender's connections does not affect. */
async function aside<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'aside' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Ends the lender's sessions that fulfil the condition. @returns their number. */
const terminate = (url: string, which = 'true'): Promise<number> =>
  aside(url, async (client) => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name <> 'aside' and ${which}`,
    );
    return rowCount ?? 0;
  });

describe('a lender in a process of its own, on a PostgreSQL that goes away', () => {
  const BORROWERS = 6;
  const KEY = Buffer.alloc(32, 7);
  let url = '';
  let link: DatabaseLink;
  let lender: TestLender;
  let pid = 0;
  const borrowers: BorrowerWithPhone[] = [];

  beforeAll(async () => {
    url = await cluster.createDatabase();
    const waiting = await prepareBorrowers(url, KEY, BORROWERS);
    link = await openDatabaseLink(url);
    lender = await startLender({ process: true, databaseUrl: link.url, env: { LOG_LEVEL: 'warn', PHOTO_KEY: KEY.toString('hex') } });
    ({ pid } = lender.outside());
    borrowers.push(...waiting.map((one) => withPhone(one, lender)));
  });
  afterAll(async () => {
    await lender?.stop();
    await link?.close();
  });

  const logLines = (message: string): number =>
    lender
      .outside()
      .output.split('\n')
      .filter((line) => line.includes(`"${message}"`)).length;

  const intentsOf = (userId: number): Promise<number | null> =>
    aside(url, async (client) => (await client.query('select 1 from rail_intent where user_id = $1', [userId])).rowCount);

  /**
   * Begins a draw, which waits for the lock of its order's row, and continues it after `meanwhile`, which gets the port of the
   * session.
   * @returns the outcome of the draw.
   */
  async function drawWhile(borrower: BorrowerWithPhone, meanwhile: (clientPort: number) => Promise<unknown>): Promise<unknown> {
    const { orderNo, phone, userId } = borrower;
    const consent = await consentOf(borrower);
    return aside(url, async (client) => {
      await client.query('begin');
      await client.query('select 1 from loan_order where order_no = $1 for update', [orderNo]);
      const draw = Object.assign(lender.phone({ language: () => 'es', device: () => deviceOf(userId) }), { token: phone.token })
        .call('getMoney', consent)
        .catch(toProblem);
      const clientPort = await vi.waitFor(async () => {
        // In a transaction the server shows the sessions of the first look again, so a session opened since would be missing.
        await client.query('select pg_stat_clear_snapshot()');
        const { rows } = await client.query<{ port: number }>(
          // Other sessions may wait too, for the locks of each other.
          'select client_port as port from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
        );
        expect(rows).toHaveLength(1);
        return rows[0]?.port ?? 0;
      }, PATIENCE);
      await meanwhile(clientPort);
      await client.query('rollback');
      return draw;
    });
  }

  test("lender, connections end before the commit of a draw: draws once, and the borrower's call succeeds", async () => {
    const [borrower] = borrowers;
    if (!borrower) throw new Error('no borrower');
    const draw = await drawWhile(borrower, async () => expect(await terminate(url)).toBeGreaterThan(0));
    expect(draw).toMatchObject({ status: STATUS.lending });
    expect(await intentsOf(borrower.userId)).toBe(1);
    expect(lender.outside()).toMatchObject({ pid, isAlive: true });
  });

  test('lender, answer to the commit of a draw lost: answers 1500, and the repeated call finds it drawn', async () => {
    const [, borrower] = borrowers;
    if (!borrower) throw new Error('no borrower');
    const consent = await consentOf(borrower);
    const problem = await drawWhile(borrower, async (clientPort) => link.loseAnswerTo('commit', clientPort));
    expect(problem).toMatchObject({ code: CODE.serverError, message: es.serverError });
    // The page reconciles after such a problem, and does not show a failure.
    expect(isOutcomeUnknown(toProblem(problem))).toBe(true);
    expect((await borrower.phone.call('getMoney', consent)).status).toBe(STATUS.lending);
    expect(await intentsOf(borrower.userId)).toBe(1);
    expect(lender.outside()).toMatchObject({ pid, isAlive: true });
  });

  test('lender, database restarts during a call: the call is answered', async () => {
    const { phone } = borrowers[0] ?? {};
    if (!phone) throw new Error('no borrower');
    await cluster.crash();
    const answer = phone.call('latestOrder', {});
    await cluster.again();
    expect((await answer).order?.status).toBeDefined();
  });

  test('lender, database gone: waits for it at first, then answers 1500 at once, logs one line, and continues when it is back', async () => {
    const { phone } = borrowers[0] ?? {};
    if (!phone) throw new Error('no borrower');
    const refused = (): Promise<Problem> =>
      phone.call('latestOrder', {}).then(() => Promise.reject(new Error('answered without a database')), toProblem);
    const [lost, back] = [logLines('database lost'), logLines('database back')];
    await cluster.crash();
    const answers: Problem[] = [await refused()];
    // Takes long enough for two rounds of due work, which finds no database either.
    for (let call = 0; call < 25; call++) {
      answers.push(await refused());
      await sleep(100);
    }
    expect(answers.every(({ code }) => code === CODE.serverError)).toBe(true);
    await cluster.again();
    await vi.waitFor(() => expect(logLines('database back')).toBe(back + 1), PATIENCE);
    expect(logLines('database lost')).toBe(lost + 1);
    await phone.call('latestOrder', {});
    expect(lender.outside()).toMatchObject({ pid, isAlive: true });
  });

  test('lender, database restarts and ended connections under load: loses no acknowledged change and makes none twice', async () => {
    const took = stopwatch();
    const load = startLoad(lender, borrowers);
    const { acknowledged, failures } = load;
    const ended = { inTransaction: 0, atOnce: 0, restarts: 0 };
    try {
      for (let round = 0; round < 3; round++) {
        await load.anotherPayment();
        // Between two statements of a transaction no query is pending that could be rejected: the client only emits an error event.
        for (let tries = 0; tries < 15; tries++) ended.inTransaction += await terminate(url, `state = 'idle in transaction'`);
        await load.moreAnswers();
        ended.atOnce += await terminate(url);
        await load.moreAnswers();
        await cluster.crash();
        await sleep(200);
        await cluster.again();
        ended.restarts++;
        await load.moreAnswers();
        // A push that was cut off before the rail named it is given up after ten minutes. Then its borrower may pay again.
        await lender.sandbox.advance(12 * MINUTE);
      }
      await load.anotherPayment();
    } finally {
      await load.stop();
    }
    expect(lender.outside()).toMatchObject({ pid, isAlive: true });
    expect(failures.filter((problem) => !isOfOutage(problem))).toEqual([]);
    expect(ended.inTransaction).toBeGreaterThan(0);

    // Every movement of money gets a result without a restart and without a change of the database.
    for (let minute = 0; minute < 15; minute++) await lender.sandbox.advance(MINUTE);
    const lost = await lostOf(url, acknowledged);
    expect(lost).toEqual([]);
    expect(await booksOf(url)).toMatchObject({ open: [], payouts: BORROWERS, different: [], sum: 0 });
    // A missing database is logged as an outage, not as a crash of calls or due work.
    expect(logLines('crash') + logLines('due work') + logLines('retention')).toBe(0);
    printFigures(
      `outages of PostgreSQL: ${ended.restarts} restarts, ${ended.atOnce} connections ended at once, ${ended.inTransaction} in the middle of a transaction; ${load.answered()} answers, ${failures.length} calls failed; ${acknowledged.drawn.length} draws, ${acknowledged.pushed.length} pushes, ${acknowledged.paid.length} payments acknowledged, ${lost.length} lost; ledger sum 0; ${logLines('database lost')} outages logged; ${took()}`,
    );
  });

  test('lender, stopped while the database is gone: ends', async () => {
    await cluster.crash();
    try {
      const { output } = lender.outside();
      expect(await lender.pause()).toBe(0);
      expect(output).not.toContain('    at ');
    } finally {
      await cluster.again();
    }
  });
});
