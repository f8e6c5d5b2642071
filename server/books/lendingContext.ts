/** The context of every part of lending, and reading an order as of now. */
import type { CompiledQuery } from 'kysely';
import type { Language } from '#machines/context.ts';
import type { Order } from '#machines/model/order.ts';
import { isRepayable, type OrderStatus } from '#machines/model/orderStatus.ts';
import type { Rail } from '#server/rail/rail.ts';
import type { Clock } from '#server/store/clock.ts';
import { pipeline, type Reading, type RowsOf } from '#server/store/pipeline.ts';
import type { Db, Store, Tx } from '#server/store/store.ts';
import type { LendingConfig } from './lendingConfig.ts';
import { findOrder, isDue, lockedOrder, lockOrder, ORDER_COLUMNS, orderNotFound, type OrderRow } from './orders.ts';

export interface ApplicationRead {
  /** The statuses of the missing steps, in order. */
  missing: readonly OrderStatus[];
  /** The borrower's view of this order. */
  view(row: OrderRow, now: number, language: Language): Order;
}

/** The dependencies of every part of lending. The functions are implemented in `lending/`, a layer above. */
export interface LendingContext {
  store: Store;
  clock: Clock;
  rail: Rail;
  config: LendingConfig;
  /** The id of the HTTP request that this work is done for, in outbox and log; null: due work that no request has queued. */
  traceId: string | null;
  /** Notifies the subscribers of `Lending.onQueued` that work for the rail was queued. Called outside transactions. */
  queued(): void;
  /** Brings a locked order up to `now`. Repeating it changes nothing. */
  applyElapsedTime(tx: Tx, row: OrderRow, now: number): Promise<OrderRow>;
  /** The order as its borrower sees it. */
  viewOrder(db: Db, row: OrderRow, now: number, language: Language): Promise<Order>;
  /**
   * Runs the last statement of a transaction, which changes the locked order with this id, and commits. @returns the order as its
   * borrower sees it after the change.
   */
  commitChange(tx: Tx, orderId: number, change: CompiledQuery<OrderRow>, now: number, language: Language): Promise<Order>;
  /** The completed and the missing steps of an application. Moving the order does not change them. */
  readingApplication(tx: Tx, orderId: number): Reading<ApplicationRead>;
  /** Queries the rail about one intent and settles the result. Without a result nothing changes. */
  queryIntent(context: LendingContext, intentId: string): Promise<void>;
}

/** The context of work for this request. A job works for the request that queued it. */
export const forRequest = (context: LendingContext, traceId: string | null): LendingContext => ({ ...context, traceId });

/** Locks an order and brings it up to now. */
export const lockCurrent = async (context: LendingContext, tx: Tx, userId: number, orderNo: string): Promise<OrderRow> =>
  context.applyElapsedTime(tx, await lockOrder(tx, userId, orderNo), context.clock.now());

/**
 * {@link lockCurrent}, with the rows of further queries, which are read under the lock and as of now.
 * @param queries they may need no row of the order, because they are sent together with the lock.
 */
export async function lockCurrentWith<const Q extends readonly CompiledQuery[]>(
  context: LendingContext,
  tx: Tx,
  { userId, orderNo }: { userId: number; orderNo: string },
  queries: Q,
): Promise<[OrderRow, ...RowsOf<Q>]> {
  const [[row], ...rows] = await pipeline(tx, [lockedOrder.of(tx, { userId, orderNo }), ...queries]);
  if (!row) throw orderNotFound();
  const now = context.clock.now();
  if (!isDue(row, now)) return [row, ...(rows as RowsOf<Q>)];
  return [await context.applyElapsedTime(tx, row, now), ...(await pipeline(tx, queries))];
}

/**
 * Reads an order as of now. A running debt is read from one snapshot of the ledger, without a lock. An order is locked and
 * brought up to now first only if elapsed time has changed it and due work has not done so yet.
 */
export async function readCurrent<T>(
  context: LendingContext,
  userId: number,
  orderNo: string,
  read: (db: Db, row: OrderRow) => Promise<T>,
): Promise<T> {
  const { store, clock } = context;
  const found = await findOrder(store.db, userId, orderNo);
  if (!isDue(found, clock.now())) {
    if (!isRepayable(found.status)) return read(store.db, found);
    const seen = await store.snapshot(async (tx) => {
      const row = await findOrder(tx, userId, orderNo);
      return isDue(row, clock.now()) ? null : { value: await read(tx, row) };
    });
    if (seen) return seen.value;
  }
  return store.tx(async (tx) => read(tx, await lockCurrent(context, tx, userId, orderNo)));
}

/** The order most recently opened, as of now; null when there is none. */
export async function latestOrder(context: LendingContext, userId: number): Promise<OrderRow | null> {
  const { store, clock } = context;
  const latest = await store.db
    .selectFrom('loan_order')
    .select(ORDER_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!latest || !isDue(latest, clock.now())) return latest ?? null;
  return store.tx((tx) => lockCurrent(context, tx, userId, latest.order_no));
}
