/** The state of data collection for an order: the requested kinds, the borrower's answers, and the stored data. */
import { endOfNextWorkingDay, nairobiDate, DAY, type CalendarDate, type Instant } from '#machines/model/calendar.ts';
import { DATA_KINDS, type Collection, type DataKind } from '#machines/model/collection.ts';
import { isClosed } from '#machines/model/orderStatus.ts';
import { DATA_PROMISES } from '#src/market/support.ts';
import type { OrderRow } from '#server/books/orders.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { sql } from 'kysely';

/** The latest time for deleting collected data: the application must be answered by then. */
export const deleteBy = (row: Pick<OrderRow, 'answer_latest_at'>, now: Instant): Instant =>
  row.answer_latest_at ?? endOfNextWorkingDay(now);

interface AskedKind {
  kind: DataKind;
  agreed: boolean | null;
  /** When the stored data is deleted at the latest; null: no data is stored. */
  until: Instant | null;
  status: Collection['status'];
}

/** The requested kinds of data, for a query of `loan_order`. */
export const collectionColumn = sql<AskedKind[]>`(
  select coalesce(json_agg(json_build_object('kind', k.kind, 'agreed', k.agreed, 'until', c.delete_by, 'status', u.status)), '[]')
  from collection_kind k
  left join collected c on c.order_id = k.order_id and c.kind = k.kind
  left join collection_upload u on u.order_id = k.order_id
  where k.order_id = loan_order.id)`.as('asked');

/** null: no data is requested. */
export async function readCollection(db: Db, row: Pick<OrderRow, 'id' | 'answer_latest_at'>, now: Instant): Promise<Collection | null> {
  const { asked } = await db.selectFrom('loan_order').select(collectionColumn).where('id', '=', row.id).executeTakeFirstOrThrow();
  return collectionFrom(asked, row, now);
}

export function collectionFrom(asked: readonly AskedKind[], row: Pick<OrderRow, 'answer_latest_at'>, now: Instant): Collection | null {
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

/** Whether the borrower of an order ever got a loan, for a query of `loan_order`. */
export const wasLentColumn = sql<boolean>`exists (
  select from loan_order other where other.user_id = loan_order.user_id and other.disbursed_on is not null)`.as('wasLent');

/** The day on which {@link NON_BORROWER_LIFE} is over; null for a borrower, and while an order runs. */
export function dataDeletedOn(row: Pick<OrderRow, 'status' | 'ended_at'>, wasLent: boolean): CalendarDate | null {
  if (row.ended_at === null || !isClosed(row.status)) return null;
  return wasLent ? null : nairobiDate(row.ended_at + NON_BORROWER_LIFE);
}
