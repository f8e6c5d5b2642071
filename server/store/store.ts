/** The lender's database: embedded in a folder by default, PostgreSQL by `DATABASE_URL`, one SQL for both. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect, sql, type PostgresPoolClient, type PostgresQueryResult, type Transaction } from 'kysely';
import { createAvailability, type Availability } from './availability.ts';
import { diskFull, serverDiskFull } from './cannotStart.ts';
import type { Clock } from './clock.ts';
import { markMode, refuseOtherMode, type DatabaseMode } from './databaseMode.ts';
import { createDiskRoom, DISK_RESERVE, DiskFull, type DiskRoom } from './diskRoom.ts';
import { migrate, refuseForeign } from './migrate.ts';
import { databaseFolder, openEmbedded } from './embedded.ts';
import { BEGINS, endsTransaction, endsWithCommit, NOTHING, Pipeline, transactionOver, type Statement } from './pipeline.ts';
import type { PoolUse, StoreClient } from './poolUse.ts';
import { openPostgres, type PostgresLimits } from './postgresPool.ts';
import { hadNoEffect, repeatWhile } from './repeat.ts';
import type { Schema } from './schema/index.ts';
import { KeyedAdapter } from './keyedAdapter.ts';
import type { Secret } from './secret.ts';

export type Tx = Transaction<Schema>;
/** The parameter of functions that run inside or outside a transaction. */
export type Db = Kysely<Schema>;

export type StatementListener = (sql: string, parameters: readonly unknown[]) => void;

export interface StoreOptions {
  /** Folder of the embedded database; unused with `databaseUrl`. */
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Time limits of PostgreSQL; the default fits the calls of a lender. */
  limits?: PostgresLimits;
  clock: Clock;
  /** Stores this mode in the database, and refuses a database of the other mode; left out: the mode is not checked. */
  mode?: DatabaseMode;
  /** Opens the database without migrations, because a backup must contain it unchanged. */
  asItIs?: boolean;
  /** Refuses a database without a lender instead of making it the database of one. */
  mustExist?: boolean;
  /** The embedded engine runs in a thread of its own, so that this thread answers while a statement runs. */
  ownThread?: boolean;
}

export interface Store {
  readonly engine: 'embedded' | 'postgres';
  /** Folder of the embedded database; null: the database is a server. */
  readonly folder: string | null;
  readonly db: Db;
  /**
   * For reads of a few milliseconds that most requests make. On PostgreSQL they share connections, where a slow read would hold up
   * the others; anything but a single `select` throws.
   */
  readonly shortReads: Db;
  /** The embedded database is lost after its engine ended by itself, as on a full disk, until the engine is opened again. */
  readonly availability: Availability;
  readonly room: DiskRoom;
  /** How the connections of this process are used now. */
  pool(): PoolUse;
  /** @throws DatabaseUnavailable when the database does not answer. */
  ping(): Promise<void>;
  /**
   * Runs the work in a transaction. The work may use only `tx`: on the embedded engine a query on `db` would wait for the end of
   * this transaction. In tests and in the sandbox such a query throws. The work may change nothing but the database, because it is repeated if it certainly
   * had no effect, as after a deadlock or after a connection that was lost before the commit.
   * @throws DiskFull when there is no room: the transaction had no effect.
   * @throws DatabaseUnavailable when the connection is lost. The transaction had no effect, unless the commit was already sent.
   * Then its outcome is unknown: read the stored rows before the work is repeated.
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs reads that all see the state of one moment, without locks. The database refuses writes. See {@link Store.tx}. */
  snapshot<T>(read: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Subscribes to every statement that is sent from now on, `begin` and `commit` too: for tests and benchmarks.
   * @returns a function that unsubscribes.
   */
  onStatement(listener: StatementListener): () => void;
  /** Sets the keys of the encrypted columns. Before this call, encrypted columns can be neither read nor written. */
  useSecret(secret: Secret): void;
  close(): Promise<void>;
}

/** The client of the query builder, which passes a pipeline as one query whose rows are those of each statement. */
function forBuilder(client: StoreClient, listeners: ReadonlySet<StatementListener>): PostgresPoolClient {
  const publish = ({ sql, parameters }: Statement): void => {
    for (const listener of listeners) listener(sql, parameters);
  };
  /** The transaction has ended. A query that its work did not wait for would take effect outside of it. */
  let isOver = false;
  return {
    query: (async (sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
      if (BEGINS.test(sql)) isOver = false;
      if (isOver) {
        if (!endsTransaction(sql)) throw transactionOver();
        return NOTHING;
      }
      const [first] = parameters;
      if (!(first instanceof Pipeline)) {
        isOver = endsTransaction(sql);
        publish({ sql, parameters });
        return client.query(sql, parameters);
      }
      first.statements.forEach(publish);
      isOver = endsWithCommit(first.statements);
      const results = await client.pipeline(first.statements);
      return { command: 'SELECT', rowCount: results.length, rows: results.map(({ rows }) => rows) };
    }) as PostgresPoolClient['query'],
    release: () => client.release(),
  };
}

/**
 * Opens the database and brings it up to date.
 * @throws CannotStart with one sentence for the operator.
 */
export async function openStore({
  dataDir,
  databaseUrl,
  limits,
  clock,
  mode,
  asItIs = false,
  mustExist = false,
  ownThread = false,
}: StoreOptions): Promise<Store> {
  const availability = createAvailability();
  const room = createDiskRoom(databaseUrl ? null : dataDir);
  const postgres = databaseUrl ? await openPostgres(databaseUrl, { availability, room }, limits) : null;
  const pool = postgres ?? (await openEmbedded(dataDir, { availability, room }, { ownThread }));
  // For development: in production it would slow down every promise of the process (measured on Node 20, decision 209).
  const inside = mode === 'production' ? null : new AsyncLocalStorage<true>();
  const adapter = new KeyedAdapter();
  class Dialect extends PostgresDialect {
    override createAdapter(): KeyedAdapter {
      return adapter;
    }
  }
  const listeners = new Set<StatementListener>();
  const builder = (connect: () => Promise<StoreClient>): Kysely<Schema> =>
    new Kysely<Schema>({
      dialect: new Dialect({
        pool: {
          async connect() {
            if (inside?.getStore()) throw new Error('a transaction is open here: pass its tx on instead of using the store');
            return forBuilder(await connect(), listeners);
          },
          end: () => pool.end(),
        },
      }),
    });
  const db = builder(() => pool.connect());
  const shortReads = postgres ? builder(() => postgres.connectShared()) : db;
  let closed: Promise<void> | undefined;
  try {
    if (mustExist) await refuseForeign(db);
    if (mode) await refuseOtherMode(db, mode);
    if (!asItIs) await migrate(db, clock.now());
    if (mode) await markMode(db, mode);
    postgres?.limitStatements();
  } catch (error) {
    await pool.end();
    if (error instanceof DiskFull) throw databaseUrl ? serverDiskFull() : diskFull(dataDir, DISK_RESERVE);
    throw error;
  }
  /** Runs the transaction, and repeats it when it certainly had no effect. */
  const begun = <T>(execute: (run: (tx: Tx) => Promise<T>) => Promise<T>, work: (tx: Tx) => Promise<T>): Promise<T> =>
    repeatWhile(
      postgres?.patience() ?? 0,
      (error) => !closed && hadNoEffect(error),
      () => execute((tx) => (inside ? inside.run(true, () => work(tx)) : work(tx))),
    );
  return {
    engine: postgres ? 'postgres' : 'embedded',
    folder: databaseUrl ? null : databaseFolder(dataDir),
    db,
    shortReads,
    availability,
    room,
    pool: () => pool.use(),
    onStatement(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ping: async () => void (await sql`select 1`.execute(db)),
    tx: (work) => begun((run) => db.transaction().execute(run), work),
    snapshot: (read) => begun((run) => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(run), read),
    useSecret(secret) {
      adapter.secret = secret;
    },
    close: () => (closed ??= db.destroy()),
  };
}
