/** The embedded database as a pool of one connection, so that Kysely's PostgreSQL dialect drives both engines. */
import fs from 'node:fs';
import path from 'node:path';
import { types, type PGlite, type QueryOptions } from '@electric-sql/pglite';
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseUnavailable, type AvailabilityReports } from './availability.ts';
import { CannotStart, diskFull } from './cannotStart.ts';
import { DISK_RESERVE, DiskFull, isNoRoom, type DiskRoomReports } from './diskRoom.ts';
import { DurableNodeFS, openDurable, syncPath } from './durable.ts';
import { makeFolder } from './folder.ts';
import { lockFolder } from './lock.ts';
import type { MeasuredPool, PoolUse } from './poolUse.ts';
import { toSafeInteger } from './values.ts';

type Command = PostgresQueryResult<unknown>['command'];

/** The same column values as the `pg` driver is told to give. */
const options: QueryOptions = {
  parsers: { [types.INT8]: toSafeInteger, [types.DATE]: (text: string) => text, [types.NUMERIC]: toSafeInteger },
};

const commandOf = (sql: string): Command => (/^\s*(insert|update|delete|merge)\b/i.exec(sql)?.[1]?.toUpperCase() ?? 'SELECT') as Command;

/** Statements that write nothing, or end what was begun. */
const NEEDS_NO_ROOM = /^\s*(select|begin|start|commit|rollback|set|show)\b/i;

/** SQLSTATE of a statement that found no room. */
const DISK_FULL = '53100';

/** Whether the engine ended with this error. To call it again would never return. */
const endsEngine = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError || ['PANIC', 'FATAL'].includes((error as { severity?: string } | null)?.severity ?? '');

interface Engine {
  pglite: PGlite;
  files: DurableNodeFS;
}

interface Reports {
  room: DiskRoomReports;
  availability: AvailabilityReports;
}

class OnlyConnection implements MeasuredPool {
  private free: Promise<void> = Promise.resolve();
  /** Who uses the connection, and who waits for it. */
  private users = 0;
  private ended = false;

  constructor(
    /** null: it ended by itself, and the next use opens another one, which repairs what it left. */
    private engine: Engine | null,
    private readonly reopen: () => Promise<Engine>,
    private readonly unlock: () => void,
    private readonly reports: Reports,
  ) {}

  /**
   * Waits for the earlier users: the engine has one connection, so transactions run one after the other.
   * @throws DatabaseUnavailable while the engine has ended and cannot be opened again.
   */
  async connect(): Promise<PostgresPoolClient> {
    let free = (): void => undefined;
    const before = this.free;
    this.free = new Promise((resolve) => (free = resolve));
    this.users++;
    const release = (): void => {
      this.users--;
      free();
    };
    await before;
    try {
      if (this.ended) throw new Error('the store is closed');
      const engine = (this.engine ??= await this.openAgain());
      return { query: ((sql, parameters) => this.query(engine, sql, parameters)) as PostgresPoolClient['query'], release };
    } catch (error) {
      release();
      throw error;
    }
  }

  use(): PoolUse {
    const inUse = Math.min(this.users, 1);
    return { open: this.engine ? 1 : 0, idle: this.engine ? 1 - inUse : 0, waiting: this.users - inUse };
  }

  private async openAgain(): Promise<Engine> {
    try {
      if (this.reports.room.isFull()) throw new DiskFull();
      const engine = await this.reopen();
      this.reports.availability.answered(performance.now());
      return engine;
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  private unavailable(cause: unknown): DatabaseUnavailable {
    const error = new DatabaseUnavailable(cause);
    this.reports.availability.failed(error);
    return error;
  }

  private async query(engine: Engine, sql: string, parameters: readonly unknown[] = []): Promise<PostgresQueryResult<unknown>> {
    if (engine !== this.engine) throw new DatabaseUnavailable('the database ended before this statement');
    if (!NEEDS_NO_ROOM.test(sql) && this.reports.room.isFull()) throw new DiskFull();
    try {
      // Without parameters a text may hold several statements, as migrations do.
      const result =
        parameters.length > 0 ? await engine.pglite.query(sql, [...parameters], options) : (await engine.pglite.exec(sql, options)).at(-1);
      return { command: commandOf(sql), rowCount: result?.affectedRows ?? 0, rows: result?.rows ?? [] };
    } catch (error) {
      const isFull = (error as { code?: string }).code === DISK_FULL;
      if (isFull) this.reports.room.ranOut();
      if (endsEngine(error)) {
        this.engine = null;
        engine.files.closeFiles();
        throw this.unavailable(error);
      }
      throw isFull ? new DiskFull(error) : error;
    }
  }

  private async endAfter(earlier: Promise<void>): Promise<void> {
    await earlier;
    this.ended = true;
    await this.engine?.pglite.close();
    this.engine = null;
    this.unlock();
  }

  /** An engine that has ended by itself is left as it is: the next start repairs what it wrote. */
  async end(): Promise<void> {
    await (this.free = this.endAfter(this.free));
  }
}

const WHAT_TO_DO =
  'restore a backup into another folder and name it with DATA_DIR; keep this folder, because newer data may be read from it';

/** Whether the folder holds a database. @throws CannotStart when it holds something else: a new database in its place would hide the loss. */
function holdsDatabase(folder: string): boolean {
  if (!fs.existsSync(folder) || fs.readdirSync(folder).length === 0) return false;
  if (fs.existsSync(path.join(folder, 'PG_VERSION'))) return true;
  throw new CannotStart(`The database in ${folder} is not complete (PG_VERSION is missing): ${WHAT_TO_DO}.`);
}

/** Creates the database beside its place and renames it: an interrupted first start leaves nothing that looks like an incomplete database. */
async function makeDatabase(folder: string, files: (at: string) => DurableNodeFS): Promise<void> {
  const making = `${folder}.new`;
  fs.rmSync(making, { recursive: true, force: true });
  makeFolder(making);
  await (await openDurable(making, files(making))).close();
  fs.renameSync(making, folder);
  syncPath(path.dirname(folder));
}

export const databaseFolder = (dataDir: string): string => path.join(path.resolve(dataDir), 'database');

/** @throws CannotStart when the disk is full, or the folder is taken, cannot be written, holds no whole database, or does not sync to disk. */
export async function openEmbedded(dataDir: string, reports: Reports): Promise<MeasuredPool> {
  makeFolder(dataDir);
  if (reports.room.isFull()) throw diskFull(dataDir, DISK_RESERVE);
  const unlock = lockFolder(dataDir);
  const folder = databaseFolder(dataDir);
  let isNew = false;
  let files: DurableNodeFS | undefined;
  const filesAt = (at: string): DurableNodeFS => (files = new DurableNodeFS(at));
  const open = async (): Promise<Engine> => {
    const own = filesAt(folder);
    try {
      return { pglite: await openDurable(folder, own), files: own };
    } catch (error) {
      own.closeFiles();
      throw error;
    }
  };
  try {
    isNew = !holdsDatabase(folder);
    if (isNew) await makeDatabase(folder, filesAt);
    fs.chmodSync(folder, 0o700);
    return new OnlyConnection(await open(), open, unlock, reports);
  } catch (error) {
    unlock();
    if (error instanceof CannotStart) throw error;
    // What the engine says when it finds no room looks like any other failure; its files know.
    if (isNoRoom(error) || files?.isOutOfRoom) throw diskFull(dataDir, DISK_RESERVE);
    const why = (error instanceof Error ? error.message : String(error)).split('\n')[0]?.replace(/[.\s]+$/, '');
    // A missing permission is no loss, and a folder that was just made has lost nothing.
    const { code } = error as NodeJS.ErrnoException;
    if (isNew || code?.startsWith('E')) throw new CannotStart(`The database in ${folder} cannot be made or opened: ${why}.`);
    throw new CannotStart(`The database in ${folder} cannot be opened (${why}): ${WHAT_TO_DO}.`);
  }
}
