/** The embedded database: an engine in this process, reached by the driver of PostgreSQL over one connection that callers use in turn. */
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { AvailabilityReports } from './availability.ts';
import { CannotStart, diskFull } from './cannotStart.ts';
import { DISK_RESERVE, DiskFull, isNoRoom, type DiskRoomReports } from './diskRoom.ts';
import { EngineFailure, openEngine, type Engine } from './engine.ts';
import { EngineStream } from './engineStream.ts';
import { EngineTurns } from './engineTurns.ts';
import { makeFolder } from './folder.ts';
import { lockFolder } from './lock.ts';
import { endsWithCommit, type Statement } from './pipeline.ts';
import type { MeasuredPool, PoolUse, StoreClient } from './poolUse.ts';
import { columnTypes } from './postgresPool.ts';
import { openThreadedEngine } from './threadedEngine.ts';
import { createUpkeep } from './upkeep.ts';

/** Statements that write nothing, or that begin or end a transaction. */
const NEEDS_NO_ROOM = /^\s*(select|begin|start|commit|rollback|set|show)\b/i;

interface Reports {
  room: DiskRoomReports;
  availability: AvailabilityReports;
}

/** Refuses statements that write while the disk has no room for the files of the engine. */
class EmbeddedPool implements MeasuredPool {
  private readonly upkeep = createUpkeep(async (sql) => {
    const client = await this.turns.connect();
    try {
      return await client.query(sql, []);
    } finally {
      client.release();
    }
  });

  constructor(
    private readonly turns: EngineTurns,
    private readonly room: DiskRoomReports,
    private readonly close: () => Promise<void>,
  ) {}

  async connect(): Promise<StoreClient> {
    const client = await this.turns.connect();
    let isUpkeepDue = false;
    const watch = (sql: string): void => {
      if (!NEEDS_NO_ROOM.test(sql) && this.room.isFull()) throw new DiskFull();
      isUpkeepDue = this.upkeep.changed(sql) || isUpkeepDue;
    };
    return {
      query: async (sql, parameters) => {
        watch(sql);
        return client.query(sql, parameters);
      },
      pipeline: async (statements: readonly Statement[]) => {
        try {
          for (const { sql } of statements) watch(sql);
        } catch (error) {
          if (endsWithCommit(statements)) await client.query('rollback', []);
          throw error;
        }
        return client.pipeline(statements);
      },
      release: () => {
        client.release();
        // The upkeep fails when the store closes or the database is lost. The next use of the database reports either.
        if (isUpkeepDue) void this.upkeep.run().catch(() => undefined);
      },
    };
  }

  use(): PoolUse {
    return this.turns.use();
  }

  async end(): Promise<void> {
    await this.turns.end();
    await this.close();
  }
}

const WHAT_TO_DO =
  'restore a backup into another folder and name it with DATA_DIR; keep this folder, because newer data may be read from it';

/** @throws CannotStart when the folder has files but no complete database: creating a new database there would hide the loss. */
function refuseIncomplete(folder: string): void {
  if (!fs.existsSync(folder) || fs.readdirSync(folder).length === 0) return;
  if (!fs.existsSync(path.join(folder, 'PG_VERSION')))
    throw new CannotStart(`The database in ${folder} is not complete (PG_VERSION is missing): ${WHAT_TO_DO}.`);
}

export const databaseFolder = (dataDir: string): string => path.join(path.resolve(dataDir), 'database');

/** The error for an operator when the engine did not open. @param isNew the folder held no database, so no data is lost. */
function whyNotOpened(error: unknown, dataDir: string, isNew: boolean): unknown {
  if (error instanceof CannotStart) return error;
  if (error instanceof EngineFailure && error.isForOperator) return new CannotStart(error.message);
  if (isNoRoom(error) || (error instanceof EngineFailure && error.isOutOfRoom)) return diskFull(dataDir, DISK_RESERVE);
  const folder = databaseFolder(dataDir);
  const why = (error instanceof Error ? error.message : String(error)).split('\n')[0]?.replace(/[.\s]+$/, '');
  // A missing permission or a new folder means that no data is lost, so no backup needs to be restored.
  if (isNew || (error as NodeJS.ErrnoException).code?.startsWith('E'))
    return new CannotStart(`The database in ${folder} cannot be made or opened: ${why}.`);
  return new CannotStart(`The database in ${folder} cannot be opened (${why}): ${WHAT_TO_DO}.`);
}

export interface EmbeddedOptions {
  /** Runs the engine in a second thread, so that this one answers while a statement runs. It takes memory and time to start. */
  ownThread: boolean;
}

/**
 * @throws CannotStart when the disk is full, or when the folder is locked by another process, cannot be written, holds an
 * incomplete database, or does not sync to disk.
 */
export async function openEmbedded(dataDir: string, reports: Reports, { ownThread }: EmbeddedOptions): Promise<MeasuredPool> {
  makeFolder(dataDir);
  if (reports.room.isFull()) throw diskFull(dataDir, DISK_RESERVE);
  const unlock = lockFolder(dataDir);
  const folder = databaseFolder(dataDir);
  const open = ownThread ? openThreadedEngine : openEngine;
  /** undefined: the engine ended by itself. The next connection opens another engine, which recovers the database. */
  let engine: Engine | undefined;
  let isNew = false;
  try {
    refuseIncomplete(folder);
    isNew = !fs.existsSync(path.join(folder, 'PG_VERSION'));
    engine = await open(folder);
  } catch (error) {
    unlock();
    throw whyNotOpened(error, dataDir, isNew);
  }
  const present = async (): Promise<Engine> => {
    if (engine) return engine;
    if (reports.room.isFull()) throw new DiskFull();
    return (engine = await open(folder));
  };
  const ended = (one: Engine): void => {
    if (one === engine) engine = undefined;
  };
  // Host, user, database and ssl are given, because the driver would take them from the PG* environment variables of a server.
  const createClient = (): pg.Client =>
    new pg.Client({
      stream: () => new EngineStream(present, ended) as never,
      host: 'embedded',
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      pipeline: true,
      connectionTimeoutMillis: 0,
      types: columnTypes,
    });
  const close = async (): Promise<void> => {
    await engine?.close();
    engine = undefined;
    unlock();
  };
  return new EmbeddedPool(new EngineTurns(createClient, reports), reports.room, close);
}
