/** A store whose primary is killed during writes, and whose synchronous standby is promoted: replication without Patroni. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostgres } from '../../../scripts/lib/postgres.mjs';
import { DatabaseUnavailable } from '#server/store/availability.ts';
import { systemClock } from '#server/store/clock.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { printFigures } from '#tests/support/console.ts';
import { openDatabaseLink, type DatabaseLink } from '#tests/support/databaseLink.ts';
import { repetitions } from '#tests/support/effort.ts';
import { freePort } from '#tests/support/freePort.ts';
import { account, binaries, exited, untilAnswering } from '#tests/support/postgresCluster.ts';
import { until } from '#tests/support/patience.ts';
import { TEMPORARY_ROOT } from '#tests/support/temporaryRoot.ts';

const ROUNDS = repetitions({ sample: 2, all: 10 });
const WRITERS = 6;

interface Server {
  process: ChildProcess;
  url: string;
  port: number;
}

let folder: string;
let link: DatabaseLink;
let store: Store;
let primary: Server;
const running = new Set<ChildProcess>();

const run = (program: string, args: readonly string[]): void => {
  const { status, stderr } = spawnSync(program, args, { ...account(), cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
};

async function start(data: string): Promise<Server> {
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=60',
    // Every commit waits for a standby of any name.
    'synchronous_standby_names=*',
  ];
  const process = spawn(path.join(binaries(), 'postgres'), ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])], {
    ...account(),
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.add(process);
  let log = '';
  process.stderr?.on('data', (text: Buffer) => (log = (log + text.toString()).slice(-4_000)));
  const url = `postgres://tester@127.0.0.1:${port}/postgres`;
  await untilAnswering(url, process, () => log);
  return { process, url, port };
}

async function ask<T>({ url }: Server, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, options: '-c synchronous_commit=local' });
  await client.connect();
  try {
    return (await client.query(text)).rows as T[];
  } finally {
    await client.end();
  }
}

let standbys = 0;

/** Copies the primary. Resolves when the copy replicates it. */
async function startStandby(): Promise<Server> {
  const data = path.join(folder, `standby${++standbys}`);
  const beside = findPostgres(['initdb', 'postgres', 'pg_basebackup']);
  run(beside ? path.join(beside, 'pg_basebackup') : 'pg_basebackup', [
    ...['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'tester', '-D', data],
    ...['-R', '-X', 'stream', '--checkpoint=fast', '--no-sync'],
  ]);
  const standby = await start(data);
  await until(
    async () => (await ask(primary, `select 1 from pg_stat_replication where sync_state = 'sync'`)).length === 1,
    () => 'the standby does not follow',
  );
  return standby;
}

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(TEMPORARY_ROOT, 'lender-standby-'));
  const runAs = account();
  if (runAs) fs.chownSync(folder, runAs.uid, runAs.gid);
  const data = path.join(folder, 'primary');
  run(path.join(binaries(), 'initdb'), ['-D', data, '-U', 'tester', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']);
  primary = await start(data);
});
afterAll(async () => {
  await store?.close();
  await link?.close();
  for (const server of running) {
    server.kill('SIGQUIT');
    await exited(server);
  }
  fs.rmSync(folder, { recursive: true, force: true });
});

test(`primary killed while ${WRITERS} write, standby promoted (${ROUNDS} times): every acknowledged write exists, and none is made twice`, async () => {
  const acknowledged: string[] = [];
  const unknown: string[] = [];
  const unexpected: unknown[] = [];
  let isOver = false;
  let standby = await startStandby();
  link = await openDatabaseLink(primary.url);
  store = await openStore({ dataDir: '', databaseUrl: link.url, clock: systemClock });

  /** Writes a unique key, so that a committed transaction that was repeated would fail on its own row. */
  async function write(writer: number): Promise<void> {
    for (let n = 0; !isOver; n++) {
      const key = `${writer}-${n}`;
      try {
        await store.tx(async (tx) => {
          await tx.insertInto('setting').values({ key, value: '1' }).execute();
          await tx.updateTable('setting').set({ value: '2' }).where('key', '=', key).execute();
        });
        acknowledged.push(key);
      } catch (error) {
        (error instanceof DatabaseUnavailable ? unknown : unexpected).push(error instanceof DatabaseUnavailable ? key : error);
      }
    }
  }
  const moreWritten = (by: number): Promise<void> => {
    const before = acknowledged.length;
    return until(
      () => acknowledged.length >= before + by,
      () => `nothing is written: ${String(unexpected[0])}`,
    );
  };

  const writing = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  for (let round = 0; round < ROUNDS; round++) {
    await moreWritten(50);
    primary.process.kill('SIGKILL');
    await exited(primary.process);
    await ask(standby, 'select pg_promote(true, 60)');
    link.leadTo(standby.url);
    primary = standby;
    // The new primary acknowledges commits only when it has a standby of its own.
    standby = await startStandby();
    await moreWritten(50);
  }
  isOver = true;
  await Promise.all(writing);

  const kept = new Map(
    (await ask<{ key: string; value: number }>(primary, 'select key, value from setting')).map((row) => [row.key, row.value]),
  );
  printFigures(
    `standbys promoted: ${ROUNDS}; ${acknowledged.length} transactions acknowledged, ${acknowledged.filter((key) => kept.get(key) !== 2).length} lost, ${unknown.length} of unknown outcome`,
  );
  expect(unexpected).toEqual([]);
  expect(acknowledged.filter((key) => kept.get(key) !== 2)).toEqual([]);
  // Only a commit whose answer was lost is unknown: at most one per writer and round.
  expect(unknown.length).toBeLessThanOrEqual(ROUNDS * WRITERS);
});
