/** A store during a failover: another primary, lost connections, conflicts. A transaction without an effect is repeated, once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '#server/store/availability.ts';
import { CannotStart } from '#server/store/cannotStart.ts';
import { systemClock } from '#server/store/clock.ts';
import { createSecret } from '#server/store/secret.ts';
import { openStore, type Store, type Tx } from '#server/store/store.ts';
import { createIdempotencyStore } from '#server/wire/idempotencyStore.ts';
import { startPostgres, type Cluster } from '#tests/support/postgresCluster.ts';
import { PATIENCE, until } from '#tests/support/patience.ts';
import { startLender } from '#tests/support/testLender.ts';
import { runVerbHere } from '#tests/support/verbHere.ts';
import { temporaryFolder, removeTemporaryFolders } from '#tests/support/database.ts';

/** Limits far above the time of any attempt on a busy machine, so that no test depends on the time that a connection takes. */
const LIMITS = { connection: PATIENCE, statement: PATIENCE, silence: 2 * PATIENCE, idleTransaction: PATIENCE };
/** The limits of a store that must give up: enough for several attempts, and short enough to wait for the last one. */
const BRIEF_LIMITS = { ...LIMITS, connection: 2_000 };

let cluster: Cluster;
let url: string;
let store: Store;
let beside: pg.Client;

beforeAll(async () => {
  cluster = await startPostgres({ keepsCommits: true, standby: 'nobody' });
  url = await cluster.createDatabase();
  beside = new pg.Client({ connectionString: url, application_name: 'beside', options: '-c synchronous_commit=local' });
  await beside.connect();
  await beside.query(`alter database ${nameOf(url)} set synchronous_commit = local`);
  store = await openStore({ dataDir: '', databaseUrl: url, clock: systemClock, limits: LIMITS });
});
afterAll(async () => {
  await beside?.end();
  await store?.close();
  await cluster?.stop();
  removeTemporaryFolders();
});

const nameOf = (address: string): string => new URL(address).pathname.slice(1);
const write = (tx: Tx, key: string): Promise<unknown> =>
  tx
    .insertInto('setting')
    .values({ key, value: JSON.stringify(key) })
    .execute();
const lock = (tx: Tx, key: string): Promise<unknown> => tx.selectFrom('setting').select('key').where('key', '=', key).forUpdate().execute();
const isKept = async (key: string): Promise<boolean> => (await beside.query('select 1 from setting where key = $1', [key])).rowCount === 1;
const raise = (tx: Tx, code: string): Promise<unknown> =>
  sql.raw(`do $$ begin raise exception 'as if' using errcode = '${code}'; end $$`).execute(tx);
/** Ends the sessions of the store, as the loss of a primary does, and waits until they have ended: no statement may use one after it. */
async function endSessions(): Promise<void> {
  const { rows } = await beside.query<{ pid: number }>(
    `select pid, pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name <> 'beside'`,
  );
  const left = (): Promise<pg.QueryResult> =>
    beside.query('select from pg_stat_activity where pid = any($1)', [rows.map(({ pid }) => pid)]);
  await until(
    async () => (await left()).rowCount === 0,
    () => 'the sessions have not ended',
  );
}

describe('transaction that certainly had no effect', () => {
  test.each(['40001', '40P01'])('store, transaction ended with %s: runs it again, and commits once', async (code) => {
    let runs = 0;
    await store.tx(async (tx) => {
      await write(tx, `after ${code}`);
      if (++runs === 1) await raise(tx, code);
    });
    expect(runs).toBe(2);
    expect(await isKept(`after ${code}`)).toBe(true);
  });

  test('store, two transactions in a deadlock: both are done', async () => {
    await store.tx(async (tx) => {
      for (const key of ['one', 'two']) await write(tx, key);
    });
    let runs = 0;
    let haveFirst = 0;
    const lockBoth = (keys: readonly [string, string]) =>
      store.tx(async (tx) => {
        runs++;
        await lock(tx, keys[0]);
        haveFirst++;
        await until(
          () => haveFirst >= 2,
          () => 'the other has no lock',
        );
        await lock(tx, keys[1]);
      });
    await Promise.all([lockBoth(['one', 'two']), lockBoth(['two', 'one'])]);
    expect(runs).toBeGreaterThan(2);
    expect(store.availability.isLost()).toBe(false);
  });

  test('store, transaction that always conflicts: gives up after the limit with the error of the last attempt', async () => {
    const impatient = await openStore({ dataDir: '', databaseUrl: url, clock: systemClock, limits: BRIEF_LIMITS, asItIs: true });
    try {
      let runs = 0;
      const work = impatient.tx(async (tx) => {
        runs++;
        await raise(tx, '40001');
      });
      await expect(work).rejects.toMatchObject({ code: '40001' });
      expect(runs).toBeGreaterThan(1);
    } finally {
      await impatient.close();
    }
  });

  test('store, another error: does not repeat it', async () => {
    let runs = 0;
    const work = store.tx(async (tx) => {
      runs++;
      await raise(tx, '23514');
    });
    await expect(work).rejects.toMatchObject({ code: '23514' });
    expect(runs).toBe(1);
  });

  test('store, session ended before the commit: runs the transaction again, and commits once', async () => {
    let runs = 0;
    await store.tx(async (tx) => {
      await write(tx, 'after a lost session');
      if (++runs === 1) await endSessions();
      await lock(tx, 'one');
    });
    expect(runs).toBe(2);
    expect(await isKept('after a lost session')).toBe(true);
  });

  test('store, session ended during a single read: reads again; during a single write: reports an unknown outcome', async () => {
    const endIt = sql<number>`select count(pg_terminate_backend(pid)) as ended from pg_stat_activity where pid = pg_backend_pid() and not exists (select 1 from setting where key = 'ended')`;
    const read = endIt.execute(store.db);
    await store.db.insertInto('setting').values({ key: 'ended', value: '1' }).execute();
    expect((await read).rows).toHaveLength(1);
    const write = sql`insert into setting(key, value) select 'unknown', to_jsonb(pg_terminate_backend(pg_backend_pid()))`.execute(store.db);
    await expect(write).rejects.toBeInstanceOf(DatabaseUnavailable);
  });

  test('store, every connection of the pool lost during a read: reads again on as many new ones', async () => {
    // Each read waits for the lock, so that all of them run at the same time, however long a connection takes.
    await beside.query('select pg_advisory_lock(12)');
    const read = 'select pg_advisory_xact_lock_shared(12)';
    const reads = Promise.all(Array.from({ length: 12 }, () => sql.raw(read).execute(store.db)));
    const allRead = async (but: readonly number[]): Promise<number[]> => {
      let pids: number[] = [];
      await until(
        async () => {
          const waiting = `select pid from pg_stat_activity where query = $1 and wait_event = 'advisory' and pid <> all($2)`;
          pids = (await beside.query<{ pid: number }>(waiting, [read, but])).rows.map(({ pid }) => pid);
          return pids.length === 12;
        },
        () => `${pids.length} of 12 read`,
      );
      return pids;
    };
    const first = await allRead([]);
    await endSessions();
    await allRead(first);
    await beside.query('select pg_advisory_unlock(12)');
    expect(await reads).toHaveLength(12);
  });
});

describe('requests whose claims and answers are stored together', () => {
  const HELD = 13;
  const REQUESTS = 40;

  test.each([
    ['claims', 'is null'],
    ['answers', 'is not null'],
  ])('requests, every session ended while their %s are stored: each runs once and is answered', async (_what, isHeld) => {
    await beside.query(`
      create function hold() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(${HELD}); return new; end $$;
      create trigger hold before insert on idempotent_answer for each row when (new.finished_at ${isHeld}) execute function hold();
      select pg_advisory_lock(${HELD})`);
    try {
      const { once } = createIdempotencyStore(store, systemClock, createSecret(Buffer.alloc(32, 7)));
      const run = vi.fn(async () => ({ json: 'done', repeat: 'always' as const }));
      const asked = Promise.allSettled(
        Array.from({ length: REQUESTS }, (_, n) => once({ userId: null, path: isHeld, ciphertext: `request ${n}`, files: [] }, run)),
      );
      await until(
        async () => {
          const waiting = `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
          return ((await beside.query(waiting)).rowCount ?? 0) > 0;
        },
        () => 'nothing is stored',
      );
      await endSessions();
      await beside.query(`select pg_advisory_unlock(${HELD})`);
      expect(new Set((await asked).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))))).toEqual(new Set(['done']));
      expect(run).toHaveBeenCalledTimes(REQUESTS);
    } finally {
      await beside.query('select pg_advisory_unlock_all(); drop function hold cascade');
    }
  });
});

describe('primary that takes no writes any more', () => {
  test('store, session on a server that became read-only: writes on another session', async () => {
    await sql`set default_transaction_read_only = on`.execute(store.db);
    await store.tx((tx) => write(tx, 'on another session'));
    expect(await isKept('on another session')).toBe(true);
    const { rows } = await sql<{ transaction_read_only: string }>`show transaction_read_only`.execute(store.db);
    expect(rows[0]?.transaction_read_only).toBe('off');
  });

  test('store, every new session read-only: waits until a session can write', async () => {
    const name = nameOf(url);
    const changes: string[] = [];
    store.availability.subscribe(({ is }) => changes.push(is));
    await beside.query(`alter database ${name} set default_transaction_read_only = on`);
    await endSessions();
    const written = store.tx((tx) => write(tx, 'after the promotion'));
    await until(
      () => store.availability.isLost(),
      () => 'the store did not notice',
    );
    // Long enough for further attempts: what the server answers to them does not end the outage.
    await sleep(500);
    expect(changes).toEqual(['lost']);
    await beside.query(`set default_transaction_read_only = off; alter database ${name} reset default_transaction_read_only`);
    await written;
    expect(await isKept('after the promotion')).toBe(true);
    expect(changes).toEqual(['lost', 'back']);
  });

  test('lender, database that takes no writes: the start is refused in one sentence that says so', async () => {
    const databaseUrl = await cluster.createDatabase();
    await beside.query(`alter database ${nameOf(databaseUrl)} set default_transaction_read_only = on`);
    const start = startLender({ databaseUrl, env: { LOG_LEVEL: 'silent', DATA_KEYS: 'ab'.repeat(32) } });
    await expect(start).rejects.toThrow(/^The database of DATABASE_URL answers and takes no writes, .* name the primary, .* try again\.$/);
    await expect(start).rejects.toBeInstanceOf(CannotStart);
  });

  test("operator's verb, database that takes no writes: says so in one sentence", async () => {
    const databaseUrl = await cluster.createDatabase();
    await beside.query(`alter database ${nameOf(databaseUrl)} set synchronous_commit = local`);
    const env = { DATABASE_URL: databaseUrl, DATA_KEYS: '0123456789abcdef'.repeat(4) };
    await (await openStore({ dataDir: temporaryFolder(), databaseUrl, clock: systemClock, mode: 'production' })).close();
    await beside.query(`alter database ${nameOf(databaseUrl)} set default_transaction_read_only = on`);
    expect(await runVerbHere(temporaryFolder(), ['payouts', 'stop'], env)).toEqual({
      code: 1,
      out: '',
      error: expect.stringMatching(/^The database of DATABASE_URL answers and takes no writes, .* try again\.\n$/) as string,
    });
  });

  test('lender, role without rights: the start is refused in one sentence that says what to do', async () => {
    const databaseUrl = new URL(await cluster.createDatabase());
    await beside.query('create role guest login');
    databaseUrl.username = 'guest';
    const start = startLender({ databaseUrl: databaseUrl.href, env: { LOG_LEVEL: 'silent', DATA_KEYS: 'ab'.repeat(32) } });
    await expect(start).rejects.toThrow(/^The role in DATABASE_URL has too few rights \(.*\): make it the owner of the database\.$/);
  });
});

describe('full connection table', () => {
  let small: Store;
  let patient: Store;
  const crowd: pg.Client[] = [];

  beforeAll(async () => {
    await beside.query('create role crowded login; grant pg_read_all_data, pg_write_all_data to crowded');
    const address = new URL(url);
    address.username = 'crowded';
    const options = { dataDir: '', databaseUrl: address.href, clock: systemClock, asItIs: true };
    small = await openStore({ ...options, limits: BRIEF_LIMITS });
    patient = await openStore({ ...options, limits: LIMITS });
    await beside.query('alter role crowded connection limit 3');
    await beside.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'crowded'`);
    for (let n = 0; n < 3; n++) {
      const one = new pg.Client({ connectionString: address.href });
      await vi.waitFor(() => one.connect(), PATIENCE);
      crowd.push(one);
    }
  });
  afterAll(async () => {
    for (const one of crowd) await one.end();
    await small?.close();
    await patient?.close();
  });

  test('store, no connection left: waits for one, and then says that there is none', async () => {
    const failed = expect(small.ping()).rejects;
    await failed.toBeInstanceOf(DatabaseUnavailable);
    await small.ping().catch((error: DatabaseUnavailable) => expect(error.cause).toMatchObject({ code: '53300' }));
  });

  test('store, connection returned while it waits: continues', async () => {
    const written = patient.tx((tx) => write(tx, 'in the crowd'));
    await crowd.pop()?.end();
    await written;
    expect(await isKept('in the crowd')).toBe(true);
  });
});

describe('synchronous replication', () => {
  /** A store whose commits wait for the standby. */
  async function openStrict(): Promise<Store> {
    const address = new URL(url);
    address.searchParams.set('options', '-c synchronous_commit=on');
    return openStore({ dataDir: '', databaseUrl: address.href, clock: systemClock, limits: LIMITS, asItIs: true });
  }
  const WAITS = `datname = current_database() and backend_type = 'client backend' and wait_event = 'SyncRep'`;
  /** Cancels the one client that waits for the standby. The server's own workers, such as autovacuum, wait too and are left out. */
  async function cancelWait(): Promise<void> {
    let waiting: { pid: number; query_start: string }[] = [];
    await until(
      async () => {
        waiting = (await beside.query(`select pid, query_start::text from pg_stat_activity where ${WAITS}`)).rows;
        return waiting.length === 1;
      },
      () => `${waiting.length} sessions wait for a standby`,
    );
    const [{ pid, query_start: since } = { pid: 0, query_start: '' }] = waiting;
    await beside.query('select pg_cancel_backend($1)', [pid]);
    // The server shows the session as waiting until the cancellation takes effect. The next call must find the next wait.
    await until(
      async () =>
        (await beside.query(`select from pg_stat_activity where ${WAITS} and pid = $1 and query_start::text = $2`, [pid, since]))
          .rowCount === 0,
      () => 'the wait was not cancelled',
    );
  }

  test('request, no standby connected: its claim does not wait; its answer waits and is not acknowledged', async () => {
    const strict = await openStrict();
    try {
      const answers = createIdempotencyStore(strict, systemClock, createSecret(Buffer.alloc(32, 7)));
      const run = vi.fn(async () => ({ json: 'done', repeat: 'always' as const }));
      const asked = answers.once({ userId: null, path: '/user/save', ciphertext: 'a request', files: [] }, run);
      const unknown = expect(asked).rejects.toBeInstanceOf(DatabaseUnavailable);
      await until(
        () => run.mock.calls.length === 1,
        () => 'the claim waits',
      );
      // The first wait is that of the commit, the second that of ending the claim.
      for (let i = 0; i < 2; i++) await cancelWait();
      await unknown;
      expect(run).toHaveBeenCalledOnce();
    } finally {
      await strict.close();
    }
  });

  test('store, wait for the standby cancelled: the commit is not acknowledged, and not repeated', async () => {
    const strict = await openStrict();
    try {
      let runs = 0;
      const work = strict.tx(async (tx) => {
        runs++;
        await write(tx, 'on the primary alone');
      });
      const refused = expect(work).rejects.toThrow('the primary stopped waiting for its standby');
      await cancelWait();
      await refused;
      expect(runs).toBe(1);
      // The primary has committed, although the standby has not confirmed it.
      expect(await isKept('on the primary alone')).toBe(true);
      const single = strict.db.deleteFrom('setting').where('key', '=', 'on the primary alone').execute();
      const unknown = expect(single).rejects.toBeInstanceOf(DatabaseUnavailable);
      await cancelWait();
      await unknown;
      await strict.ping();
    } finally {
      await strict.close();
    }
  });
});
