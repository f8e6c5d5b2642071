/** The embedded database as a pool of one connection, so that Kysely's PostgreSQL dialect drives both engines. */
import fs from 'node:fs';
import path from 'node:path';
import { types, type PGlite, type QueryOptions } from '@electric-sql/pglite';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { openDurable, syncPath } from './durable.ts';
import { CannotStart } from './cannotStart.ts';
import { makeFolder } from './folder.ts';
import { lockFolder } from './lock.ts';
import { toSafeInteger } from './values.ts';

type Command = PostgresQueryResult<unknown>['command'];

/** The same column values as the `pg` driver is told to give. */
const options: QueryOptions = {
  parsers: { [types.INT8]: toSafeInteger, [types.DATE]: (text: string) => text, [types.NUMERIC]: toSafeInteger },
};

const commandOf = (sql: string): Command => (/^\s*(insert|update|delete|merge)\b/i.exec(sql)?.[1]?.toUpperCase() ?? 'SELECT') as Command;

class OnlyConnection implements PostgresPool {
  private free: Promise<void> = Promise.resolve();
  private ended = false;

  constructor(
    private readonly engine: PGlite,
    private readonly unlock: () => void,
  ) {}

  /** Waits for the earlier users: the engine has one connection, so transactions run one after the other. */
  async connect(): Promise<PostgresPoolClient> {
    let release = (): void => undefined;
    const before = this.free;
    this.free = new Promise((resolve) => (release = resolve));
    await before;
    if (this.ended) {
      release();
      throw new Error('the store is closed');
    }
    return { query: this.query as PostgresPoolClient['query'], release };
  }

  private readonly query = async (sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
    // Without parameters a text may hold several statements, as migrations do.
    const result =
      parameters.length > 0 ? await this.engine.query(sql, [...parameters], options) : (await this.engine.exec(sql, options)).at(-1);
    return { command: commandOf(sql), rowCount: result?.affectedRows ?? 0, rows: result?.rows ?? [] };
  };

  async end(): Promise<void> {
    const client = await this.connect();
    this.ended = true;
    client.release();
    await this.engine.close();
    this.unlock();
  }
}

const WHAT_TO_DO = 'put a copy of it back, or move the folder away to begin with an empty database';

/** Whether the folder holds a database. @throws CannotStart when it holds something else: a new database in its place would hide the loss. */
function holdsDatabase(folder: string): boolean {
  if (!fs.existsSync(folder) || fs.readdirSync(folder).length === 0) return false;
  if (fs.existsSync(path.join(folder, 'PG_VERSION'))) return true;
  throw new CannotStart(`The database in ${folder} is damaged (PG_VERSION is missing): ${WHAT_TO_DO}.`);
}

/** Creates the database beside its place and renames it: an interrupted first start leaves nothing that looks like a damaged database. */
async function makeDatabase(folder: string): Promise<void> {
  const making = `${folder}.new`;
  fs.rmSync(making, { recursive: true, force: true });
  makeFolder(making);
  await (await openDurable(making)).close();
  fs.renameSync(making, folder);
  syncPath(path.dirname(folder));
}

/** @throws CannotStart when the folder is taken, cannot be written, holds a damaged database, or does not sync to disk. */
export async function openEmbedded(dataDir: string): Promise<PostgresPool> {
  const unlock = lockFolder(dataDir);
  const folder = path.join(path.resolve(dataDir), 'database');
  let isNew = false;
  try {
    isNew = !holdsDatabase(folder);
    if (isNew) await makeDatabase(folder);
    fs.chmodSync(folder, 0o700);
    return new OnlyConnection(await openDurable(folder), unlock);
  } catch (error) {
    unlock();
    if (error instanceof CannotStart) throw error;
    const why = (error instanceof Error ? error.message : String(error)).split('\n')[0]?.replace(/[.\s]+$/, '');
    // A full disk or a missing permission is no damage, and a folder that was just made has lost nothing.
    const { code } = error as NodeJS.ErrnoException;
    if (isNew || code?.startsWith('E')) throw new CannotStart(`The database in ${folder} cannot be made or opened: ${why}.`);
    throw new CannotStart(`The database in ${folder} is damaged (${why}): ${WHAT_TO_DO}.`);
  }
}
