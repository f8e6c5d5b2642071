/** Short reads share connections: what the server sees of them, and what a failure of one means for the others. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type pg from 'pg';
import { createAvailability, DatabaseUnavailable } from '#server/store/availability.ts';
import { createDiskRoom } from '#server/store/diskRoom.ts';
import { newClientState, PostgresSession } from '#server/store/postgresSession.ts';
import { unnamed } from '#server/store/prepared.ts';
import { createSharedSessions } from '#server/store/sharedSessions.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { testClock } from '#tests/support/database.ts';
import { postgresDatabase } from '#tests/support/postgresService.ts';

/** Connections whose reads are answered when the test lets them. */
function openPool({ most = Infinity }: { most?: number } = {}) {
  const sessions: { sent: string[]; answers: ((error?: Error) => void)[]; isLost: boolean; released: number }[] = [];
  let retiredBefore = -Infinity;
  const open = async (): Promise<PostgresSession> => {
    const state = { sent: [] as string[], answers: [] as ((error?: Error) => void)[], isLost: false, released: 0 };
    sessions.push(state);
    return {
      queryWithOthers: (text: string) =>
        new Promise((resolve, reject) => {
          state.sent.push(text);
          state.answers.push((error) => (error ? reject(error) : resolve({ command: 'SELECT', rowCount: 1, rows: [{ text }] })));
        }),
      isReplaceable: () => state.isLost,
      mayRepeat: () => state.isLost,
      release: () => void state.released++,
    } as unknown as PostgresSession;
  };
  const client = createSharedSessions({
    open,
    isOneFree: () => sessions.length < most,
    retiredBefore: () => retiredBefore,
    patience: () => 5_000,
  });
  const read = (text: string) => client.query(`select ${text}`, []).then(({ rows: [row] }) => (row as { text: string } | undefined)?.text);
  const sentTo = () => sessions.map(({ sent }) => sent.map((text) => text.replace('select ', '')));
  return { sessions, client, read, sentTo, retire: () => (retiredBefore = Infinity) };
}

/** ms after which a connection without an answer is slow. */
const SLOW = 10;

/** Lets promises settle that wait for nothing. */
const turns = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

describe('choice of a connection', () => {
  it('several reads at once: use one connection', async () => {
    const { read, sentTo } = openPool();
    for (const text of ['a', 'b', 'c']) void read(text);
    await turns();
    expect(sentTo()).toEqual([['a', 'b', 'c']]);
  });

  it('connection has not answered for a while: the next reads go to another', async () => {
    const { read, sentTo } = openPool();
    void read('a');
    await sleep(SLOW);
    void read('b');
    void read('c');
    await sleep(SLOW);
    void read('d');
    await turns();
    expect(sentTo()).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  it('reads that follow each other, each slow: go to different connections', async () => {
    const { read, sessions, sentTo } = openPool();
    const one = async (n: number): Promise<void> => {
      for (let i = 0; i < 4; i++) await read(`${n}.${i}`);
    };
    const all = Promise.all([0, 1, 2, 3].map(one));
    let isDone = false;
    void all.then(() => (isDone = true));
    while (!isDone) {
      await sleep(SLOW);
      for (const { answers } of sessions) answers.shift()?.();
    }
    await all;
    expect(sentTo().length).toBeGreaterThanOrEqual(4);
  });

  it('event loop was busy, so that no answer was read: the connection is not slow', async () => {
    const { read, sentTo } = openPool();
    void read('a');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLOW);
    void read('b');
    await turns();
    expect(sentTo()).toEqual([['a', 'b']]);
  });

  it('no other connection is free: reads share a slow one instead of waiting', async () => {
    const { read, sentTo } = openPool({ most: 1 });
    void read('a');
    await sleep(SLOW);
    void read('b');
    await turns();
    expect(sentTo()).toEqual([['a', 'b']]);
  });

  it('last read is answered: the connection goes back to the pool, once', async () => {
    const { read, sessions } = openPool({ most: 1 });
    const both = [read('a'), read('b')];
    await turns();
    sessions[0]?.answers[0]?.();
    await both[0];
    expect(sessions[0]?.released).toBe(0);
    sessions[0]?.answers[1]?.();
    expect(await Promise.all(both)).toEqual(['select a', 'select b']);
    expect(sessions[0]?.released).toBe(1);
  });

  it('connections are retired, as when their server stopped accepting writes: get no more reads', async () => {
    const { read, sentTo, sessions, retire } = openPool({ most: 2 });
    const earlier = read('a');
    await turns();
    retire();
    void read('b');
    await turns();
    expect(sentTo()).toEqual([['a'], ['b']]);
    sessions[0]?.answers[0]?.();
    expect(await earlier).toBe('select a');
    expect(sessions[0]?.released).toBe(1);
  });

  it('anything but a read: is refused, and sends nothing', async () => {
    const { client, sessions } = openPool();
    for (const text of ['begin', 'update t set a = 1', 'with a as (delete from t returning 1) select 1 from a'])
      await expect(client.query(text, [])).rejects.toThrow('only reads may share a connection');
    expect(sessions).toEqual([]);
  });
});

describe('failures', () => {
  it('a read fails and the connection is whole: the other reads are answered', async () => {
    const { read, sessions } = openPool({ most: 1 });
    const [failing, other] = [read('a'), read('b')];
    await turns();
    sessions[0]?.answers[0]?.(new Error('division by zero'));
    await expect(failing).rejects.toThrow('division by zero');
    sessions[0]?.answers[1]?.();
    expect(await other).toBe('select b');
  });

  it('connection hangs: its reads are sent on another one after a second, and answered by it', async () => {
    const { read, sessions, sentTo } = openPool();
    const both = [read('a'), read('b')];
    await expect.poll(sentTo, { timeout: 5_000 }).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    sessions[1]?.answers.forEach((answer) => answer());
    expect(await Promise.all(both)).toEqual(['select a', 'select b']);
    expect(
      sessions.map(({ released }) => released),
      'it is left to the time limit of its session',
    ).toEqual([0, 1]);
  });

  it('connection is lost: its reads are repeated on another, and it gets no more', async () => {
    const { read, sessions, sentTo } = openPool();
    const [first] = [read('a')];
    await turns();
    const [lost] = sessions;
    if (!lost) throw new Error('no connection was opened');
    lost.isLost = true;
    lost.answers[0]?.(new Error('connection lost'));
    await expect.poll(sentTo).toEqual([['a'], ['a']]);
    sessions[1]?.answers[0]?.();
    expect(await first).toBe('select a');
    expect(lost.released).toBe(1);
  });
});

describe('a session', () => {
  /** A session whose reads are never answered by the server. */
  function openSession() {
    const calls: string[] = [];
    const reads: ((error: Error) => void)[] = [];
    const destroy = (): void => reads.forEach((fail) => fail(new Error('Connection terminated')));
    const client = {
      connection: { stream: { cork: () => calls.push('cork'), uncork: () => calls.push('uncork'), destroy } },
      query({ text }: { text: string }, answer: (error: Error) => void) {
        calls.push(text);
        reads.push(answer);
      },
      release: () => undefined,
      getTransactionStatus: () => 'I',
    } as unknown as pg.PoolClient;
    const reports = { availability: createAvailability(), room: createDiskRoom(null) };
    const state = newClientState();
    const session = new PostgresSession(client, state, {
      reports,
      nameOf: unnamed,
      silence: 20,
      foundReadOnly: () => undefined,
      giveBack: () => undefined,
    });
    return { session, calls };
  }

  it('reads of one turn of the event loop: are written together', async () => {
    const { session, calls } = openSession();
    for (const text of ['select 1', 'select 2']) session.queryWithOthers(text, []).catch(() => undefined);
    expect(calls).toEqual(['cork', 'select 1', 'select 2']);
    await expect.poll(() => calls.at(-1)).toBe('uncork');
    expect(calls.filter((one) => one === 'uncork')).toHaveLength(1);
  });

  it('reads beside one that got no answer in time: each fails with a separate error about the lost connection', async () => {
    const { session } = openSession();
    const failures = ['select 1', 'select 2', 'select 3'].map((text) =>
      session.queryWithOthers(text, []).then(
        () => undefined,
        (error: unknown) => {
          session.release();
          return error;
        },
      ),
    );
    const errors = await Promise.all(failures);
    for (const error of errors) expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(new Set(errors).size).toBe(3);
  });
});

describe('on a server', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore({ dataDir: '', databaseUrl: await postgresDatabase(), clock: testClock() });
  });
  afterAll(() => store.close());

  const numbered = (n: number) => sql<{ n: number; pid: number }>`select ${n}::int as n, pg_backend_pid() as pid, pg_sleep(0.02)`;
  const reads = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, (_, n) => numbered(n).execute(store.shortReads)))).map(({ rows }) => rows[0]);

  test('40 reads at once: each gets its own answer, over one connection', async () => {
    const answers = await reads(40);
    expect(answers.map((one) => one?.n)).toEqual(Array.from({ length: 40 }, (_, n) => n));
    expect(new Set(answers.map((one) => one?.pid)).size).toBe(1);
    const { open, idle } = store.pool();
    expect(idle, 'all connections are back in the pool').toBe(open);
  });

  test('reads while every other connection is in a transaction: are answered by one connection', async () => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const begun: Promise<unknown>[] = [];
    const held = Array.from({ length: 11 }, () =>
      store.tx(async (tx) => {
        const first = sql`select 1`.execute(tx);
        begun.push(first);
        await first;
        await ended;
      }),
    );
    await expect.poll(() => store.pool().open - store.pool().idle).toBe(11);
    await Promise.all(begun);
    const answers = await reads(10);
    expect(new Set(answers.map((one) => one?.pid)).size).toBe(1);
    end();
    await Promise.all(held);
  });

  test('sessions are ended while reads run on them: every read is answered', async () => {
    const running = reads(30);
    const ended = async (): Promise<number> => {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_sleep(0.02)' and state = 'active'`.execute(
        store.db,
      );
      return rows.length;
    };
    await expect.poll(ended, { interval: 5 }).toBeGreaterThan(0);
    expect((await running).map((one) => one?.n)).toEqual(Array.from({ length: 30 }, (_, n) => n));
  });

  test('a write or a transaction: is refused', async () => {
    await expect(sql`create table t(a int)`.execute(store.shortReads)).rejects.toThrow('only reads may share a connection');
    await expect(store.shortReads.transaction().execute((tx) => sql`select 1`.execute(tx))).rejects.toThrow(
      'only reads may share a connection',
    );
  });
});
