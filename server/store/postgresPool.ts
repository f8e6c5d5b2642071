/** PostgreSQL for lenders that outgrow one machine. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseUnavailable, type AvailabilityReports } from './availability.ts';
import { CannotStart } from './cannotStart.ts';
import { DiskFull, type DiskRoomReports } from './diskRoom.ts';
import type { MeasuredPool, PoolUse } from './poolUse.ts';
import { createStatementNames, keepsStatements, unnamed, type StatementName } from './prepared.ts';
import { toSafeInteger } from './values.ts';

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, toSafeInteger],
  [pg.types.builtins.NUMERIC, toSafeInteger],
  [pg.types.builtins.DATE, (text) => text],
]);

export const columnTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

/** All in ms. Together they stay below the minute after which a phone abandons a call (`TIMEOUT` of `src/api/client.ts`). */
export interface PostgresLimits {
  /** How long a call waits for a connection, be it new or in use by another call. */
  connection: number;
  /** The server ends a statement that takes longer, waiting for locks included, and keeps the session. */
  statement: number;
  /** A statement without any answer for this long: the connection is discarded. More than `statement`, so that a running server answers first. */
  silence: number;
  /** The server ends a session whose transaction is idle for this long: its locks would outlive a lender whose connection was cut. */
  idleTransaction: number;
}

const LIMITS: PostgresLimits = { connection: 10_000, statement: 20_000, silence: 25_000, idleTransaction: 60_000 };
const CONNECTIONS = 12;

/**
 * SQLSTATEs with which the server ends a session while a statement runs (with none running, the driver emits an error
 * instead): class 08, shutdown, crash, no connections now, dropped database, idle session, idle or long transaction.
 */
const ENDS_SESSION = /^(08...|57P0[1-5]|25P0[34])$/;

/** SQLSTATE of a statement that found no room; it had no effect. */
const DISK_FULL = '53100';

interface Reports {
  availability: AvailabilityReports;
  room: DiskRoomReports;
}

/** The embedded engine ends with its session. */
const FATAL = ['PANIC', 'FATAL'];

const endsSession = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (ENDS_SESSION.test(error.code ?? '') || FATAL.includes(error.severity ?? ''));

export interface PostgresServer extends MeasuredPool {
  /** Applies the limits to statements from now on. Migrations run before, without a limit. */
  limitStatements(): void;
}

/** The connections of a pool, to a server or to the embedded engine. */
export class Connections implements PostgresServer {
  /** Clients whose connection is gone. */
  private readonly lost = new WeakSet<pg.PoolClient>();
  /** Clients whose session has the limits set. */
  private readonly limited = new WeakSet<pg.PoolClient>();
  private areLimited = false;
  private ended: Promise<void> | undefined;

  constructor(
    private readonly pool: pg.Pool,
    /** null: none, because the database is in this process. */
    private readonly limits: PostgresLimits | null,
    private readonly reports: Reports,
    private readonly nameOf: StatementName,
  ) {
    // The pool emits the error of an idle client as its own, for example after a restart, a failover or
    // pg_terminate_backend. It has removed that client by then and opens another when one is needed. Without a
    // listener the event would end the process.
    pool.on('error', () => undefined);
    // The pool has no listener on a client that is in use. Such a client emits an error and rejects its statement;
    // between two statements of a transaction it only emits the error. A broken socket emits twice: once for its
    // error, once for its end. The pool emits 'connect' before it hands a client out for the first time; until then
    // errors reach the callback of the connection attempt.
    pool.on('connect', (client) => {
      client.on('error', () => this.lost.add(client));
    });
  }

  use(): PoolUse {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.pool;
    return { open, idle, waiting };
  }

  limitStatements(): void {
    this.areLimited = true;
  }

  /** @throws DatabaseUnavailable when no connection can be had in time. */
  async connect(): Promise<PostgresPoolClient> {
    if (this.ended) throw new Error('the store is closed');
    let client: pg.PoolClient;
    try {
      client = await this.pool.connect();
    } catch (error) {
      throw this.unavailable(error);
    }
    const connection = this.handOut(client);
    if (!this.limits || !this.areLimited || this.limited.has(client)) return connection;
    const { statement, idleTransaction } = this.limits;
    try {
      // Not in the startup message, where poolers such as PgBouncer refuse what they do not know.
      await connection.query(`set statement_timeout = ${statement}; set idle_in_transaction_session_timeout = ${idleTransaction}`, []);
      this.limited.add(client);
    } catch (error) {
      connection.release();
      throw error;
    }
    return connection;
  }

  private unavailable(cause: unknown): DatabaseUnavailable {
    const error = new DatabaseUnavailable(cause);
    this.reports.availability.failed(error);
    return error;
  }

  private handOut(client: pg.PoolClient): PostgresPoolClient {
    let isUsable = true;
    const query = async (sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
      if (!isUsable) throw new DatabaseUnavailable('the connection was lost before this statement');
      const askedAt = performance.now();
      let result: pg.QueryResult;
      try {
        result = await this.withinSilence(client.query({ name: this.nameOf(sql, parameters), text: sql, values: [...parameters] }));
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable || this.lost.has(client) || endsSession(error))) {
          this.reports.availability.answered(askedAt);
          if (!(error instanceof pg.DatabaseError && error.code === DISK_FULL)) throw error;
          this.reports.room.ranOut();
          throw new DiskFull(error);
        }
        isUsable = false;
        throw this.unavailable(error);
      }
      this.reports.availability.answered(askedAt);
      // The server answers a commit of a failed transaction with a rollback, and not with an error.
      if (sql === 'commit' && result.command === 'ROLLBACK') throw new Error('the transaction was rolled back instead of committed');
      return { command: result.command as PostgresQueryResult<unknown>['command'], rowCount: result.rowCount ?? 0, rows: result.rows };
    };
    return {
      query: query as PostgresPoolClient['query'],
      // Discarded when it is lost or when a transaction is still open on it: the commit of the next user would
      // commit that transaction too.
      release: () => client.release(!isUsable || client.getTransactionStatus() !== 'I'),
    };
  }

  /** The result of the statement. @throws DatabaseUnavailable after the limit; the client must be discarded then, because it still waits for its answer. */
  private async withinSilence<T>(statement: Promise<T>): Promise<T> {
    const { limits } = this;
    if (!limits || !this.areLimited) return statement;
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DatabaseUnavailable(`no answer within ${limits.silence / 1_000} seconds`)), limits.silence);
    });
    try {
      return await Promise.race([statement, silence]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits for running statements and for the connections to close, and not longer than both limits. */
  end(): Promise<void> {
    const { limits, pool } = this;
    const closed = (): Promise<void> =>
      limits ? Promise.race([pool.end(), sleep(limits.silence + limits.connection, undefined, { ref: false })]) : pool.end();
    return (this.ended ??= closed());
  }
}

/** @throws CannotStart when the database cannot be reached. */
export async function openPostgres(url: string, reports: Reports, limits: PostgresLimits = LIMITS): Promise<PostgresServer> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, types: columnTypes, connectionTimeoutMillis: limits.connection });
  let names = unnamed;
  const connections = new Connections(pool, limits, reports, (sql, parameters) => names(sql, parameters));
  try {
    (await pool.connect()).release();
    if (await keepsStatements(pool)) names = createStatementNames();
  } catch (error) {
    await connections.end();
    throw new CannotStart(`The database of DATABASE_URL cannot be reached: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return connections;
}
