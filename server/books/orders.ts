/** Rows of `loan_order`, and the functions that move them to another status. No other code does. */
import { sql, type CompiledQuery, type Insertable, type QueryCreator, type Selectable, type Updateable } from 'kysely';
import { CODE } from '#machines/model/codes.ts';
import { addDays, DAY, HOUR, nairobiDate, startOfDate, type CalendarDate } from '#machines/model/calendar.ts';
import { isEnded, isUndecided, statusNameOf, type StatusName } from '#machines/model/orderStatus.ts';
import { nextStatus, type OrderEvent } from '#machines/order.machine.ts';
import type { OrderTransition } from '#machines/model/orderTransition.ts';
import { REJECTION_REASONS } from '#src/api/desk.ts';
import { nextReminderAt } from '#src/market/reminders.ts';
import type { OrderEventTable, OrderTable, Schema } from '#server/store/schema/index.ts';
import { columnsOf, compileOnce, prefixed, type ValueOf } from '#server/store/compileOnce.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { disbursementId } from '#server/store/ids.ts';
import { orderRefused, Refusal } from '#server/refusals/refusal.ts';

export type OrderRow = Selectable<OrderTable>;

/** Every column, by name: a statement with `*` cannot be prepared (`server/store/prepared.ts`). */
export const ORDER_COLUMNS = [
  'loan_order.id',
  'loan_order.order_no',
  'loan_order.user_id',
  'loan_order.status',
  'loan_order.version',
  'loan_order.product_id',
  'loan_order.principal',
  'loan_order.term_days',
  'loan_order.contract',
  'loan_order.opened_at',
  'loan_order.updated_at',
  'loan_order.submitted_at',
  'loan_order.answer_expected_at',
  'loan_order.answer_latest_at',
  'loan_order.offer_open_until',
  'loan_order.rejection_reason',
  'loan_order.referred_for',
  'loan_order.reapply_on',
  'loan_order.review_asked_at',
  'loan_order.disbursement_requested_at',
  'loan_order.disbursement_expected_by',
  'loan_order.disbursement_failure',
  'loan_order.disbursed_on',
  'loan_order.due_date',
  'loan_order.next_due_at',
  'loan_order.ended_at',
  'loan_order.language',
  'loan_order.escalated_at',
] as const;

export const orderNotFound = (): Refusal => new Refusal(CODE.orderNotFound, 'lender.orderNotFound');

/** @throws Refusal orderNotFound, also for another borrower's order. */
export async function findOrder(db: Db, userId: number, orderNo: string): Promise<OrderRow> {
  const row = await db
    .selectFrom('loan_order')
    .select(ORDER_COLUMNS)
    .where('order_no', '=', orderNo)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw orderNotFound();
  return row;
}

/** Reads and locks an order of this borrower. */
export const lockedOrder = compileOnce((db, value: ValueOf<{ userId: number; orderNo: string }>) =>
  db
    .selectFrom('loan_order')
    .select(ORDER_COLUMNS)
    .where('order_no', '=', value('orderNo'))
    .where('user_id', '=', value('userId'))
    .forUpdate(),
);

/** {@link findOrder} with a row lock until the transaction ends. */
export async function lockOrder(tx: Tx, userId: number, orderNo: string): Promise<OrderRow> {
  const [row] = await lockedOrder(tx, { userId, orderNo });
  if (!row) throw orderNotFound();
  return row;
}

/** @throws Refusal orderNotFound. */
export const lockOrderById = (tx: Tx, id: number): Promise<OrderRow> =>
  tx.selectFrom('loan_order').select(ORDER_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirstOrThrow(orderNotFound);

/** For the lender's desk and the paybill, which have the number of the order but no user id. */
export const lockOrderByNumber = (tx: Tx, orderNo: string): Promise<OrderRow | undefined> =>
  tx.selectFrom('loan_order').select(ORDER_COLUMNS).where('order_no', '=', orderNo).forUpdate().executeTakeFirst();

/** How many payouts an order has had, for a query of `loan_order`. */
export const payoutsColumn = sql<number>`(
  select count(*)::int from rail_intent i where i.order_id = loan_order.id and i.purpose = 'disbursement')`.as('payouts');

/** The id of the next payout of an order, which the caller has locked. */
export async function nextDisbursementId(tx: Tx, { id, order_no }: Pick<OrderRow, 'id' | 'order_no'>): Promise<string> {
  const { payouts } = await tx.selectFrom('loan_order').select(payoutsColumn).where('id', '=', id).executeTakeFirstOrThrow();
  return disbursementId(order_no, payouts + 1);
}

/** An application without a change for this long expires. */
const APPLICATION_LIFE = 7 * DAY;

/** The next midnight in Nairobi. */
export const nextDay = (now: number): number => startOfDate(addDays(nairobiDate(now), 1));

/** When the offer of this order ends. @throws Error for an order without an offer. */
export function offerEnd({ order_no, offer_open_until }: Pick<OrderRow, 'order_no' | 'offer_open_until'>): number {
  if (offer_open_until === null) throw new Error(`order ${order_no} has no offer`);
  return offer_open_until;
}

/**
 * When the money of an open offer is sent without an answer of the borrower; null: never. After a failed payout the borrower
 * names another account, and only the borrower can draw to it, with a code.
 */
export function sentByItselfAt({
  offer_open_until: until,
  contract: { product },
  disbursement_requested_at: drawnBefore,
}: Pick<OrderRow, 'offer_open_until' | 'contract' | 'disbursement_requested_at'>): number | null {
  const hours = product.autoDisburseHours;
  return until === null || hours === undefined || drawnBefore !== null ? null : until - (product.offerHours - hours) * HOUR;
}

type Timed = Pick<OrderRow, 'status' | 'answer_expected_at' | 'offer_open_until' | 'due_date' | 'contract' | 'disbursement_requested_at'>;

/** When elapsed time next changes an order with these values; null: never. */
export function nextDueAt(row: Timed, now: number): number | null {
  return DUE_AT[statusNameOf(row.status)](row, now);
}

type DueAt = (row: Timed, now: number) => number | null;

/** Midnight after the due date, when an open loan becomes late. */
export const overdueFrom = (dueDate: CalendarDate): number => startOfDate(addDays(dueDate, 1));

const never: DueAt = () => null;
const whenAbandoned: DueAt = (_, now) => now + APPLICATION_LIFE;
const whenOfferEnds: DueAt = (row) => sentByItselfAt(row) ?? row.offer_open_until;

const DUE_AT: Readonly<Record<StatusName, DueAt>> = {
  basicInfo: whenAbandoned,
  addition: whenAbandoned,
  identityOcr: whenAbandoned,
  bindCard: whenAbandoned,
  question: whenAbandoned,
  applying: (row) => row.answer_expected_at,
  confirm: whenOfferEnds,
  getMoney: whenOfferEnds,
  lending: never,
  payFail: never,
  repaying: ({ due_date }, now) => (due_date === null ? null : (nextReminderAt(due_date, now) ?? overdueFrom(due_date))),
  overdued: (_, now) => nextDay(now),
  finish: never,
  cancel: never,
  reject: never,
};

/**
 * Whether elapsed time changes this order now. For an unlocked row the result may be outdated: `applyElapsedTime` checks
 * again under the lock.
 */
export const isDue = (row: OrderRow, now: number): boolean => row.next_due_at !== null && now >= row.next_due_at;

/** A change of a loan that elapsed time causes. */
export interface Turn {
  row: OrderRow;
  /** null: the status does not change. */
  event: OrderEvent | null;
  nextDueAt: number | null;
}

/** Moves many locked rows in one statement, as {@link move} moves one. @returns the changed rows, by id. */
export async function moveAll(tx: Tx, turns: readonly Turn[], now: number): Promise<ReadonlyMap<number, OrderRow>> {
  const moved = turns.flatMap(({ row, event }) => {
    if (event === null) return [];
    const status = nextStatus(row.status, event);
    if (status === null) throw orderRefused();
    return [{ id: row.id, from: row.status, status, event: event.type, version: row.version + 1 }];
  });
  const after = new Map(moved.map((one) => [one.id, one]));
  const rows = turns.map(({ row, nextDueAt: next_due_at }): OrderRow => {
    const changed = after.get(row.id);
    return changed ? { ...row, status: changed.status, version: changed.version, updated_at: now, next_due_at } : { ...row, next_due_at };
  });
  const of = <K extends keyof OrderRow>(name: K): OrderRow[K][] => rows.map((row) => row[name]);
  await tx
    .with('noted', (q) =>
      q.insertInto('order_event').columns(['order_id', 'version', 'from_status', 'to_status', 'event', 'at']).expression(sql`
        select order_id, version, from_status, to_status, event, ${now}::bigint
        from unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ version }) => version)}::int[],
          ${moved.map(({ from }) => from)}::smallint[], ${moved.map(({ status }) => status)}::smallint[],
          ${moved.map(({ event }) => event)}::text[]) as m(order_id, version, from_status, to_status, event)`),
    )
    .updateTable('loan_order')
    .from(
      sql<
        Pick<OrderRow, 'id' | 'status' | 'version' | 'updated_at' | 'next_due_at'>
      >`unnest(${of('id')}::bigint[], ${of('status')}::smallint[],
        ${of('version')}::int[], ${of('updated_at')}::bigint[], ${of('next_due_at')}::bigint[])`.as<'v'>(
        sql`v(id, status, version, updated_at, next_due_at)`,
      ),
    )
    .set((q) => ({
      status: q.ref('v.status'),
      version: q.ref('v.version'),
      updated_at: q.ref('v.updated_at'),
      next_due_at: q.ref('v.next_due_at'),
    }))
    .whereRef('loan_order.id', '=', 'v.id')
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The statement that moves a locked row by the order chart and writes the event.
 * @throws Refusal orderRefused when the chart has no transition for the event in this status.
 */
export const movingRow = (
  tx: Tx,
  row: OrderRow,
  event: OrderEvent,
  now: number,
  changes: Updateable<OrderTable> = {},
  decision: Decided = {},
): CompiledQuery<OrderRow> => moveRow.of(tx, valuesOfMove(row, [event], now, changes, decision));

/** Runs {@link movingRow}. @throws Refusal as that function. */
export async function move(...values: Parameters<typeof movingRow>): Promise<OrderRow> {
  const [tx] = values;
  const [moved] = (await tx.executeQuery(movingRow(...values))).rows;
  if (!moved) throw orderNotFound();
  return moved;
}

/** Columns that only the events of a decision about an application have. */
export type Decided = Partial<Pick<Selectable<OrderEventTable>, 'decided_by' | 'reason'>>;

const ORDER = 'order.';
/** The id of an order whose application is answered by this move. */
const ANSWERED = 'answered';
const eventPrefix = (n: number): string => `event${n}.`;

/**
 * The values for {@link moving}. @param events at least one.
 * @throws Refusal orderRefused when the chart has no transition for an event in the status at that point.
 */
export function valuesOfMove(
  row: OrderRow,
  events: readonly OrderEvent[],
  now: number,
  changes: Updateable<OrderTable> = {},
  decision: Decided = {},
): Record<string, unknown> {
  let { status, version } = row;
  let noted: Record<string, unknown> = {};
  events.forEach((event, n) => {
    const from = status;
    const to = nextStatus(from, event);
    if (to === null) throw orderRefused();
    status = to;
    const entry = { order_id: row.id, version: ++version, from_status: from, to_status: to, event: event.type, at: now, ...decision };
    noted = { ...noted, ...prefixed(eventPrefix(n), entry) };
  });
  const answered = isUndecided(row.status) && !isUndecided(status) ? { [ANSWERED]: row.id } : {};
  const changed = {
    ...changes,
    status,
    version,
    updated_at: now,
    next_due_at: changes.next_due_at ?? nextDueAt({ ...row, ...changes, status } as OrderRow, now),
    ...(isEnded(status) ? { ended_at: now } : {}),
  };
  return { ...prefixed(ORDER, changed), ...noted, ...answered, id: row.id };
}

/**
 * Moves an order and writes its events, in one statement. The answer to an application deletes the data that was collected for it.
 * @param db may already contain further writes of the statement.
 */
export function moving(db: QueryCreator<Schema>, value: ValueOf<Record<string, unknown>>, names: readonly string[]) {
  const noted: Insertable<OrderEventTable>[] = [];
  for (let n = 0; names.some((name) => name.startsWith(eventPrefix(n))); n++) noted.push(columnsOf(eventPrefix(n), names, value) as never);
  const answering = names.includes(ANSWERED)
    ? (db.with('dropped', (q) => q.deleteFrom('collected').where('order_id', '=', value(ANSWERED) as number)) as typeof db)
    : db;
  return answering
    .with('noted', (q) => q.insertInto('order_event').values(noted))
    .updateTable('loan_order')
    .set(columnsOf(ORDER, names, value))
    .where('id', '=', value('id') as number)
    .returning(ORDER_COLUMNS);
}

const moveRow = compileOnce(moving);

/** The transitions of an order, oldest first, with no text that a person wrote. null: there is no such order. */
export async function readTransitions(db: Db, orderNo: string): Promise<OrderTransition[] | null> {
  const rows = await db
    .selectFrom('loan_order')
    .leftJoin('order_event', 'order_event.order_id', 'loan_order.id')
    .select([
      'order_event.at',
      'order_event.event',
      'order_event.from_status',
      'order_event.to_status',
      'order_event.decided_by',
      'order_event.reason',
    ])
    .where('loan_order.order_no', '=', orderNo)
    .orderBy('order_event.version')
    .execute();
  if (rows.length === 0) return null;
  return rows.flatMap(({ at, event, from_status, to_status, decided_by, reason }): OrderTransition[] =>
    at === null || event === null || to_status === null
      ? []
      : [
          {
            at,
            event,
            from: from_status,
            to: to_status,
            decidedBy: decided_by,
            reason: reason !== null && isRejectionReason(reason) ? reason : null,
          },
        ],
  );
}

/** False for a reason that a clerk wrote, which is not published. */
const isRejectionReason = (reason: string): boolean => (REJECTION_REASONS as readonly string[]).includes(reason);
