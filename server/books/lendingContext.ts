/** The context of every part of lending, and reading an order as of now. */
import type { Language } from '#machines/context.ts';
import type { Order } from '#machines/model/order.ts';
import { isRepayable, type OrderStatus } from '#machines/model/orderStatus.ts';
import type { Rail } from '#server/rail/rail.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Db, Store, Tx } from '#server/store/store.ts';
import type { LendingConfig } from './lendingConfig.ts';
import { findOrder, isDue, lockOrder, ORDER_COLUMNS, type OrderRow } from './orders.ts';

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
  /** Reads the completed and the missing steps of an application in one statement. Moving the order does not change them. */
  readApplication(tx: Tx, orderId: number): Promise<ApplicationRead>;
  /** Queries the rail about one intent and settles the result. Without a result nothing changes. */
  queryIntent(context: LendingContext, intentId: string): Promise<void>;
}

/** The context of work for this request. A job works for the request that queued it. */
export const forRequest = (context: LendingContext, traceId: string | null): LendingContext => ({ ...context, traceId });

/** Locks an order and brings it up to now. */
export const lockCurrent = async (context: LendingContext, tx: Tx, userId: number, orderNo: string): Promise<OrderRow> =>
  context.applyElapsedTime(tx, await lockOrder(tx, userId, orderNo), context.clock.now());

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
