/** The context of every part of lending, and reading an order as of now. */
import type { Language } from '#machines/context.ts';
import type { Order } from '#machines/model/order.ts';
import { isRepayable } from '#machines/model/orderStatus.ts';
import type { Rail } from '#server/rail/rail.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Db, Store, Tx } from '#server/store/store.ts';
import type { LendingConfig } from './lendingConfig.ts';
import { findOrder, isDue, lockOrder, type OrderRow } from './orders.ts';

/** The dependencies of every part of lending. Its functions are implemented in `lending/`, a floor above. */
export interface LendingContext {
  store: Store;
  clock: Clock;
  rail: Rail;
  config: LendingConfig;
  /** Notifies the subscribers of `Lending.onQueued` that work for the rail was queued. Called outside transactions. */
  queued(): void;
  /** Brings a locked order up to `now`. Repeating it changes nothing. */
  applyElapsedTime(tx: Tx, row: OrderRow, now: number): Promise<OrderRow>;
  /** The order as its borrower sees it. */
  viewOrder(db: Db, row: OrderRow, now: number, language: Language): Promise<Order>;
  /** Queries the rail about one intent and settles the result. Without a result nothing changes. */
  queryIntent(intentId: string): Promise<void>;
}

/** Locks an order and brings it up to now. */
export const lockCurrent = async (context: LendingContext, tx: Tx, userId: number, orderNo: string): Promise<OrderRow> =>
  context.applyElapsedTime(tx, await lockOrder(tx, userId, orderNo), context.clock.now());

/**
 * Reads an order as of now. Where time or a running debt is involved, the order is locked and brought up to
 * now first, so that every amount that is read belongs to one state of the ledger.
 */
export async function readCurrent<T>(
  context: LendingContext,
  userId: number,
  orderNo: string,
  read: (db: Db, row: OrderRow) => Promise<T>,
): Promise<T> {
  const row = await findOrder(context.store.db, userId, orderNo);
  if (!isRepayable(row.status) && !isDue(row, context.clock.now())) return read(context.store.db, row);
  return context.store.tx(async (tx) => read(tx, await lockCurrent(context, tx, userId, orderNo)));
}

/** The order most recently opened, read as of now; null when there is none. */
export async function readLatest<T>(
  context: LendingContext,
  userId: number,
  read: (db: Db, row: OrderRow) => Promise<T>,
): Promise<T | null> {
  const query = context.store.db.selectFrom('loan_order').select('order_no').where('user_id', '=', userId);
  const latest = await query.orderBy('id', 'desc').limit(1).executeTakeFirst();
  return latest ? readCurrent(context, userId, latest.order_no, read) : null;
}
