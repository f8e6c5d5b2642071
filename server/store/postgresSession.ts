/** One session on PostgreSQL, as long as a call uses it: what its statements did, and what is certain when one fails. */
import pg from 'pg';
import type { PostgresQueryResult } from 'kysely';
import { DatabaseUnavailable, type AvailabilityReports } from './availability.ts';
import { DiskFull, type DiskRoomReports } from './diskRoom.ts';
import type { StatementName } from './prepared.ts';
import { hadNoEffect } from './repeat.ts';

/**
 * SQLSTATEs with which the server ends a session while a statement runs (with none running, the driver emits an error
 * instead): class 08, shutdown, crash, no connections now, dropped database, idle session, idle or long transaction.
 */
const ENDS_SESSION = /^(08...|57P0[1-5]|25P0[34])$/;

/** SQLSTATE of a statement that writes on a standby, or on a primary that became one: another session may reach the primary. */
const READ_ONLY = '25006';

/** SQLSTATE of a statement that found no room; it had no effect. */
const DISK_FULL = '53100';

/**
 * The function of the server that warns when somebody cancelled the wait for a synchronous standby (`pg_cancel_backend`).
 * The server then reports the commit as done, and a failover may lose it.
 */
const UNREPLICATED = 'SyncRepWaitForLSN';

/** The words with which the query builder begins a transaction; it ends one with `commit` or `rollback`. */
const BEGINS = /^(begin|start transaction)\b/;

/** Has no effect outside of a transaction, where it has locked nothing any more when its answer arrives. */
const READS = /^\s*select\b/i;

/** The server refuses writes in such a transaction, wherever it is the primary. */
const READS_ONLY = /\bread only\b/;

/** The embedded engine ends with its session. */
const FATAL = ['PANIC', 'FATAL'];

const endsSession = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (ENDS_SESSION.test(error.code ?? '') || FATAL.includes(error.severity ?? ''));

const codeOf = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined);

export interface Reports {
  availability: AvailabilityReports;
  room: DiskRoomReports;
}

/** What is known of a client of the pool, over all the sessions that use it. */
export interface ClientState {
  /** Its connection is gone. */
  isLost: boolean;
  /** It warned of a commit that may not be on a standby. */
  isUnreplicated: boolean;
  /** When the limits were set and the server said that it takes writes, by `performance.now()`; null: not yet. */
  checkedAt: number | null;
}

/** Follows a client from its first use on. The pool itself has no listener on a client that is in use. */
export function watchClient(client: pg.PoolClient): ClientState {
  const state: ClientState = { isLost: false, isUnreplicated: false, checkedAt: null };
  // Such a client emits an error and rejects its statement; between two statements of a transaction it only emits the
  // error. A broken socket emits twice: once for its error, once for its end.
  client.on('error', () => (state.isLost = true));
  client.on('notice', ({ routine }) => (state.isUnreplicated ||= routine === UNREPLICATED));
  return state;
}

interface Watch {
  reports: Reports;
  /** Names of the statements that the connection keeps prepared. */
  nameOf: StatementName;
  /** ms without any answer after which the session is given up; null: for ever. */
  silence: number | null;
  /** The server takes no writes. */
  foundReadOnly(): void;
}

export class PostgresSession {
  /** Why it cannot be used any more. */
  private lost: DatabaseUnavailable | null = null;
  private isInTransaction = false;
  /** The `begin` of a transaction that has not sent a statement yet; it is sent with the first one. */
  private begin: string | null = null;
  /** The transaction was begun for reading only. */
  private isReadOnly = false;
  private isReleased = false;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly state: ClientState,
    private readonly watch: Watch,
  ) {}

  /**
   * Whether the statement that failed with this error may be sent again, on another session where this one is lost. Within
   * a transaction the whole of it has to be repeated.
   */
  mayRepeat(sql: string, error: unknown): boolean {
    if (this.isInTransaction) return false;
    return hadNoEffect(error) || (this.lost !== null && READS.test(sql));
  }

  /** Lost with no transaction open: the next statement needs another session, and may have one. */
  isReplaceable(): boolean {
    return this.lost !== null && !this.isInTransaction;
  }

  /** @throws DatabaseUnavailable when the session is lost, DiskFull when the statement found no room, else what the server says. */
  async query(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    // The caller of a rollback gets the cause, and not that the session is lost.
    if (this.lost) throw this.lost;
    if (BEGINS.test(sql)) return this.beginWithNext(sql);
    const { begin } = this;
    this.begin = null;
    const isEnd = sql === 'commit' || sql === 'rollback';
    // Nothing was sent of this transaction.
    if (begin !== null && isEnd) {
      this.isInTransaction = false;
      return { command: 'SELECT', rowCount: 0, rows: [] };
    }
    const askedAt = performance.now();
    let result: pg.QueryResult;
    try {
      result = await (begin === null ? this.send(sql, parameters) : this.sendFirst(begin, sql, parameters));
    } catch (error) {
      // The driver's own stack ends in its socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw this.failed(sql, error, askedAt);
    }
    if (this.state.isUnreplicated) throw this.lose('the primary stopped waiting for its standby: a failover may lose the commit', false);
    this.watch.reports.availability.answered(askedAt);
    // The server answers a commit of a failed transaction with a rollback, and not with an error.
    if (sql === 'commit' && result.command === 'ROLLBACK') throw new Error('the transaction was rolled back instead of committed');
    if (isEnd) this.isInTransaction = false;
    return { command: result.command as PostgresQueryResult<unknown>['command'], rowCount: result.rowCount ?? 0, rows: result.rows };
  }

  /** It is sent with the first statement of the transaction: one message to the server and one answer less to wait for. */
  private beginWithNext(sql: string): PostgresQueryResult<unknown> {
    this.begin = sql;
    this.isInTransaction = true;
    this.isReadOnly = READS_ONLY.test(sql);
    return { command: 'SELECT', rowCount: 0, rows: [] };
  }

  /**
   * The first statement of a transaction. One that reads does not wait until the transaction has begun: where it could
   * not begin, the statement had no effect. One that writes would be a transaction of its own then, so it waits.
   */
  private async sendFirst(begin: string, sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    if (!READS.test(sql)) {
      await this.send(begin, []);
      return this.send(sql, parameters);
    }
    const { stream } = this.client.connection;
    stream.cork();
    const begun = this.send(begin, []);
    const first = this.send(sql, parameters);
    process.nextTick(() => stream.uncork());
    // Both are awaited: neither may reject unseen.
    const [, result] = await Promise.all([begun, first]);
    return result;
  }

  /**
   * Once; again it does nothing. Gives the client back to the pool, which closes it where it is lost or a transaction is
   * open: the next commit would commit that too.
   */
  release(): void {
    if (this.isReleased) return;
    this.isReleased = true;
    // The driver would wait for the answers that are missing before it closes the connection.
    if (this.lost) this.client.connection.stream.destroy();
    this.client.release(this.lost !== null || this.client.getTransactionStatus() !== 'I');
  }

  /** Closes the connection instead of returning it to the pool. */
  discard(cause: unknown): void {
    this.lost ??= new DatabaseUnavailable(cause, true);
    this.release();
  }

  private failed(sql: string, error: unknown, askedAt: number): unknown {
    const code = codeOf(error);
    const { availability, room } = this.watch.reports;
    if (error instanceof DatabaseUnavailable || this.state.isLost || endsSession(error))
      return this.lose(error, BEGINS.test(sql) || (this.isInTransaction && sql !== 'commit'));
    if (code === READ_ONLY && !this.isReadOnly) {
      this.watch.foundReadOnly();
      return this.lose(error, true);
    }
    availability.answered(askedAt);
    if (code !== DISK_FULL) return error;
    room.ranOut();
    return new DiskFull(error);
  }

  private lose(cause: unknown, isWithoutEffect: boolean): DatabaseUnavailable {
    this.lost = new DatabaseUnavailable(cause, isWithoutEffect);
    this.watch.reports.availability.failed(this.lost);
    return this.lost;
  }

  /**
   * The result of the statement.
   * @throws DatabaseUnavailable after the limit; the client must be discarded then, because it still waits for its answer.
   */
  private send(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    const { silence, nameOf } = this.watch;
    // With promises the driver makes two more, for each statement.
    return new Promise((resolve, reject) => {
      const timer =
        silence === null
          ? undefined
          : setTimeout(() => reject(new DatabaseUnavailable(`no answer within ${silence / 1_000} seconds`)), silence);
      const query = { name: nameOf(sql, parameters), text: sql, values: parameters as unknown[] };
      this.client.query(query, (error: Error | null, result) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve(result);
      });
    });
  }
}
