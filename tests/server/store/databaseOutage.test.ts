import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { CODE, isOutcomeUnknown, LOCAL, toProblem, type Problem } from '#machines/model/codes.ts';
import { shillings } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { grantSession, testSessions } from '#tests/support/sessions.ts';
import { markMode } from '#server/store/databaseMode.ts';
import { createSecret } from '#server/store/secret.ts';
import { trialBalance } from '#server/books/ledger.ts';
import { createLending } from '#server/lending/createLending.ts';
import { systemClock } from '#server/store/clock.ts';
import { openStore } from '#server/store/store.ts';
import { es } from '#src/api/messages/es.ts';
import { printFigures } from '#tests/support/console.ts';
import { removeTemporaryFolders } from '#tests/support/database.ts';
import { openDatabaseLink, type DatabaseLink } from '#tests/support/databaseLink.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { approvedBorrower, lendingConfig, type Borrower } from '#tests/support/lendingFixture.ts';
import { startPostgres, type Cluster } from '#tests/support/postgres.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { stopwatch } from '#tests/support/stopwatch.ts';
import { createScriptedRail } from '#tests/support/scriptedRail.ts';

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

/** Ends the lender's sessions, or some of them. @returns how many. */
const terminate = (url: string, which = 'true'): Promise<number> =>
  aside(url, async (client) => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name <> 'aside' and ${which}`,
    );
    return rowCount ?? 0;
  });

/**
 * Whether a call failed because of the test: with a server error, without an answer, or because the clock was moved
 * while the call was under way. None of them may do anything twice, so it is sent again.
 */
const EXPECTED: readonly number[] = [CODE.serverError, LOCAL.networkFailed, CODE.staleTimestamp];
const isOfOutage = ({ code }: Problem): boolean => EXPECTED.includes(code);

type BorrowerWithPhone = Borrower & { phone: Phone };

const INSTALMENT = shillings(1_000);
const INSTALMENTS = 5;

async function consentOf({ phone, orderNo }: BorrowerWithPhone) {
  const { agreementVersion, terms } = await phone.call('confirmProductInfo', { orderNo });
  return { orderNo, agreementVersion, sent: terms.sent, owed: terms.owed };
}

/** Borrowers who draw and pay, each of them asking until there is an answer, as one does whose call failed: with the same request. */
function startLoad(lender: TestLender, borrowers: readonly BorrowerWithPhone[]) {
  const acknowledged = { drawn: [] as string[], pushed: [] as string[], paid: [] as string[] };
  const failures: Problem[] = [];
  let answered = 0;
  let isOver = false;

  async function insist<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const answer = await ask();
        answered++;
        return answer;
      } catch (error) {
        const problem = toProblem(error);
        failures.push(problem);
        if (!isOfOutage(problem)) throw error;
        await sleep(20);
      }
    }
  }

  async function live(borrower: BorrowerWithPhone): Promise<void> {
    const { phone, orderNo } = borrower;
    const statusNow = async () => (await insist(() => phone.call('latestOrder', {}))).order?.status;
    if ((await statusNow()) === STATUS.confirm) {
      const consent = await insist(() => consentOf(borrower));
      await insist(() => phone.call('getMoney', consent));
      acknowledged.drawn.push(orderNo);
    }
    while (!isOver && (await statusNow()) !== STATUS.repaying) await sleep(100);
    for (let tap = 1, paid = 0; paid < INSTALMENTS && !isOver; tap++) {
      const push = await insist(() => phone.call('mpesaRepayLink', { orderNo, amount: INSTALMENT, requestId: `tap-${tap}` }));
      const { payOrderId } = push;
      acknowledged.pushed.push(payOrderId);
      let { state } = push;
      while (!isOver && state !== 'paid' && state !== 'failed') {
        await sleep(100);
        ({ state } = await insist(() => phone.call('portalRepaymentDetail', { payOrderId })));
      }
      if (state !== 'paid') continue;
      acknowledged.paid.push(payOrderId);
      paid++;
    }
    while (!isOver) {
      await insist(() => phone.call('repayOrderDetail', { orderNo }));
      await sleep(20);
    }
  }

  /** Commands of the sandbox have no codes: one that failed is given again, and one that came through leaves no prompt. */
  async function answerPrompts(): Promise<void> {
    while (!isOver) {
      const { prompts } = await lender.sandbox.state().catch(() => ({ prompts: [] }));
      for (const { id } of prompts) await lender.sandbox.do(`/prompts/${id}`, { pin: '1234' }).catch(() => undefined);
      await sleep(100);
    }
  }

  const running = Promise.allSettled([...borrowers.map(live), answerPrompts()]);
  const grows = (count: () => number, by: number): Promise<void> => {
    const before = count();
    return vi.waitFor(() => expect(count()).toBeGreaterThanOrEqual(before + by), { timeout: PATIENCE, interval: 20 });
  };
  return {
    acknowledged,
    failures,
    answered: () => answered,
    moreAnswers: () => grows(() => answered, 20),
    anotherPayment: () => grows(() => acknowledged.paid.length, 1),
    async stop(): Promise<void> {
      isOver = true;
      await running;
    },
  };
}

describe('a lender in a process of its own, on a PostgreSQL that goes away', () => {
  const BORROWERS = 6;
  /** The phones are the trusted devices of their borrowers: no draw needs a code. */
  const KEY = Buffer.alloc(32, 7);
  const deviceOf = (userId: number): string => `phone-of-borrower-number-${userId}`;
  let url = '';
  let link: DatabaseLink;
  let lender: TestLender;
  let pid = 0;
  const borrowers: BorrowerWithPhone[] = [];

  beforeAll(async () => {
    url = await cluster.createDatabase();
    const store = await openStore({ dataDir: '', databaseUrl: url, clock: systemClock });
    const sessions = testSessions(store, systemClock);
    const secret = createSecret(KEY);
    store.useSecret(secret);
    const lending = createLending(
      store,
      systemClock,
      createScriptedRail(() => 0),
      lendingConfig,
    );
    const tokens: [Borrower, string][] = [];
    for (let i = 0; i < BORROWERS; i++) {
      const borrower = await approvedBorrower(store, lending, systemClock);
      const device = secret.mac('device', deviceOf(borrower.userId)).toString('hex');
      tokens.push([borrower, await grantSession(store, sessions, borrower.userId, { device, isRegistration: true })]);
    }
    await markMode(store.db, 'sandbox');
    await store.close();
    link = await openDatabaseLink(url);
    lender = await startLender({ process: true, databaseUrl: link.url, env: { LOG_LEVEL: 'warn', PHOTO_KEY: KEY.toString('hex') } });
    ({ pid } = lender.outside());
    for (const [borrower, token] of tokens) {
      const device = (): string => deviceOf(borrower.userId);
      borrowers.push({ ...borrower, phone: Object.assign(lender.phone({ device }), { token }) });
    }
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

  /** Begins a draw, which waits for the row of its order, and goes on after `meanwhile`. @returns what became of the draw. */
  async function drawWhile(borrower: BorrowerWithPhone, meanwhile: () => Promise<unknown>): Promise<unknown> {
    const { orderNo, phone, userId } = borrower;
    const consent = await consentOf(borrower);
    return aside(url, async (client) => {
      await client.query('begin');
      await client.query('select 1 from loan_order where order_no = $1 for update', [orderNo]);
      const draw = Object.assign(lender.phone({ language: () => 'es', device: () => deviceOf(userId) }), { token: phone.token })
        .call('getMoney', consent)
        .catch(toProblem);
      await vi.waitFor(async () => {
        const { rows } = await client.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and application_name <> 'aside'`,
        );
        expect(rows).toHaveLength(1);
      }, PATIENCE);
      await meanwhile();
      await client.query('rollback');
      return draw;
    });
  }

  test('lender, connections end before the commit of a draw: draws once, and the borrower learns nothing of it', async () => {
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
    // Other work commits too, so that one lost answer might be to somebody else.
    let losing: NodeJS.Timeout | undefined;
    const problem = await drawWhile(borrower, async () => {
      losing = setInterval(() => link.loseAnswerTo('commit'), 1);
    }).finally(() => clearInterval(losing));
    link.loseAnswerTo('nothing more');
    expect(problem).toMatchObject({ code: CODE.serverError, message: es.serverError });
    // The journey reconciles instead of reporting a failure.
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
    // Long enough for two rounds of the due work, which finds no database either.
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

  test('lender, database restarts and ended connections under load: loses nothing acknowledged and does nothing twice', async () => {
    const took = stopwatch();
    const load = startLoad(lender, borrowers);
    const { acknowledged, failures } = load;
    const ended = { inTransaction: 0, atOnce: 0, restarts: 0 };
    try {
      for (let round = 0; round < 3; round++) {
        await load.anotherPayment();
        // Between two statements of a transaction a client has nothing to reject: its error is an event and nothing else.
        for (let tries = 0; tries < 15; tries++) ended.inTransaction += await terminate(url, `state = 'idle in transaction'`);
        await load.moreAnswers();
        ended.atOnce += await terminate(url);
        await load.moreAnswers();
        await cluster.crash();
        await sleep(200);
        await cluster.again();
        ended.restarts++;
        await load.moreAnswers();
        // A push that was cut off before the rail named it is given up after ten minutes; then its borrower may pay again.
        await lender.sandbox.advance(12 * MINUTE);
      }
      await load.anotherPayment();
    } finally {
      await load.stop();
    }
    expect(lender.outside()).toMatchObject({ pid, isAlive: true });
    expect(failures.filter((problem) => !isOfOutage(problem))).toEqual([]);
    expect(ended.inTransaction).toBeGreaterThan(0);

    // Whatever was under way finishes by itself, without a restart and without a change of the database.
    for (let minute = 0; minute < 15; minute++) await lender.sandbox.advance(MINUTE);
    const store = await openStore({ dataDir: '', databaseUrl: url, clock: systemClock });
    try {
      const intents = await store.db.selectFrom('rail_intent').select(['id', 'kind', 'state', 'order_id']).execute();
      expect(intents.filter(({ state }) => state !== 'OK' && state !== 'FAILED')).toEqual([]);
      const stateOf = new Map(intents.map(({ id, state }) => [id, state]));
      const statuses = new Map(
        (await store.db.selectFrom('loan_order').select(['order_no', 'status']).execute()).map((o) => [o.order_no, o.status]),
      );
      const lost = [
        ...acknowledged.drawn.filter((no) => statuses.get(no) !== STATUS.repaying && statuses.get(no) !== STATUS.finish),
        ...acknowledged.pushed.filter((id) => !stateOf.has(id)),
        ...acknowledged.paid.filter((id) => stateOf.get(id) !== 'OK'),
      ];
      expect(lost).toEqual([]);
      const refs = async (kind: 'disbursement' | 'repayment.mpesa'): Promise<string[]> =>
        (await store.db.selectFrom('journal').select('ref').where('kind', '=', kind).execute()).map(({ ref }) => ref ?? '').sort();
      const payouts = await store.db.selectFrom('sim_payout').select('originator_id').where('state', '=', 'paid').execute();
      expect(await refs('disbursement')).toEqual(payouts.map((row) => row.originator_id).sort());
      expect(payouts).toHaveLength(BORROWERS);
      const paid = await store.db.selectFrom('sim_prompt').select('reference').where('state', '=', 'paid').execute();
      expect(await refs('repayment.mpesa')).toEqual(paid.map((row) => row.reference).sort());
      expect(await trialBalance(store.db)).toBe(0);
      // Neither calls nor due work log a missing database as a crash.
      expect(logLines('crash') + logLines('due work') + logLines('retention')).toBe(0);
      printFigures(
        `outages of PostgreSQL: ${ended.restarts} restarts, ${ended.atOnce} connections ended at once, ${ended.inTransaction} in the middle of a transaction; ${load.answered()} answers, ${failures.length} calls failed; ${acknowledged.drawn.length} draws, ${acknowledged.pushed.length} pushes, ${acknowledged.paid.length} payments acknowledged, ${lost.length} lost; ledger sum 0; ${logLines('database lost')} outages logged; ${took()}`,
      );
    } finally {
      await store.close();
    }
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
