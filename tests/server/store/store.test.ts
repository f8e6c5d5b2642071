import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { lockFolder } from '#server/store/lock.ts';
import { migrate } from '#server/store/migrate.ts';
import { migrations } from '#server/store/migrations/index.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { post, postAll, trialBalance } from '#server/books/ledger.ts';
import { onBothDatabases, removeTemporaryFolders, temporaryFolder, testClock } from '#tests/support/database.ts';
import { copyFreshDatabase } from '#tests/support/freshDatabase.ts';

const clock = testClock();
const root = path.resolve(import.meta.dirname, '../../..');

describe('data folder of the embedded database', () => {
  const opened: Store[] = [];
  const open = async (dataDir: string): Promise<Store> => {
    const store = await openStore({ dataDir, clock });
    opened.push(store);
    return store;
  };
  /** A data folder with a database, because creating one takes longer than the tests that use it. */
  const usedFolder = async (): Promise<string> => {
    const dataDir = temporaryFolder();
    await copyFreshDatabase(dataDir);
    return dataDir;
  };
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    removeTemporaryFolders();
  });

  test('row that changes a thousand times: its old versions are removed, and its table is counted for the plans', async () => {
    const { db } = await open(await usedFolder());
    await sql`create table tally (n int); insert into tally values (0)`.execute(db);
    for (let n = 0; n < 1_000; n++) await sql`update tally set n = n + 1`.execute(db);
    const kept = async (): Promise<unknown> =>
      (await sql`select n, relpages, reltuples from tally, pg_class where relname = 'tally'`.execute(db)).rows;
    await expect.poll(kept).toEqual([{ n: 1_000, relpages: expect.any(Number), reltuples: 1 }]);
    const pages = async (): Promise<number> =>
      Number((await sql<{ size: number }>`select pg_relation_size('tally') / 8192 as size`.execute(db)).rows[0]?.size);
    const before = await pages();
    for (let n = 0; n < 1_200; n++) await sql`update tally set n = n + 1`.execute(db);
    expect(await pages()).toBeLessThanOrEqual(before + 1);
  });

  test('data folder, second server in this or another process: is refused in one sentence until the first closed', async () => {
    const dataDir = await usedFolder();
    const first = await open(dataDir);
    await expect(open(dataDir)).rejects.toThrow(/^The data folder .* is already in use by this process\.$/);
    const elsewhere = `import { openStore } from '#server/store/store.ts'; openStore({ dataDir: ${JSON.stringify(dataDir)}, clock: { now: () => 0 } }).catch((e) => { console.log(e.name + ': ' + e.message); process.exit(3); });`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', elsewhere], { cwd: root });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(3);
    expect(said).toMatch(
      new RegExp(
        `^CannotStart: Another server \\(process ${process.pid}\\) is using the data folder .*: stop it first, or choose another folder with DATA_DIR\\.\\n$`,
      ),
    );
    await first.close();
    await expect(open(dataDir)).resolves.toBeDefined();
  });

  // Only Linux says whether a process has ended whose parent has not read its exit code.
  test.runIf(process.platform === 'linux')(
    'data folder with a lock of a killed process that its parent ignores: is taken over',
    async () => {
      const dataDir = temporaryFolder();
      // The parent becomes a program that never waits for its child.
      const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
      try {
        const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
        const lock = { pid, started: null };
        fs.writeFileSync(path.join(dataDir, 'server.pid'), JSON.stringify(lock));
        expect(() => lockFolder(dataDir)).toThrow(`Another server (process ${pid}) is using the data folder`);
        await expect.poll(() => fs.readFileSync(`/proc/${parent.pid}/cmdline`, 'utf8')).toMatch(/^sleep/);
        process.kill(pid, 'SIGKILL');
        await expect.poll(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
        lockFolder(dataDir)();
      } finally {
        parent.kill('SIGKILL');
      }
    },
  );

  test.each([
    ['of a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, started: '1' })],
    ['of a process whose number was given out again', JSON.stringify({ pid: process.ppid, started: '1' })],
    ['that was cut off while it was written', '{"pid":'],
  ])('data folder with a lock %s: is taken over', (_, lock) => {
    const dataDir = temporaryFolder();
    const file = path.join(dataDir, 'server.pid');
    fs.writeFileSync(file, lock);
    const unlock = lockFolder(dataDir);
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
    unlock();
    expect(fs.readdirSync(dataDir)).toEqual([]);
  });

  test('data folder not writable: is refused in one sentence', async () => {
    const file = path.join(temporaryFolder(), 'file');
    fs.writeFileSync(file, '');
    await expect(open(path.join(file, 'data'))).rejects.toThrow(
      /^The data folder .* cannot be written \(ENOTDIR\): choose another with DATA_DIR\.$/,
    );
  });

  test('data folder where nothing can be created: is refused in one sentence, at once', async () => {
    await expect(open('/proc/none/data')).rejects.toThrow(/^The data folder .* cannot be written \(\w+\): choose another with DATA_DIR\.$/);
  });

  test('data folder and database, created: are readable by this user only', async () => {
    const dataDir = path.join(temporaryFolder(), 'deep', 'data');
    await open(dataDir);
    for (const folder of [dataDir, path.join(dataDir, 'database')]) expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('embedded database that cannot be created: is reported as such, not as a lost one', async () => {
    const dataDir = temporaryFolder();
    fs.writeFileSync(path.join(dataDir, 'database'), '');
    await expect(open(dataDir)).rejects.toThrow(/^The database in \S+database cannot be made or opened: ENOTDIR[^.]*.*[^.]\.$/);
  });

  test('embedded database, first start interrupted: is created again', async () => {
    const dataDir = temporaryFolder();
    fs.mkdirSync(path.join(dataDir, 'database.new'));
    fs.writeFileSync(path.join(dataDir, 'database.new', 'half'), '');
    await open(dataDir);
    expect(fs.readdirSync(dataDir).sort()).toEqual(['database', 'server.pid']);
  });

  test('embedded database, not whole: is refused in one sentence, and nothing is replaced', async () => {
    const dataDir = await usedFolder();
    const folder = path.join(dataDir, 'database');
    const damage = [
      ['global', /^The database in \S+database cannot be opened \([^)].*[^.]\): restore a backup .*; keep this folder/],
      ['PG_VERSION', /^The database in \S+database is not complete \(PG_VERSION is missing\): restore a backup .*; keep this folder/],
    ] as const;
    for (const [name, words] of damage) {
      fs.rmSync(path.join(folder, name), { recursive: true });
      const before = fs.readdirSync(folder);
      await expect(open(dataDir)).rejects.toThrow(words);
      expect(fs.readdirSync(folder)).toEqual(expect.arrayContaining(before));
      expect(fs.existsSync(path.join(folder, name))).toBe(false);
      expect(fs.existsSync(path.join(dataDir, 'server.pid'))).toBe(false);
    }
  });

  test('embedded database, reopened: keeps what was written', async () => {
    const dataDir = await usedFolder();
    const first = await open(dataDir);
    await first.db.insertInto('app_user').values({ msisdn: '254712345678', created_at: 1 }).execute();
    await first.close();
    const again = await open(dataDir);
    expect(await again.db.selectFrom('app_user').select('msisdn').execute()).toEqual([{ msisdn: '254712345678' }]);
  });
});

test('PostgreSQL not reachable: is refused in one sentence', async () => {
  await expect(openStore({ dataDir: '', databaseUrl: 'postgres://nobody@127.0.0.1:1/none', clock })).rejects.toThrow(
    /^The database of DATABASE_URL cannot be reached: .*\.$/,
  );
});

describe.each([
  ['in this thread', false],
  ['in a thread of its own', true],
])('embedded engine %s', (_, ownThread) => {
  afterEach(removeTemporaryFolders);
  const openUsed = async (): Promise<Store> => {
    const dataDir = temporaryFolder();
    await copyFreshDatabase(dataDir);
    return openStore({ dataDir, clock, ownThread });
  };
  const marked = (store: Store): Promise<unknown[]> => store.db.selectFrom('setting').select('key').where('key', '=', 'mark').execute();

  test('connection released with an open transaction: its next user sees no part of the transaction, and prepares statements again', async () => {
    const store = await openUsed();
    // The statement is sent often enough to be prepared.
    for (let time = 0; time < 3; time++) expect(await marked(store)).toEqual([]);
    await store.db.connection().execute(async (db) => {
      await sql`begin`.execute(db);
      await db.insertInto('setting').values({ key: 'mark', value: '1' }).execute();
    });
    expect(await Promise.all([1, 2, 3].map(() => marked(store)))).toEqual([[], [], []]);
    await store.close();
  });

  test('statement that fails, alone and in a transaction: the error is that of the database, and the next statement succeeds', async () => {
    const store = await openUsed();
    await expect(sql`select nonsense`.execute(store.db)).rejects.toMatchObject({ code: '42703' });
    await expect(store.tx((tx) => sql`select 1 / ${0}::int`.execute(tx))).rejects.toMatchObject({ code: '22012' });
    expect(await marked(store)).toEqual([]);
    await store.close();
  });

  test('snapshot: sees one moment, and cannot write', async () => {
    const store = await openUsed();
    await expect(store.snapshot((tx) => tx.insertInto('setting').values({ key: 'mark', value: '1' }).execute())).rejects.toMatchObject({
      code: '25006',
    });
    expect(await marked(store)).toEqual([]);
    await store.close();
  });
});

onBothDatabases((engine) => {
  test('transaction whose work does not wait for a write and fails: the write is refused', async () => {
    const store = await engine.open(clock);
    let write: Promise<unknown> = Promise.resolve();
    const work = store.tx(async (tx) => {
      write = tx.insertInto('setting').values({ key: 'unawaited', value: '1' }).execute();
      write.catch(() => undefined);
      throw new Error('the work fails');
    });
    await expect(work).rejects.toThrow('the work fails');
    await expect(write).rejects.toThrow('the transaction is over');
    expect(await store.db.selectFrom('setting').select('key').where('key', '=', 'unawaited').execute()).toEqual([]);
  });

  test('migrations: run once and in order; one that fails changes nothing', async () => {
    const store = await engine.open(clock);
    await migrate(store.db, clock.now());
    expect((await store.db.selectFrom('migration').select('name').orderBy('name').execute()).map((row) => row.name)).toEqual(
      migrations.map((m) => m.name),
    );
    const next = {
      name: '900-next',
      sql: 'create table later_table(id int); insert into later_table values (1); insert into later_table values (2);',
    };
    await migrate(store.db, clock.now(), [...migrations, next]);
    expect((await sql<{ id: number }>`select id from later_table`.execute(store.db)).rows).toHaveLength(2);
    await expect(
      migrate(store.db, clock.now(), [...migrations, next, { name: '901-broken', sql: 'create table half(id int); select nonsense;' }]),
    ).rejects.toThrow();
    await expect(sql`select 1 from half`.execute(store.db)).rejects.toThrow();
  });

  describe('with a store', () => {
    test('amounts, moments, days and JSON: survive a round trip with the same types on both engines', async () => {
      const store = await engine.open(clock);
      const large = Number.MAX_SAFE_INTEGER;
      await store.db
        .insertInto('setting')
        .values({ key: 'list', value: JSON.stringify([1, 'two', { three: null }]) })
        .execute();
      await store.db
        .insertInto('setting')
        .values({ key: 'text', value: JSON.stringify('Nairobi') })
        .execute();
      expect(await store.db.selectFrom('setting').selectAll().orderBy('key').execute()).toEqual([
        { key: 'list', value: [1, 'two', { three: null }] },
        { key: 'text', value: 'Nairobi' },
      ]);
      const { rows } =
        await sql`select ${large}::bigint as big, sum(x)::bigint as sum, count(*) as count, '2026-06-01'::date as day, 3::int as small, null::bigint as nothing from (values (1::bigint), (2)) as t(x)`.execute(
          store.db,
        );
      expect(rows).toEqual([{ big: large, sum: 3, count: 2, day: '2026-06-01', small: 3, nothing: null }]);
      await expect(sql`select 9007199254740993::bigint as big`.execute(store.db)).rejects.toThrow('is no safe integer');
    });

    test('store, transaction failed: leaves nothing, and the next one succeeds', async () => {
      const store = await engine.open(clock);
      await expect(
        store.tx(async (tx) => {
          await tx.insertInto('setting').values({ key: 'gone', value: '1' }).execute();
          throw new Error('changed my mind');
        }),
      ).rejects.toThrow('changed my mind');
      expect(await store.db.selectFrom('setting').selectAll().execute()).toEqual([]);
      await store.tx((tx) => tx.insertInto('setting').values({ key: 'kept', value: '1' }).execute());
      expect(await store.db.selectFrom('setting').select('key').execute()).toEqual([{ key: 'kept' }]);
      await expect(store.tx(() => store.db.selectFrom('setting').selectAll().execute())).rejects.toThrow('a transaction is open here');
    });

    test('journal unbalanced, empty, changed, deleted or posted twice: the database refuses it', async () => {
      const store = await engine.open(clock);
      const posting = { idempotencyKey: 'a', kind: 'unplaced' as const, orderId: null, onDate: '2026-06-01', at: 1 };
      await expect(
        store.tx((tx) =>
          post(tx, {
            ...posting,
            lines: [
              ['mpesa_float', 100],
              ['suspense', -99],
            ],
          }),
        ),
      ).rejects.toThrow(/is not balanced/);
      await expect(store.tx((tx) => post(tx, { ...posting, lines: [['mpesa_float', 100]] }))).rejects.toThrow(/is not balanced/);
      await expect(
        store.db
          .insertInto('journal')
          .values({ idempotency_key: 'empty', kind: 'unplaced', order_id: null, ref: null, on_date: '2026-06-01', at: 1 })
          .execute(),
      ).rejects.toThrow(/has no entries/);
      expect(
        await store.tx((tx) =>
          post(tx, {
            ...posting,
            lines: [
              ['mpesa_float', 100],
              ['suspense', -100],
            ],
          }),
        ),
      ).toBe(true);
      expect(
        await store.tx((tx) =>
          post(tx, {
            ...posting,
            lines: [
              ['mpesa_float', 100],
              ['suspense', -100],
            ],
          }),
        ),
      ).toBe(false);
      for (const change of [
        'update entry set amount = 1',
        'delete from entry',
        'update journal set at = 2',
        'delete from journal',
        'truncate entry, journal',
      ]) {
        await expect(sql.raw(change).execute(store.db)).rejects.toThrow(/append only/);
      }
      const added = "insert into entry select id, 3, 'suspense', 5 from journal";
      await expect(sql.raw(added).execute(store.db), 'to an earlier journal').rejects.toThrow(/is not balanced/);
      const many = [1, 2, 3].map((n) => ({
        ...posting,
        idempotencyKey: `many${n}`,
        lines: [['mpesa_float', 100] as const, ['suspense', n === 2 ? -99 : -100] as const],
      }));
      await expect(
        store.tx((tx) => postAll(tx, many)),
        'one of many',
      ).rejects.toThrow(/is not balanced/);
      expect(await trialBalance(store.db)).toBe(0);
      expect(await store.db.selectFrom('entry').selectAll().execute()).toHaveLength(2);
    });
  });
});
