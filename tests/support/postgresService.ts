/**
 * One PostgreSQL server for a whole run. It starts when the first test asks for a database, and every database is copied from one
 * with all migrations: making a cluster and migrating take seconds, copying takes a fraction of one. The runner's own process holds
 * the server, so that it ends with the run even if workers crash.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { openStore } from '#server/store/store.ts';
import { startPostgres, type Cluster } from './postgresCluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the service, at which tests ask for databases. */
    postgresService: string;
  }
}

async function startMigrated(): Promise<Cluster> {
  const cluster = await startPostgres();
  await (await openStore({ dataDir: '', databaseUrl: await cluster.createDatabase(), clock: { now: () => 0 } })).close();
  return cluster;
}

/** Before the tests of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: Promise<Cluster> | undefined;
  /** The previous copy. PostgreSQL cannot copy a database twice at the same time. */
  let before: Promise<unknown> = Promise.resolve();
  const makeDatabase = async (): Promise<string> => (await (cluster ??= startMigrated())).copyDatabase();
  const drop = async (name: string): Promise<string> => {
    await (await cluster)?.dropDatabase(`postgres://-/${name}`);
    return '';
  };
  const service = createServer(({ method, url = '' }, response) => {
    const done = method === 'DELETE' ? drop(url.slice(1)) : before.then(makeDatabase);
    if (method !== 'DELETE') before = done.catch(() => undefined);
    done.then(
      (text) => response.end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  // Without this, a request on a connection that is just being closed as idle would fail.
  service.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  project.provide('postgresService', `http://127.0.0.1:${(service.address() as AddressInfo).port}/`);
  return async () => {
    service.close();
    service.closeAllConnections();
    await cluster?.then(
      (started) => started.stop(),
      () => undefined,
    );
  };
}

/**
 * A new PostgreSQL database with every migration, which lasts as long as the run.
 * @returns its address.
 * @throws Error when PostgreSQL is not installed or does not start.
 */
export async function postgresDatabase(): Promise<string> {
  const response = await fetch(inject('postgresService'), { method: 'POST' });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** Drops an unneeded database, because a run would keep hundreds in memory. @param url as {@link postgresDatabase} returned it. */
export async function dropDatabase(url: string): Promise<void> {
  const response = await fetch(new URL(new URL(url).pathname, inject('postgresService')), { method: 'DELETE' });
  if (!response.ok) throw new Error(await response.text());
}

/** A new PostgreSQL database without a table, to which a backup can be restored. @returns its address. */
export async function emptyDatabase(): Promise<string> {
  const beside = await postgresDatabase();
  const name = `${new URL(beside).pathname.slice(1)}_empty`;
  const client = new pg.Client({ connectionString: beside });
  await client.connect();
  try {
    await client.query(`create database ${name} template template0`);
  } finally {
    await client.end();
  }
  const url = new URL(beside);
  url.pathname = `/${name}`;
  return url.href;
}
