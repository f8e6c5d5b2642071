/**
 * The journal. Every amount a borrower sees about a running loan is read from here. Debits are above
 * zero, credits below; the database refuses a journal that does not add up to zero, and any change
 * of one.
 */
import { sql } from 'kysely';
import type { CalendarDate } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import type { AccountId, JournalKind } from '#server/store/schema/index.ts';
import type { Db, Tx } from '#server/store/store.ts';

export interface Posting {
  /** A second posting with the same key is not made. */
  idempotencyKey: string;
  kind: JournalKind;
  orderId: number | null;
  ref?: string | null;
  onDate: CalendarDate;
  at: number;
  /** Lines of zero are left out. */
  lines: readonly (readonly [AccountId, Cents])[];
}

/**
 * @returns false when it had been posted before.
 * @throws Error when every line is zero: such a posting moves nothing.
 */
export async function post(tx: Tx, { idempotencyKey, kind, orderId, ref = null, onDate, at, lines }: Posting): Promise<boolean> {
  const journal = await tx
    .insertInto('journal')
    .values({ idempotency_key: idempotencyKey, kind, order_id: orderId, ref, on_date: onDate, at })
    .onConflict((c) => c.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!journal) return false;
  const entries = lines
    .filter(([, amount]) => amount !== 0)
    .map(([account_id, amount], i) => ({ journal_id: journal.id, line: i + 1, account_id, amount }));
  if (entries.length === 0) throw new Error(`posting ${idempotencyKey}: every line is zero`);
  await tx.insertInto('entry').values(entries).execute();
  return true;
}

export const isPosted = async (db: Db, idempotencyKey: string): Promise<boolean> =>
  (await db.selectFrom('journal').select('id').where('idempotency_key', '=', idempotencyKey).executeTakeFirst()) !== undefined;

/** The open parts of a debt. */
export interface OpenParts {
  principal: Cents;
  interest: Cents;
  penalty: Cents;
}

export const total = (open: OpenParts): Cents => open.principal + open.interest + open.penalty;

/** Sum of the entries on an account; credits are below zero. */
const amountOn = (account: AccountId) => sql<number>`coalesce(sum(entry.amount) filter (where entry.account_id = ${account}), 0)::bigint`;

/** Open parts of a loan at the end of `upTo`; of all that was ever booked when left out. */
export async function openParts(db: Db, orderId: number, upTo?: CalendarDate): Promise<OpenParts> {
  let query = db
    .selectFrom('entry')
    .innerJoin('journal', 'journal.id', 'entry.journal_id')
    .where('journal.order_id', '=', orderId)
    .select([
      amountOn('loan_receivable').as('principal'),
      amountOn('interest_receivable').as('interest'),
      amountOn('penalty_receivable').as('penalty'),
    ]);
  if (upTo !== undefined) query = query.where('journal.on_date', '<=', upTo);
  return query.executeTakeFirstOrThrow();
}

const repayments = ['repayment.mpesa', 'repayment.paybill'] as const satisfies readonly JournalKind[];

/** The sum by which payments reduced the debt, without amounts above the debt. */
export async function paidOff(db: Db, orderId: number): Promise<Cents> {
  const row = await db
    .selectFrom('entry')
    .innerJoin('journal', 'journal.id', 'entry.journal_id')
    .where('journal.order_id', '=', orderId)
    .where('journal.kind', 'in', repayments)
    .where('entry.account_id', 'in', ['loan_receivable', 'interest_receivable', 'penalty_receivable'])
    .select(sql<number>`coalesce(-sum(entry.amount), 0)::bigint`.as('paid'))
    .executeTakeFirstOrThrow();
  return row.paid;
}

/** The day of the latest payment; null before the first. */
export async function lastPaymentDate(db: Db, orderId: number): Promise<CalendarDate | null> {
  const row = await db
    .selectFrom('journal')
    .where('order_id', '=', orderId)
    .where('kind', 'in', repayments)
    .select((q) => q.fn.max('on_date').as('date'))
    .executeTakeFirst();
  return row?.date ?? null;
}

/** The day the principal last became smaller; null while it is whole. */
export async function lastPrincipalDate(db: Db, orderId: number): Promise<CalendarDate | null> {
  const row = await db
    .selectFrom('entry')
    .innerJoin('journal', 'journal.id', 'entry.journal_id')
    .where('journal.order_id', '=', orderId)
    .where('entry.account_id', '=', 'loan_receivable')
    .where('entry.amount', '<', 0)
    .select((q) => q.fn.max('journal.on_date').as('date'))
    .executeTakeFirst();
  return row?.date ?? null;
}

/** Late charges booked for the days after `after` up to and with `upTo`; payments do not reduce them. */
export async function penaltiesBooked(db: Db, orderId: number, days: { after?: CalendarDate; upTo: CalendarDate }): Promise<Cents> {
  let query = db
    .selectFrom('entry')
    .innerJoin('journal', 'journal.id', 'entry.journal_id')
    .where('journal.order_id', '=', orderId)
    .where('journal.kind', '=', 'penalty')
    .where('journal.on_date', '<=', days.upTo)
    .select(amountOn('penalty_receivable').as('amount'));
  if (days.after !== undefined) query = query.where('journal.on_date', '>', days.after);
  return (await query.executeTakeFirstOrThrow()).amount;
}

/**
 * Whether a loan has cost no late charge and had no payment after its due date. The dates are value dates, so a payment
 * in time that the rail reported late is in time. While the loan runs: whether it is in time so far.
 */
export async function isPaidOnTime(db: Db, { id, due_date: dueDate }: { id: number; due_date: CalendarDate | null }): Promise<boolean> {
  if (dueDate === null) return false;
  const { charged } = await db
    .selectFrom('entry')
    .innerJoin('journal', 'journal.id', 'entry.journal_id')
    .where('journal.order_id', '=', id)
    .where('entry.account_id', '=', 'penalty_income')
    .select(sql<number>`coalesce(-sum(entry.amount), 0)::bigint`.as('charged'))
    .executeTakeFirstOrThrow();
  if (charged > 0) return false;
  const late = await db
    .selectFrom('journal')
    .select('id')
    .where('order_id', '=', id)
    .where('kind', 'in', [...repayments, 'coupon'])
    .where('on_date', '>', dueDate)
    .limit(1)
    .executeTakeFirst();
  return late === undefined;
}

const overOf = sql<number>`coalesce((select -sum(e.amount) from entry e
  where e.journal_id = journal.id and e.account_id = 'suspense' and e.amount < 0), 0)::bigint`.as('over');

/** Money received for this order, oldest first, with what exceeded the debt and what waited in suspense before. */
export const receivedPayments = (db: Db, orderId: number) =>
  db
    .selectFrom('journal')
    .innerJoin('entry', 'entry.journal_id', 'journal.id')
    .leftJoin('rail_intent', 'rail_intent.id', 'journal.ref')
    .where('journal.order_id', '=', orderId)
    .where('journal.kind', 'in', [...repayments, 'unplaced'])
    // The one line of such a journal above zero is the source of the money.
    .where('entry.amount', '>', 0)
    .orderBy('journal.id')
    .select([
      'journal.ref',
      'journal.kind',
      'journal.at',
      'entry.amount',
      'rail_intent.id as intent',
      'rail_intent.receipt',
      'rail_intent.settled_at',
      overOf,
    ])
    .execute();

/** The part of a payment that exceeded the debt; 0 for an unknown `ref`. */
export async function overOfPayment(db: Db, ref: string): Promise<Cents> {
  const row = await db
    .selectFrom('entry')
    .innerJoin('journal', 'journal.id', 'entry.journal_id')
    .where('journal.ref', '=', ref)
    .where('journal.kind', 'in', [...repayments, 'unplaced'])
    .where('entry.account_id', '=', 'suspense')
    .where('entry.amount', '<', 0)
    .select(sql<number>`coalesce(-sum(entry.amount), 0)::bigint`.as('over'))
    .executeTakeFirstOrThrow();
  return row.over;
}

/** The money that the lender holds for a borrower: paid above a debt, neither sent back nor used for another loan. */
export async function keptFor(db: Db, userId: number): Promise<Cents> {
  const row = await db
    .selectFrom('entry')
    .innerJoin('journal', 'journal.id', 'entry.journal_id')
    .innerJoin('loan_order', 'loan_order.id', 'journal.order_id')
    .where('loan_order.user_id', '=', userId)
    .where('entry.account_id', '=', 'suspense')
    .select(sql<number>`coalesce(-sum(entry.amount), 0)::bigint`.as('kept'))
    .executeTakeFirstOrThrow();
  return row.kept;
}

/** Sum of every entry of the ledger; anything but 0 is a fault. */
export async function trialBalance(db: Db): Promise<Cents> {
  const row = await db
    .selectFrom('entry')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .executeTakeFirstOrThrow();
  return row.sum;
}
