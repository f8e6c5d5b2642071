/**
 * Recovery of PostgreSQL to a point in time, with the settings of docs/operations.md and a server of its own: base backup,
 * archived log, and a database that is lost. In a long run only.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { checkLedger } from '#server/operator/backup/checkLedger.ts';
import { readStop, stopPayouts } from '#server/store/payoutStop.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { testClock } from '#tests/support/database.ts';
import { newBorrower } from '#tests/support/lendingFixture.ts';
import { freePort } from '#tests/support/freePort.ts';
import { account, binaries, exited, untilAnswering } from '#tests/support/postgresCluster.ts';
import { TEMPORARY_ROOT } from '#tests/support/temporaryRoot.ts';

const OPERATIONS = fileURLToPath(new URL('../../../docs/operations.md', import.meta.url));

/** The `name = value` lines of the page, with folders and time replaced. */
function settingsOf(block: RegExp, replace: Readonly<Record<string, string>>): string[] {
  const [, lines = ''] = block.exec(fs.readFileSync(OPERATIONS, 'utf8')) ?? [];
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [, name = '', value = ''] = /^(\w+) = '?(.*?)'?$/.exec(line) ?? [];
      return `${name}=${Object.entries(replace).reduce((text, [from, to]) => text.replaceAll(from, to), value)}`;
    });
}

describe('database of PostgreSQL lost', () => {
  const clock = testClock();
  const running = new Set<ChildProcess>();
  let folder: string;
  let port: number;
  afterAll(async () => {
    for (const server of running) {
      server.kill('SIGQUIT');
      await exited(server);
    }
    if (folder) fs.rmSync(folder, { recursive: true, force: true });
  });

  const url = (database: string): string => `postgres://tester@127.0.0.1:${port}/${database}`;
  async function start(data: string, settings: readonly string[]): Promise<ChildProcess> {
    const given = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off', ...settings];
    const args = ['-D', data, '-p', String(port), ...given.flatMap((one) => ['-c', one])];
    const server = spawn(path.join(binaries(), 'postgres'), args, { ...account(), cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    running.add(server);
    let log = '';
    server.stderr?.on('data', (text: Buffer) => (log = (log + text.toString()).slice(-4_000)));
    await untilAnswering(url('postgres'), server, () => log);
    return server;
  }
  const program = (name: string, ...args: string[]): void => {
    // Some systems keep the client programs elsewhere, on the PATH.
    const beside = path.join(binaries(), name);
    const { status, stderr } = spawnSync(fs.existsSync(beside) ? beside : name, args, { ...account(), cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name}: ${stderr}`);
  };
  async function ask<T>(database: string, text: string): Promise<T | undefined> {
    const client = new pg.Client({ connectionString: url(database) });
    await client.connect();
    try {
      return ((await client.query(text)).rows as T[])[0];
    } finally {
      await client.end();
    }
  }
  const borrowers = async ({ db }: Store): Promise<string[]> =>
    (await db.selectFrom('app_user').select('msisdn').orderBy('id').execute()).map(({ msisdn }) => msisdn);

  it('database recovered to a moment: has every change committed until then and no later one, and its payouts are stopped', async () => {
    folder = fs.mkdtempSync(path.join(TEMPORARY_ROOT, 'lender-recovery-'));
    port = await freePort();
    const [data, base, archive] = ['data', 'base', 'archive'].map((name) => path.join(folder, name)) as [string, string, string];
    fs.mkdirSync(archive);
    const runAs = account();
    if (runAs) for (const at of [folder, archive]) fs.chownSync(at, runAs.uid, runAs.gid);
    program('initdb', '-D', data, '-U', 'tester', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C');
    const first = await start(data, settingsOf(/In `postgresql\.conf`:\n\n```\n([^`]*)```/, { '/archive': archive }));
    await ask('postgres', 'create database lender');

    const store = await openStore({ dataDir: folder, databaseUrl: url('lender'), clock });
    await newBorrower(store, clock.now(), '254711000001');
    program(
      'pg_basebackup',
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      'tester',
      `--pgdata=${base}`,
      '--wal-method=none',
      '--checkpoint=fast',
    );
    await newBorrower(store, clock.now(), '254711000002');
    const { moment = '' } = (await ask<{ moment: string }>('lender', 'select clock_timestamp()::text as moment')) ?? {};
    await newBorrower(store, clock.now(), '254711000003');
    expect(await borrowers(store)).toHaveLength(3);
    await store.close();
    const { file = '' } = (await ask<{ file: string }>('lender', 'select pg_walfile_name(pg_switch_wal()) as file')) ?? {};
    await expect.poll(() => fs.existsSync(path.join(archive, file))).toBe(true);
    first.kill('SIGQUIT');
    await exited(first);
    fs.rmSync(data, { recursive: true });

    const signal = path.join(base, 'recovery.signal');
    fs.writeFileSync(signal, '');
    if (runAs) fs.chownSync(signal, runAs.uid, runAs.gid);
    await start(base, settingsOf(/start PostgreSQL with:\n\n```\n([^`]*)```/, { '/archive': archive, '2026-02-03 14:05:00+03': moment }));
    await expect.poll(async () => (await ask<{ is: boolean }>('lender', 'select pg_is_in_recovery() as is'))?.is).toBe(false);

    const recovered = await openStore({ dataDir: folder, databaseUrl: url('lender'), clock });
    await stopPayouts(recovered, clock.now(), true);
    expect(await borrowers(recovered)).toEqual(['254711000001', '254711000002']);
    expect(await checkLedger(recovered.db)).toEqual([]);
    expect(await readStop(recovered.db)).toMatchObject({ restored: true });
    await recovered.close();
  });
});
