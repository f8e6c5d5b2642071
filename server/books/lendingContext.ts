import { CODE } from '#machines/model/codes.ts';
import { isRepayable, STATUS } from '#machines/model/orderStatus.ts';
import type { LoanProduct } from '#machines/model/terms.ts';
import type { Rail } from '#server/rail/rail.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Db, Store, Tx } from '#server/store/store.ts';
import { catchUp, isDue } from '#server/lending/timers.ts';
import type { LendingConfig } from './lendingConfig.ts';
import { findOrder, lockOrder, type OrderRow } from './orders.ts';
import { Refusal } from '#server/refusals/refusal.ts';

/** What every part of lending works with. */
export interface Core {
  store: Store;
  clock: Clock;
  rail: Rail;
  config: LendingConfig;
  /** Something new waits for the rail. Called outside transactions. */
  queued(): void;
}

/** A locked order, brought up to the moment. */
export const lockPresent = async (core: Core, tx: Tx, userId: number, orderNo: string): Promise<OrderRow> =>
  catchUp(tx, await lockOrder(tx, userId, orderNo), core.config, core.clock.now());

/**
 * Reads an order as of now. Where time or a running debt is involved it is locked and brought up to
 * the moment first, so that every amount read belongs to one state of the ledger.
 */
export async function readPresent<T>(core: Core, userId: number, orderNo: string, read: (db: Db, row: OrderRow) => Promise<T>): Promise<T> {
  const row = await findOrder(core.store.db, userId, orderNo);
  if (!isRepayable(row.status) && !isDue(row, core.clock.now())) return read(core.store.db, row);
  return core.store.tx(async (tx) => read(tx, await lockPresent(core, tx, userId, orderNo)));
}

/** @throws Refusal when no such product is on offer. */
export function productOf(core: Core, id: string): LoanProduct {
  const product = core.config.products.find((p) => p.id === id);
  if (!product) throw new Refusal(CODE.orderRefused, 'lender.productUnknown');
  return product;
}

/** The offer was open once and its time ran out. */
export async function hasLapsed(db: Db, row: OrderRow): Promise<boolean> {
  if (row.status !== STATUS.cancel) return false;
  const last = await db
    .selectFrom('order_event')
    .select('event')
    .where('order_id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst();
  return last?.event === 'offer.lapsed';
}
