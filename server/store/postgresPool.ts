/** PostgreSQL for lenders that outgrow one machine. The server at its address may change, as after a failover. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseUnavailable, TakesNoWrites } from './availability.ts';
import { CannotStart } from './cannotStart.ts';
import type { MeasuredPool, PoolUse, StoreClient } from './poolUse.ts';
import { PostgresSession, watchClient, type ClientState, type Reports } from './postgresSession.ts';
import { createStatementNames, keepsStatements, unnamed, type StatementName } from './prepared.ts';
import { repeatWhile } from './repeat.ts';
import { createSharedSessions } from './sharedSessions.ts';

/** Parses a whole number of the database. Every stored amount and moment is a safe integer. @throws RangeError for any other. */
function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`the database holds ${text}, which is no safe integer`);
  return value;
}

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
  /**
   * The time within which a call may begin attempts to get a connection. One attempt may take half of it, whether a connection
   * is opened or another call has to release one. Within the same time a transaction that certainly had no effect is repeated.
   * In an outage the time counts from the outage's begin. A call that comes later makes one attempt, so that calls that cannot
   * succeed do not keep the places of others.
   */
  connection: number;
  /** The server cancels a statement that takes longer, waiting for locks included, and keeps the session. */
  statement: number;
  /**
   * The connection is discarded when a statement has no answer after this time. Longer than `statement`, so that a running
   * server answers first.
   */
  silence: number;
  /** The server ends a session whose transaction is idle for this long: its locks would outlive a lender whose connection was cut. */
  idleTransaction: number;
}

const LIMITS: PostgresLimits = { connection: 10_000, statement: 20_000, silence: 25_000, idleTransaction: 60_000 };
const CONNECTIONS = 12;

/** SQLSTATE of a server whose connections are all in use. This is no outage: the next closed connection makes room. */
const TOO_MANY_CONNECTIONS = '53300';

export interface PostgresServer extends MeasuredPool {
  connectShared(): Promise<StoreClient>;
  /**
   * Applies the limits to statements from now on, and uses only sessions of servers that accept writes. Migrations run before
   * this call and without a limit.
   */
  limitStatements(): void;
  /** ms in which work without an effect may be repeated. */
  patience(): number;
}

/** The connections of a pool. */
class Connections implements PostgresServer {
  private readonly states = new WeakMap<pg.PoolClient, ClientState>();
  private areLimited = false;
  /** Sessions that were checked before this time are checked again: their server may have stopped accepting writes. */
  private checkAgainAfter = -Infinity;
  private ended: Promise<void> | undefined;
  private readonly shared: StoreClient;

  constructor(
    private readonly pool: pg.Pool,
    private readonly limits: PostgresLimits,
    private readonly reports: Reports,
    private readonly nameOf: StatementName,
  ) {
    // The pool emits the error of an idle client as its own, for example after a restart, a failover or
    // pg_terminate_backend. By then the pool has removed that client, and it opens another when one is needed.
    // Without a listener the event would end the process.
    pool.on('error', () => undefined);
    // The pool emits 'connect' before it hands a client out for the first time; until then errors reach the callback of
    // the connection attempt.
    pool.on('connect', (client) => void this.states.set(client, watchClient(client)));
    this.shared = createSharedSessions({
      open: () => this.open(),
      isOneFree: () => pool.idleCount > 0 || pool.totalCount < pool.options.max,
      retiredBefore: () => this.checkAgainAfter,
      patience: () => this.patience(),
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
  async connect(): Promise<StoreClient> {
    if (this.ended) throw new Error('the store is closed');
    let session = await this.open();
    const reopened = async (): Promise<void> => {
      // Released first: if all callers kept lost clients while they wait, the pool would be full and none could go on.
      session.release();
      session = await this.open();
    };
    const query: StoreClient['query'] = (sql, parameters) =>
      repeatWhile(
        this.patience(),
        (error) => session.mayRepeat(sql, error),
        () => (session.isReplaceable() ? reopened().then(() => session.query(sql, parameters)) : session.query(sql, parameters)),
      );
    return { query, pipeline: (statements) => session.pipeline(statements), release: () => session.release() };
  }

  /** A client for short reads, which shares its connections with other reads: see {@link createSharedSessions}. */
  async connectShared(): Promise<StoreClient> {
    if (this.ended) throw new Error('the store is closed');
    return this.shared;
  }

  patience(): number {
    return this.limits.connection - this.reports.availability.lostFor();
  }

  /** A session on a server that accepts writes. */
  private async open(): Promise<PostgresSession> {
    const begunAt = performance.now();
    try {
      return await repeatWhile(
        this.patience(),
        () => !this.ended,
        () => this.tryOpen(),
      );
    } catch (error) {
      throw this.report(error, begunAt);
    }
  }

  private report(cause: unknown, begunAt: number): DatabaseUnavailable {
    const error = cause instanceof DatabaseUnavailable ? cause : new DatabaseUnavailable(cause, true);
    this.reports.availability.failed(error, begunAt);
    return error;
  }

  private async tryOpen(): Promise<PostgresSession> {
    let client: pg.PoolClient;
    const begunAt = performance.now();
    try {
      client = await this.pool.connect();
    } catch (error) {
      if ((error as { code?: unknown }).code !== TOO_MANY_CONNECTIONS) this.report(error, begunAt);
      throw error;
    }
    const state = this.states.get(client) as ClientState;
    const limits = this.areLimited ? this.limits : null;
    const session = new PostgresSession(client, state, {
      reports: this.reports,
      nameOf: this.nameOf,
      silence: limits?.silence ?? null,
      foundReadOnly: () => (this.checkAgainAfter = performance.now()),
      giveBack: (isUnusable) => client.release(isUnusable),
    });
    if (!limits || (state.checkedAt ?? -Infinity) > this.checkAgainAfter) return session;
    try {
      await session.tryOut(() => this.check(session, limits));
      state.checkedAt = performance.now();
      return session;
    } catch (error) {
      session.discard(error);
      throw error instanceof DatabaseUnavailable ? this.report(new DatabaseUnavailable(error.cause, true), begunAt) : error;
    }
  }

  private async check(session: PostgresSession, { statement, idleTransaction }: PostgresLimits): Promise<void> {
    // Not set in the startup message, because poolers such as PgBouncer refuse parameters that they do not know.
    // The server would compile statements that it believes to be long, for 10 ms or more in each session. Ours are short, and its
    // estimates of tables that are new or have grown are too high.
    await session.query(
      `set statement_timeout = ${statement}; set idle_in_transaction_session_timeout = ${idleTransaction}; set jit = off`,
      [],
    );
    const { rows } = await session.query('show transaction_read_only', []);
    if ((rows[0] as { transaction_read_only: string }).transaction_read_only === 'on') throw new DatabaseUnavailable(new TakesNoWrites());
  }

  /** Waits for running statements and until the connections are closed, at most for `silence` and `connection` together. */
  end(): Promise<void> {
    const { limits, pool } = this;
    const closed = (): Promise<void> => Promise.race([pool.end(), sleep(limits.silence + limits.connection, undefined, { ref: false })]);
    return (this.ended ??= closed());
  }
}

/** @throws CannotStart when the database cannot be reached. */
export async function openPostgres(url: string, reports: Reports, limits: PostgresLimits = LIMITS): Promise<PostgresServer> {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    // `begin` is sent together with the first statement of its transaction.
    pipeline: true,
    types: columnTypes,
    connectionTimeoutMillis: limits.connection / 2,
  });
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
