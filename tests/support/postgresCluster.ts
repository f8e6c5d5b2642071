/** A temporary PostgreSQL cluster on loopback, by default without durability, because it contains only data of the tests. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { findPostgres, postgresAccount } from '../../scripts/lib/postgres.mjs';
import { freePort } from './freePort.ts';
import { deadline } from './patience.ts';
import { TEMPORARY_ROOT } from './temporaryRoot.ts';

export interface Cluster {
  /** Creates an empty database. @returns its address. */
  createDatabase(): Promise<string>;
  /** Copies the first created database, to which no client may be connected. @returns the copy's address. */
  copyDatabase(): Promise<string>;
  /** Drops a database, and closes the connections to it. */
  dropDatabase(url: string): Promise<void>;
  /** Ends the server without closing its connections (immediate mode), as a crash does. */
  crash(): Promise<void>;
  /** Starts the server again on the same port after {@link crash}; resolves when it answers. */
  again(): Promise<void>;
  stop(): Promise<void>;
}

/** Folder of `initdb` and `postgres`. */
export function binaries(): string {
  const found = findPostgres();
  if (!found)
    throw new Error(
      'PostgreSQL is not installed: the server tests run on it as well as on the embedded database (on Debian: apt-get install postgresql).',
    );
  return found;
}

export { postgresAccount as account };

export const exited = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => (child.exitCode === null && child.signalCode === null ? child.once('exit', () => resolve()) : resolve()));

/**
 * @param log the output of the server so far.
 * @throws Error with this output when the server ends or does not answer.
 */
export async function untilAnswering(url: string, server: ChildProcess, log: () => string): Promise<void> {
  // The last output of a process may arrive after its end.
  const closed = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const failed = new Promise<Error>((resolve) => server.once('error', resolve));
  for (const isOver = deadline(); !isOver();) {
    if (server.pid === undefined) throw await failed;
    if (server.exitCode !== null || server.signalCode !== null) {
      await closed;
      throw new Error(`PostgreSQL ended at once (${server.exitCode ?? server.signalCode}): ${log()}`);
    }
    const client = new pg.Client({ connectionString: url });
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`PostgreSQL does not answer: ${log()}`);
}

/**
 * @param keepsCommits whether committed changes survive {@link Cluster.crash}.
 * @param standby name of a standby that never connects. Sessions wait for it unless they set `synchronous_commit = local`.
 * @throws Error with a sentence when PostgreSQL is not installed.
 */
export async function startPostgres({ keepsCommits = false, standby = '' } = {}): Promise<Cluster> {
  const bin = binaries();
  const runAs = postgresAccount();
  const folder = fs.mkdtempSync(path.join(TEMPORARY_ROOT, 'lender-postgres-'));
  if (runAs) fs.chownSync(folder, runAs.uid, runAs.gid);
  const data = path.join(folder, 'data');
  const made = spawnSync(path.join(bin, 'initdb'), ['-D', data, '-U', 'tester', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'], {
    ...runAs,
    cwd: folder,
    encoding: 'utf8',
  });
  if (made.status !== 0)
    throw new Error(`initdb failed (${made.status ?? made.signal ?? made.error?.message}): ${made.stdout ?? ''}${made.stderr ?? ''}`);
  const port = await freePort();
  const settings = [
    'fsync=off',
    `synchronous_commit=${keepsCommits ? 'on' : 'off'}`,
    'full_page_writes=off',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    'deadlock_timeout=100ms',
    `synchronous_standby_names=${standby}`,
  ];
  const address = (database: string): string => `postgres://tester@127.0.0.1:${port}/${database}`;
  const start = async (): Promise<ChildProcess> => {
    const server = spawn(path.join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings.flatMap((s) => ['-c', s])], {
      ...runAs,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    server.stderr?.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4_000)));
    await untilAnswering(address('postgres'), server, () => log);
    return server;
  };
  let server = await start();
  // A test run that is stopped must not leave a server running.
  const stopNow = (): void => void server.kill('SIGKILL');
  process.once('exit', stopNow);
  let databases = 0;
  async function run(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: address('postgres'), options: '-c synchronous_commit=local' });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
  async function create(name: string, like = ''): Promise<string> {
    await run(`create database ${name} ${like}`);
    return address(name);
  }
  return {
    createDatabase: () => create(`lender_${++databases}`),
    copyDatabase: () => create(`lender_${++databases}`, 'template lender_1'),
    dropDatabase: (url) => run(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`),
    async crash() {
      server.kill('SIGQUIT');
      await exited(server);
    },
    async again() {
      server = await start();
    },
    async stop() {
      process.removeListener('exit', stopNow);
      server.kill('SIGINT');
      await exited(server);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
