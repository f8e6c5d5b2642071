/** The embedded database: an engine in this process, reached by the driver of PostgreSQL over one connection. */
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { PostgresPoolClient } from 'kysely';
import type { AvailabilityReports } from './availability.ts';
import { CannotStart, diskFull } from './cannotStart.ts';
import { DISK_RESERVE, DiskFull, isNoRoom, type DiskRoomReports } from './diskRoom.ts';
import { EngineFailure, openEngine, type Engine } from './engine.ts';
import { EngineStream } from './engineStream.ts';
import { makeFolder } from './folder.ts';
import { lockFolder } from './lock.ts';
import type { MeasuredPool, PoolUse } from './poolUse.ts';
import { columnTypes, Connections } from './postgresPool.ts';
import { createStatementNames } from './prepared.ts';
import { openThreadedEngine } from './threadedEngine.ts';
import { createUpkeep } from './upkeep.ts';

/** Statements that write nothing, or end what was begun. */
const NEEDS_NO_ROOM = /^\s*(select|begin|start|commit|rollback|set|show)\b/i;

interface Reports {
  room: DiskRoomReports;
  availability: AvailabilityReports;
}

/** Writes nothing while there is no room for what the engine writes. */
class EmbeddedPool implements MeasuredPool {
  private readonly upkeep = createUpkeep(async (sql) => {
    const client = await this.connections.connect();
    try {
      return await client.query(sql, []);
    } finally {
      client.release();
    }
  });

  constructor(
    private readonly connections: Connections,
    private readonly room: DiskRoomReports,
    private readonly close: () => Promise<void>,
  ) {}

  /** Waits for the earlier users: the engine has one connection, so transactions run one after the other. */
  async connect(): Promise<PostgresPoolClient> {
    const client = await this.connections.connect();
    let isUpkeepDue = false;
    return {
      query: (async (sql: string, parameters: readonly unknown[]) => {
        if (!NEEDS_NO_ROOM.test(sql) && this.room.isFull()) throw new DiskFull();
        isUpkeepDue = this.upkeep.changed(sql) || isUpkeepDue;
        return client.query(sql, parameters);
      }) as PostgresPoolClient['query'],
      release: () => {
        client.release();
        // A store that closes, and a database that is lost, end it; both are reported by whoever uses the database next.
        if (isUpkeepDue) void this.upkeep.run().catch(() => undefined);
      },
    };
  }

  use(): PoolUse {
    return this.connections.use();
  }

  async end(): Promise<void> {
    await this.connections.end();
    await this.close();
  }
}

const WHAT_TO_DO =
  'restore a backup into another folder and name it with DATA_DIR; keep this folder, because newer data may be read from it';

/** @throws CannotStart when the folder holds something else than a database: a new one in its place would hide the loss. */
function refuseIncomplete(folder: string): void {
  if (!fs.existsSync(folder) || fs.readdirSync(folder).length === 0) return;
  if (!fs.existsSync(path.join(folder, 'PG_VERSION')))
    throw new CannotStart(`The database in ${folder} is not complete (PG_VERSION is missing): ${WHAT_TO_DO}.`);
}

export const databaseFolder = (dataDir: string): string => path.join(path.resolve(dataDir), 'database');

/** What to say to an operator of an engine that did not open. @param isNew nothing can be lost. */
function whyNotOpened(error: unknown, dataDir: string, isNew: boolean): unknown {
  if (error instanceof CannotStart) return error;
  if (error instanceof EngineFailure && error.isForOperator) return new CannotStart(error.message);
  if (isNoRoom(error) || (error instanceof EngineFailure && error.isOutOfRoom)) return diskFull(dataDir, DISK_RESERVE);
  const folder = databaseFolder(dataDir);
  const why = (error instanceof Error ? error.message : String(error)).split('\n')[0]?.replace(/[.\s]+$/, '');
  // A missing permission is no loss, and a folder that was just made has lost nothing.
  if (isNew || (error as NodeJS.ErrnoException).code?.startsWith('E'))
    return new CannotStart(`The database in ${folder} cannot be made or opened: ${why}.`);
  return new CannotStart(`The database in ${folder} cannot be opened (${why}): ${WHAT_TO_DO}.`);
}

export interface EmbeddedOptions {
  /** Runs the engine in a second thread, so that the main thread answers while a statement runs. Starting it takes memory and time. */
  ownThread: boolean;
}

/**
 * @throws CannotStart when the disk is full, or the folder is taken, cannot be written, holds no whole database, or does
 * not sync to disk.
 */
export async function openEmbedded(dataDir: string, reports: Reports, { ownThread }: EmbeddedOptions): Promise<MeasuredPool> {
  makeFolder(dataDir);
  if (reports.room.isFull()) throw diskFull(dataDir, DISK_RESERVE);
  const unlock = lockFolder(dataDir);
  const folder = databaseFolder(dataDir);
  const open = ownThread ? openThreadedEngine : openEngine;
  /** undefined: it ended by itself, and the next connection opens another one, which repairs what it left. */
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
  // Every setting by name: none comes from variables that name a server.
  const pool = new pg.Pool({
    stream: () => new EngineStream(present, ended) as never,
    host: 'embedded',
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 1,
    pipeline: true,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 0,
    types: columnTypes,
  });
  const close = async (): Promise<void> => {
    await engine?.close();
    engine = undefined;
    unlock();
  };
  return new EmbeddedPool(new Connections(pool, null, reports, createStatementNames()), reports.room, close);
}
