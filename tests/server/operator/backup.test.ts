/**
 * Backup and restore of both databases. A refused restore changes nothing. `restoredPayouts.test.ts` tests the payouts after a
 * restore.
 */
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp } from '#server/operator/backup/backup.ts';
import { readArchive } from '#server/operator/backup/archive.ts';
import { differenceOf } from '#server/operator/backup/manifest.ts';
import { restore, type Restore } from '#server/operator/backup/restore.ts';
import { readPayoutsRequest } from '#server/operator/payouts.ts';
import { loadKeys } from '#server/store/keyRing.ts';
import { readStop } from '#server/store/payoutStop.ts';
import { openStore } from '#server/store/store.ts';
import { onBothDatabases, removeTemporaryFolders, temporaryFolder, testClock } from '#tests/support/database.ts';
import { effort } from '#tests/support/effort.ts';
import { copyFreshDatabase } from '#tests/support/freshDatabase.ts';
import { newBorrower } from '#tests/support/lendingFixture.ts';
import { emptyDatabase } from '#tests/support/postgresService.ts';
import { runVerb, type Ran } from '#tests/support/bundledLender.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { runVerbHere } from '#tests/support/verbHere.ts';

const MOBILE = '254711222444';
const dataKeys = (byte: number) => [{ id: 1, bytes: Buffer.alloc(32, byte) }];

onBothDatabases((engine) => {
  const clock = testClock();
  let file: string;
  beforeAll(async () => {
    const place = await engine.place();
    const store = await openStore({ ...place, clock });
    const { secret } = await loadKeys({ keys: dataKeys(9), keyFile: null, dataDir: place.dataDir }, store);
    store.useSecret(secret);
    for (let n = 0; n < 3; n++) await newBorrower(store, clock.now());
    file = path.join(temporaryFolder(), 'lender.backup');
    const postgres = place.databaseUrl === undefined ? null : { url: place.databaseUrl, env: process.env };
    const lines = await backUp({ store, clock, release: '1.2.3', postgres }, file);
    expect(lines[0]).toMatch(/^.*lender\.backup: \d+ kB, 0 orders, 0 journals, of 2026-06-01 09:00:00; read back and compared\.$/);
    expect(lines[1]).toMatch(/^The data keys are not in it \(key 1\)/);
    await expect(backUp({ store, clock, release: '1.2.3', postgres }, file)).rejects.toThrow(/exists already: name another file\.$/);
    await store.close();
    expect(fs.readdirSync(path.dirname(file)), 'nothing else is left').toEqual(['lender.backup']);
  });

  async function target(other: Partial<Restore> = {}): Promise<Restore & { folder: string }> {
    const folder = temporaryFolder();
    const postgres = engine.name === 'postgres' ? { url: await emptyDatabase(), env: process.env } : null;
    return { file, postgres, keys: { keys: dataKeys(9), keyFile: null, dataDir: folder }, clock, folder, ...other };
  }
  const open = ({ folder, postgres }: { folder: string; postgres: Restore['postgres'] }) =>
    openStore({ dataDir: folder, databaseUrl: postgres?.url, clock });

  it('backup restored: has the same rows and books, and its payouts are stopped', async () => {
    const to = await target();
    const { lines, findings } = await restore(to);
    expect(findings).toEqual([]);
    expect(lines[0]).toBe(
      'Restored the backup of 2026-06-01 09:00:00 (release 1.2.3): 0 orders, 0 journals, KSh 0.00 lent and not repaid.',
    );
    const store = await open(to);
    expect(await store.db.selectFrom('app_user').select('msisdn').execute()).toHaveLength(3);
    const { rows: statistics } = await sql`select from pg_stats where tablename = 'app_user' limit 1`.execute(store.db);
    if (engine.name === 'postgres') expect(statistics).toHaveLength(1);
    expect(await readStop(store.db)).toEqual({ at: clock.now(), restored: true, lostFrom: clock.now(), preparedAt: null });
    const next = path.join(temporaryFolder(), 'next.backup');
    await backUp({ store, clock, release: '1.2.3', postgres: to.postgres }, next);
    expect((await restore(await target({ file: next }))).findings, 'of a backup with stopped payouts').toEqual([]);
    await store.close();
    await expect(restore({ ...to, keys: { ...to.keys } }), 'a second time').rejects.toThrow(/has a database already|is not empty/);
  });

  /** Expects a refusal that restores nothing: the next attempt finds the same empty place. */
  async function isRefused(to: Restore & { folder: string }, words: RegExp): Promise<void> {
    await expect(restore(to)).rejects.toThrow(words);
    expect(fs.readdirSync(to.folder)).toEqual([]);
    if (to.postgres) await expect(tablesIn(to.postgres.url)).resolves.toBe(0);
  }
  async function tablesIn(url: string): Promise<number> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query("select 1 from information_schema.tables where table_schema = 'public'")).rows.length;
    } finally {
      await client.end();
    }
  }
  const withKeys = async (keys: Partial<Restore['keys']>): Promise<Restore & { folder: string }> => {
    const to = await target();
    return { ...to, keys: { ...to.keys, ...keys } };
  };

  it('wrong data key: is refused', async () =>
    isRefused(await withKeys({ keys: dataKeys(8) }), /^Key 1 of DATA_KEYS is not the one that the backup is encrypted with/));
  // These refusals do not depend on the database. PostgreSQL is quicker, because an embedded one has forty times the bytes.
  describe.each(engine.name === 'postgres' || effort === 'long' ? ['other refusals'] : [])('%s', () => {
    it('backup, needed data key left out: is refused', async () =>
      isRefused(
        await withKeys({ keys: [{ id: 2, bytes: Buffer.alloc(32, 9) }] }),
        /^The backup is encrypted with data key 1, which is missing in DATA_KEYS/,
      ));
    it('backup, file of the data keys missing: is refused, and no file is made', async () =>
      isRefused(await withKeys({ keys: null }), /data\.keys is missing: put it there/));

    async function changed(change: (bytes: Buffer) => Buffer): Promise<Restore & { folder: string }> {
      const other = path.join(temporaryFolder(), 'other.backup');
      fs.writeFileSync(other, change(fs.readFileSync(file)));
      return target({ file: other });
    }
    const isRefusedAsDamaged = async (change: (bytes: Buffer) => Buffer, words: RegExp): Promise<void> => {
      const to = await changed(change);
      await expect(restore(to)).rejects.toThrow(words);
      expect(fs.readdirSync(to.folder)).toEqual([]);
    };

    it('backup, file cut short: is refused', () =>
      isRefusedAsDamaged((bytes) => bytes.subarray(0, bytes.length >> 1), /is damaged or is no backup/));
    it('backup, one byte of a file differs: is refused', () =>
      isRefusedAsDamaged((bytes) => {
        const tar = gunzipSync(bytes);
        // The content of the first file begins behind its header. In an embedded backup the headers of its folders come first.
        const at = engine.name === 'embedded' ? tar.indexOf('database/PG_VERSION') + 512 : tar.indexOf('PGDMP') + 40;
        tar.writeUInt8(tar.readUInt8(at) ^ 1, at);
        return gzipSync(tar);
      }, /is damaged or is no backup \(the sum of .* is not the one of its manifest\)/));
    it('backup, name that leaves the folder: is refused', () =>
      isRefusedAsDamaged((bytes) => {
        const tar = gunzipSync(bytes);
        const header = tar.subarray(0, 512);
        header.fill(0, 0, 100).write('../escaped', 0);
        header.fill(' ', 148, 156);
        const sum = header.reduce((total, byte) => total + byte, 0);
        header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
        return gzipSync(tar);
      }, /it has an entry with an impossible name/));
    it('backup that does not exist: is refused', () => isRefusedAsDamaged(() => Buffer.from('hello'), /is damaged or is no backup/));
    it('backup, file that is not there: is refused', async () => {
      const to = await target({ file: '/nowhere/lender.backup' });
      await expect(restore(to)).rejects.toThrow(/^There is no backup \/nowhere\/lender\.backup\.$/);
    });

    const rewritten = (find: string, replacement: string) =>
      changed((bytes) => {
        const tar = gunzipSync(bytes);
        const at = tar.lastIndexOf(find);
        expect(at).toBeGreaterThan(0);
        expect(replacement).toHaveLength(find.length);
        tar.write(replacement, at);
        return gzipSync(tar);
      });

    it('backup of a release that removed a column of this release: is refused', async () =>
      isRefused(
        await rewritten('{"name":"085-operation","needs":null}', '{"name":"900-drop","needs":"899-unu"}'),
        /written by a newer release that removed what this one uses \(900-drop\)/,
      ));
    it('backup in a newer format: is refused', async () =>
      isRefused(await rewritten('{"format":1', '{"format":2'), /was written by a newer release \(1\.2\.3\)/));
    it('backup of the other database: is refused', async () => {
      const to = await target({ postgres: engine.name === 'embedded' ? { url: await emptyDatabase(), env: process.env } : null });
      await expect(restore(to)).rejects.toThrow(/is the backup of (a PostgreSQL|an embedded) database/);
      expect(fs.readdirSync(to.folder)).toEqual([]);
    });

    it('backup, folder of a file that cannot be written: is refused', async () => {
      const store = await engine.open(clock);
      await expect(backUp({ store, clock, release: '1', postgres: null }, '/nowhere/at/all/x.backup')).rejects.toThrow(
        /cannot be written \(ENOENT\)/,
      );
    });
  });

  it.each(engine.name === 'postgres' ? ['programs of PostgreSQL are not installed'] : [])(
    'backup, %s: one sentence says what to install, and nothing is left',
    async () => {
      const to = await target();
      const env = { PATH: '/nowhere' };
      await expect(restore({ ...to, postgres: { url: to.postgres?.url ?? '', env } })).rejects.toThrow(
        /^The program (psql|pg_restore) is not installed: install PostgreSQL's client programs/,
      );
      expect(fs.readdirSync(to.folder)).toEqual([]);
      const store = await engine.open(clock);
      const other = path.join(temporaryFolder(), 'other.backup');
      await expect(backUp({ store, clock, release: '1', postgres: { url: to.postgres?.url ?? '', env } }, other)).rejects.toThrow(
        /^The program pg_dump is not installed/,
      );
      expect(fs.readdirSync(path.dirname(other))).toEqual([]);
    },
  );
});

describe('verbs beside a lender that runs', () => {
  let lender: TestLender;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = temporaryFolder();
    await copyFreshDatabase(dataDir);
    lender = await startLender({ env: { DATA_DIR: dataDir } });
  });
  afterAll(async () => {
    await lender?.stop();
    removeTemporaryFolders();
  });
  const verb = (folder: string, ...args: string[]): Promise<Ran> => runVerbHere(folder, args, { INIT_CWD: folder });

  it('backup while borrowers call: every call is answered, and the restored lender has their data', async () => {
    const phone = lender.phone();
    await phone.signIn(MOBILE);
    const file = path.join(temporaryFolder(), 'lender.backup');
    const running = verb(dataDir, 'backup', file);
    const calls = await Promise.all(Array.from({ length: 5 }, () => phone.call('getUserInfo', {})));
    expect(calls).toHaveLength(5);
    const backedUp = await running;
    expect(backedUp).toMatchObject({ code: 0, error: '' });
    expect(Object.keys((await readArchive(file, null)).files), 'the keys are not in it').not.toContain('data.keys');

    const refused = await runVerb(dataDir, ['restore', file]);
    expect(refused).toEqual({ code: 1, out: '', error: expect.stringMatching(/^Another server \(process \d+\) is using the data folder/) });

    const folder = temporaryFolder();
    fs.copyFileSync(path.join(dataDir, 'data.keys'), path.join(folder, 'data.keys'));
    const restored = await verb(folder, 'restore', file);
    expect(restored).toMatchObject({ code: 0, error: '' });
    expect(restored.out).toContain('The books agree');
    expect((await verb(folder, 'payouts', 'release')).error).toMatch(/^No lender has started on the restored database yet: start it /);
    const second = await startLender({ env: { DATA_DIR: folder } });
    try {
      const again = second.phone();
      await again.signIn(MOBILE);
      expect((await verb(folder, 'payouts')).out).toMatch(
        /^Payouts are stopped since .*, because the database was restored\.\nNo payout is open\.\n$/,
      );
      expect((await verb(folder, 'payouts', 'release', '--statement-compared')).out).toBe('Payouts are sent again.\n');
    } finally {
      await second.stop();
    }
  });
});

describe('payouts, options', () => {
  it.each([[['go']], [['arrived']], [['failed', 'D-1', 'SKC82PACB8']], [['stop', 'now']], [['show', 'all']]])(
    'verb payouts %j: is refused with the choices',
    (args) => {
      expect(() => readPayoutsRequest(args, {})).toThrow(/^Say what to do with the payouts: show, stop/);
    },
  );
  it('verb payouts, receipt that is none: is refused', () => {
    expect(() => readPayoutsRequest(['arrived', 'D-1', 'a b'], {})).toThrow('"a b" is no receipt of M-PESA, such as SKC82PACB8.');
  });
});

describe('difference of two states', () => {
  const state = { migrations: [], keys: {}, rows: { journal: 2 }, ledger: { mpesa_float: -5, loan_receivable: 5 } };
  it('difference of two equal states: does not exist', () => expect(differenceOf(state, state)).toBeNull());
  it('difference of two states, row missing: is named', () =>
    expect(differenceOf(state, { ...state, rows: { journal: 1 } })).toBe('the table journal has 1 rows and not 2'));
  it('difference of two states, other balance of an account: is named', () =>
    expect(differenceOf(state, { ...state, ledger: { mpesa_float: -5 } })).toBe('the account loan_receivable holds 0 cents and not 5'));
});
