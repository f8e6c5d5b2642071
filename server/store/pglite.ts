/** The embedded database as a pool of one connection, so that Kysely's PostgreSQL dialect drives both engines. */
import fs from 'node:fs';
import path from 'node:path';
import { types, type PGlite, type QueryOptions } from '@electric-sql/pglite';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { openDurable } from './durable.ts';
import { CannotStart } from './errors.ts';
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

  /** Waits its turn: the engine has one connection, so transactions run one after the other. */
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

/** @throws CannotStart when the folder is taken, cannot be written, or does not keep what it is given. */
export async function openEmbedded(dataDir: string): Promise<PostgresPool> {
  const unlock = lockFolder(dataDir);
  try {
    const folder = path.join(path.resolve(dataDir), 'database');
    fs.mkdirSync(folder, { recursive: true });
    return new OnlyConnection(await openDurable(folder), unlock);
  } catch (error) {
    unlock();
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(
      `The database in ${path.resolve(dataDir)} cannot be opened: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
