/** What is requested from a phone for an order, what the borrower answered, and what is stored. */
import { endOfNextWorkingDay, nairobiDate, DAY, type CalendarDate, type Instant } from '#machines/model/calendar.ts';
import { DATA_KINDS, type Collection, type DataKind } from '#machines/model/collection.ts';
import { isClosed } from '#machines/model/orderStatus.ts';
import { DATA_PROMISES } from '#src/market/support.ts';
import type { OrderRow } from '#server/books/orders.ts';
import type { Db, Tx } from '#server/store/store.ts';

/** The latest time at which collected data is deleted: the application is answered by then. */
export const deleteBy = (row: Pick<OrderRow, 'answer_latest_at'>, now: Instant): Instant =>
  row.answer_latest_at ?? endOfNextWorkingDay(now);

/** null where nothing is requested. */
export async function readCollection(db: Db, row: Pick<OrderRow, 'id' | 'answer_latest_at'>, now: Instant): Promise<Collection | null> {
  const asked = await db
    .selectFrom('collection_kind as k')
    .leftJoin('collected as c', (join) => join.onRef('c.order_id', '=', 'k.order_id').onRef('c.kind', '=', 'k.kind'))
    .leftJoin('collection_upload as u', 'u.order_id', 'k.order_id')
    .select(['k.kind', 'k.agreed', 'c.delete_by as until', 'u.status'])
    .where('k.order_id', '=', row.id)
    .execute();
  if (asked.length === 0) return null;
  const until = asked.flatMap((one) => (one.until === null ? [] : [one.until]));
  return {
    consents: Object.fromEntries(asked.map(({ kind, agreed }) => [kind, agreed])),
    status: asked[0]?.status ?? null,
    held: DATA_KINDS.filter((kind) => asked.some((one) => one.kind === kind && one.until !== null)),
    deletedBy: until.length > 0 ? Math.max(...until) : deleteBy(row, now),
  };
}

/** Requests these kinds of data for this order. */
export async function askFor(tx: Tx, orderId: number, kinds: readonly DataKind[], now: Instant): Promise<void> {
  if (kinds.length === 0) return;
  await tx
    .insertInto('collection_kind')
    .values(kinds.map((kind) => ({ order_id: orderId, kind, asked_at: now, agreed: null })))
    .onConflict((conflict) => conflict.columns(['order_id', 'kind']).doNothing())
    .execute();
}

/** How long the data of people without a loan is kept after their last order ended. */
export const NON_BORROWER_LIFE = DATA_PROMISES.nonBorrowersDays * DAY;

/** The day on which {@link NON_BORROWER_LIFE} is over; null for a borrower, and while an order runs. */
export async function dataDeletedOn(db: Db, row: Pick<OrderRow, 'user_id' | 'status' | 'ended_at'>): Promise<CalendarDate | null> {
  if (row.ended_at === null || !isClosed(row.status)) return null;
  const lent = await db
    .selectFrom('loan_order')
    .select('id')
    .where('user_id', '=', row.user_id)
    .where('disbursed_on', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return lent ? null : nairobiDate(row.ended_at + NON_BORROWER_LIFE);
}
