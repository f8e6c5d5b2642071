/** One session on PostgreSQL while a call uses it. It finds out whether a failed statement certainly had no effect. */
import pg from 'pg';
import type { PostgresQueryResult } from 'kysely';
import { DatabaseUnavailable, TakesNoWrites, Unreplicated, type AvailabilityReports } from './availability.ts';
import { DiskFull, type DiskRoomReports } from './diskRoom.ts';
import { BEGINS, COMMIT, endsTransaction, endsWithCommit, NOTHING, transactionOver, type Statement } from './pipeline.ts';
import type { StatementName } from './prepared.ts';
import { hadNoEffect } from './repeat.ts';

/**
 * SQLSTATEs with which the server ends a session while a statement runs (with none running, the driver emits an error
 * instead): class 08, shutdown, crash, no connections now, dropped database, idle session, idle or long transaction.
 */
const ENDS_SESSION = /^(08...|57P0[1-5]|25P0[34])$/;

/** SQLSTATE of a write on a standby, or on a former primary that became one: another session may reach the primary. */
const READ_ONLY = '25006';

/** SQLSTATE of a statement that found no room; it had no effect. */
const DISK_FULL = '53100';

/**
 * The function of the server that warns when somebody cancelled the wait for a synchronous standby (`pg_cancel_backend`).
 * The server then reports the commit as done, and a failover may lose it.
 */
const UNREPLICATED = 'SyncRepWaitForLSN';

/** A statement without an effect outside of a transaction: its locks have ended when its answer arrives. */
const READS = /^\s*select\b/i;

/** Begins a transaction in which every server refuses writes, the primary too. */
const READS_ONLY = /\bread only\b/;

/** Severities of errors that end the session; the embedded engine ends together with its session. */
const FATAL = ['PANIC', 'FATAL'];

const endsSession = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (ENDS_SESSION.test(error.code ?? '') || FATAL.includes(error.severity ?? ''));

const codeOf = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined);

export interface Reports {
  availability: AvailabilityReports;
  room: DiskRoomReports;
}

/** State of a client of the pool, across all sessions that use the client. */
export interface ClientState {
  /** The client's connection is closed or broken. */
  isLost: boolean;
  /** The server warned of a commit that may not be on a standby. */
  isUnreplicated: boolean;
  /** When the limits were set and the server was found to accept writes, by `performance.now()`; null: not yet. */
  checkedAt: number | null;
  /** Names of the statements that were prepared, and of those that are being prepared now. */
  readonly prepared: Set<string>;
  readonly preparing: Set<string>;
}

export const newClientState = (): ClientState => ({
  isLost: false,
  isUnreplicated: false,
  checkedAt: null,
  prepared: new Set(),
  preparing: new Set(),
});

/** Follows a client from its first use on. The pool itself has no listener on a client that is in use. */
export function watchClient(client: pg.Client): ClientState {
  const state = newClientState();
  // While a statement runs, a client in use emits an error and rejects the statement. Between two statements of a
  // transaction it only emits the error. A broken socket emits two errors: one for its failure, one for its end.
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
  /** Called when the server refuses a write because it is a standby. */
  foundReadOnly(): void;
  /** Returns the client to its pool, which closes one that is unusable. */
  giveBack(isUnusable: boolean): void;
}

export class PostgresSession {
  /** Why the session cannot be used any more; null: it can. */
  private lost: DatabaseUnavailable | null = null;
  private isInTransaction = false;
  /** The `begin` of a transaction that has not sent a statement yet; it is sent with the first one. */
  private begin: string | null = null;
  /** The statement that ends the transaction, from the moment at which it is sent; null: none was sent. */
  private end: string | null = null;
  /** The transaction was begun for reading only. */
  private isReadOnly = false;
  /** When a statement was answered last, by `performance.now()`. */
  private answeredAt = -Infinity;
  private isReleased = false;
  /** The pool finds out whether the server accepts writes. Until then its answers do not end an outage. */
  private isOnTrial = false;
  /** Statements are sent at the end of this turn of the event loop. */
  private isHeldBack = false;

  constructor(
    private readonly client: pg.Client,
    private readonly state: ClientState,
    private readonly watch: Watch,
  ) {}

  isLost(): boolean {
    return this.lost !== null;
  }

  /** Runs statements that find out whether the session can be used. Only if they succeed, their answers end an outage. */
  async tryOut(work: () => Promise<void>): Promise<void> {
    const beganAt = performance.now();
    this.isOnTrial = true;
    await work();
    this.isOnTrial = false;
    this.watch.reports.availability.answered(beganAt);
  }

  /** Whether it has sent `begin`, and no answer says that the transaction is over. */
  hasOpenTransaction(): boolean {
    return this.isInTransaction && this.begin === null;
  }

  /** Whether what it has sent is complete: it has no transaction, or has sent the commit. */
  hasSentLast(): boolean {
    return !this.isInTransaction || this.end === COMMIT.sql;
  }

  /**
   * Whether the statement that failed with this error may be sent again, on another session if this one is lost. Never within
   * a transaction, because the whole transaction has to be repeated.
   */
  mayRepeat(sql: string, error: unknown): boolean {
    if (this.isInTransaction) return false;
    return hadNoEffect(error) || (this.lost !== null && READS.test(sql));
  }

  /** The session is lost outside of a transaction: the next statement may use another session. */
  isReplaceable(): boolean {
    return this.lost !== null && !this.isInTransaction;
  }

  /** @throws DatabaseUnavailable when the session is lost, DiskFull when the statement found no room, else the server's error. */
  async query(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    // A rollback on a lost session fails with the cause of the loss.
    if (this.lost) throw this.lost;
    if (BEGINS.test(sql)) return this.beginWithNext(sql);
    const { begin } = this;
    this.begin = null;
    const isEnd = endsTransaction(sql);
    // The transaction has sent no statement, or the server has ended it at a commit that failed: nothing has to be ended.
    if (isEnd && (begin !== null || !this.isInTransaction)) {
      this.isInTransaction = false;
      return NOTHING;
    }
    if (isEnd) this.end = sql;
    const askedAt = performance.now();
    let result: pg.QueryResult;
    try {
      result = await (begin === null ? this.send(sql, parameters) : this.sendFirst(begin, sql, parameters));
    } catch (error) {
      // The driver's stack starts at its socket, so it does not show the caller of the statement.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw this.failed(sql, error, askedAt);
    }
    if (this.state.isUnreplicated) throw this.lose(new Unreplicated(), false, askedAt);
    if (!this.isOnTrial) this.watch.reports.availability.answered(askedAt);
    if (isEnd) this.isInTransaction = false;
    // The server answers a commit of a failed transaction with a rollback instead of an error.
    if (sql === 'commit' && result.command === 'ROLLBACK') throw new Error('the transaction was rolled back instead of committed');
    return { command: result.command as PostgresQueryResult<unknown>['command'], rowCount: result.rowCount ?? 0, rows: result.rows };
  }

  /**
   * Sends all statements before the first answer arrives. The server runs them in this order, and none after one that failed. The
   * last may be `commit`, which ends the transaction even if a statement fails.
   * @throws as {@link query}, the error of the first statement that failed.
   */
  async pipeline(statements: readonly Statement[]): Promise<PostgresQueryResult<unknown>[]> {
    // A write must wait for `begin`: see `sendFirst`.
    if (this.begin !== null && !statements.every(({ sql }) => READS.test(sql))) return this.oneByOne(statements);
    if (endsWithCommit(statements)) this.end = COMMIT.sql;
    const { stream } = this.client.connection;
    stream.cork();
    const answers = statements.map(({ sql, parameters }) => this.query(sql, parameters));
    stream.uncork();
    // When the first fails, so do those after it: no rejection may be unhandled.
    await Promise.allSettled(answers);
    return Promise.all(answers);
  }

  private async oneByOne(statements: readonly Statement[]): Promise<PostgresQueryResult<unknown>[]> {
    const results: PostgresQueryResult<unknown>[] = [];
    try {
      for (const { sql, parameters } of statements) results.push(await this.query(sql, parameters));
    } catch (error) {
      if (endsWithCommit(statements) && !this.lost) await this.query('rollback', []);
      throw error;
    }
    return results;
  }

  /** {@link query} on a session that is shared: what is sent in one turn of the event loop is sent with one system call. */
  queryWithOthers(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    const { stream } = this.client.connection;
    if (!this.isHeldBack) {
      this.isHeldBack = true;
      stream.cork();
      setImmediate(() => {
        this.isHeldBack = false;
        stream.uncork();
      });
    }
    return this.query(sql, parameters);
  }

  /** Keeps `begin` until the first statement of the transaction, and sends both together: this saves waiting for an answer. */
  private beginWithNext(sql: string): PostgresQueryResult<unknown> {
    this.begin = sql;
    this.isInTransaction = true;
    this.end = null;
    this.isReadOnly = READS_ONLY.test(sql);
    return NOTHING;
  }

  /**
   * Sends `begin` and the first statement. A read does not wait until the transaction has begun: if `begin` fails, the read had
   * no effect. A write waits: if `begin` failed, it would be a transaction of its own and take effect.
   */
  private async sendFirst(begin: string, sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    if (!READS.test(sql)) {
      await this.send(begin, []);
      // The work has failed without waiting for this write.
      if (this.end !== null) throw transactionOver();
      return this.send(sql, parameters);
    }
    const { stream } = this.client.connection;
    stream.cork();
    const begun = this.send(begin, []);
    const first = this.send(sql, parameters);
    stream.uncork();
    // Both promises are awaited, so that no rejection is unhandled.
    const [, result] = await Promise.all([begun, first]);
    return result;
  }

  /**
   * Returns the client to the pool; a second call does nothing. The pool closes a client that is lost, or whose transaction is
   * open: the next user's commit would commit that transaction too.
   */
  release(): void {
    if (this.isReleased) return;
    this.isReleased = true;
    // The connection is cut, because the driver would first wait for the missing answers.
    if (this.lost) this.client.connection.stream.destroy();
    this.watch.giveBack(this.lost !== null || this.client.getTransactionStatus() !== 'I');
  }

  /** Closes the connection instead of returning it to the pool. */
  discard(cause: unknown): void {
    this.lost ??= new DatabaseUnavailable(cause, true);
    this.release();
  }

  private failed(sql: string, error: unknown, askedAt: number): unknown {
    const code = codeOf(error);
    const { availability, room } = this.watch.reports;
    // Statements that share the session or its pipeline fail with it, with the error of a connection that was closed on purpose.
    if (this.lost) return new DatabaseUnavailable(error, this.lost.hadNoEffect);
    // A commit that was sent with this statement may have taken effect, whatever the error says: a pooler gives its own error for
    // a lost server to the first statement without an answer.
    if (error instanceof DatabaseUnavailable || this.state.isLost || endsSession(error))
      return this.lose(error, BEGINS.test(sql) || (this.isInTransaction && this.end !== COMMIT.sql), askedAt);
    if (code === READ_ONLY && !this.isReadOnly) {
      this.watch.foundReadOnly();
      return this.lose(new TakesNoWrites(error), true, askedAt);
    }
    if (!this.isOnTrial) availability.answered(askedAt);
    if (code !== DISK_FULL) return error;
    room.ranOut();
    return new DiskFull(error);
  }

  private lose(cause: unknown, isWithoutEffect: boolean, askedAt: number): DatabaseUnavailable {
    this.lost = new DatabaseUnavailable(cause, isWithoutEffect);
    this.watch.reports.availability.failed(this.lost, askedAt);
    return this.lost;
  }

  /**
   * @returns the result of the statement.
   * @throws DatabaseUnavailable after `silence`; the client must be discarded then, because it still waits for its answer.
   */
  private send(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    const { silence } = this.watch;
    const name = this.nameFor(sql, parameters);
    // A callback, because the driver's promises would create two more promises for each statement.
    return new Promise((resolve, reject) => {
      const sentAt = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const giveUpAfter = (limit: number, time: number): void => {
        timer = setTimeout(() => {
          // The server may have been answering the statements before this one.
          const left = Math.max(sentAt, this.answeredAt) + limit - performance.now();
          if (left > 0) giveUpAfter(limit, left);
          else reject(new DatabaseUnavailable(`no answer within ${limit / 1_000} seconds`));
        }, time);
      };
      if (silence !== null) giveUpAfter(silence, silence);
      const query = { name, text: sql, values: parameters as unknown[] };
      this.client.query(query, (error: Error | null, result) => {
        clearTimeout(timer);
        this.answeredAt = performance.now();
        if (name !== undefined) this.state.preparing.delete(name);
        if (error) return reject(error);
        if (name !== undefined) this.state.prepared.add(name);
        resolve(result);
      });
    });
  }

  /**
   * The name of a prepared statement. A statement that another call is preparing has none meanwhile: the preparation may fail, as
   * behind a statement that failed in the same transaction, and whatever used its name would fail too.
   */
  private nameFor(sql: string, parameters: readonly unknown[]): string | undefined {
    const name = this.watch.nameOf(sql, parameters);
    const { prepared, preparing } = this.state;
    if (name === undefined || prepared.has(name)) return name;
    if (preparing.has(name)) return undefined;
    preparing.add(name);
    return name;
  }
}
