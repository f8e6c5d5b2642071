/**
 * The journal. Every amount that a borrower sees about a running loan is read from it. Debits are above zero, credits below.
 * The database refuses a journal whose entries do not add up to zero, and any change of a stored journal.
 */
import { sql } from 'kysely';
import type { CalendarDate } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
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
 * Posts all journals with their entries in one statement. A posting is skipped if its key was posted before.
 * @returns the keys of the postings that were made.
 * @throws Error when every line of a posting is zero, because it would move nothing.
 */
export async function postAll(tx: Tx, postings: readonly Posting[]): Promise<string[]> {
  const lines = postings.flatMap(({ idempotencyKey: key, lines: all }) => {
    const moved = all.filter(([, amount]) => amount !== 0);
    if (moved.length === 0) throw new Error(`posting ${key}: every line is zero`);
    return moved.map(([account, amount], i) => ({ key, line: i + 1, account, amount }));
  });
  const of = <K extends keyof Posting>(name: K): Posting[K][] => postings.map((posting) => posting[name]);
  const { rows } = await sql<{ key: string }>`
    with posted as (
      insert into journal(idempotency_key, kind, order_id, ref, on_date, at)
      select * from unnest(${of('idempotencyKey')}::text[], ${of('kind')}::text[], ${of('orderId')}::bigint[],
        ${postings.map(({ ref = null }) => ref)}::text[], ${of('onDate')}::date[], ${of('at')}::bigint[])
      on conflict (idempotency_key) do nothing
      returning id, idempotency_key
    ), entries as (
      insert into entry(journal_id, line, account_id, amount)
      select posted.id, e.line, e.account, e.amount
      from unnest(${lines.map(({ key }) => key)}::text[], ${lines.map(({ line }) => line)}::smallint[],
        ${lines.map(({ account }) => account)}::text[], ${lines.map(({ amount }) => amount)}::bigint[]) as e(key, line, account, amount)
      join posted on posted.idempotency_key = e.key
    )
    select idempotency_key as key from posted`.execute(tx);
  return rows.map(({ key }) => key);
}

/** @returns false when it had been posted before. @throws Error when every line is zero. */
export const post = async (tx: Tx, posting: Posting): Promise<boolean> => (await postAll(tx, [posting])).length > 0;

export const isPosted = async (db: Db, idempotencyKey: string): Promise<boolean> =>
  (await db.selectFrom('journal').select('id').where('idempotency_key', '=', idempotencyKey).executeTakeFirst()) !== undefined;

/** The open parts of a debt. */
export interface OpenParts {
  principal: Cents;
  interest: Cents;
  penalty: Cents;
}

export const total = (open: OpenParts): Cents => open.principal + open.interest + open.penalty;

const DEBT = ['loan_receivable', 'interest_receivable', 'penalty_receivable'] as const satisfies readonly AccountId[];

/** An entry on an account of a loan's debt. */
export interface DebtEntry {
  journal: number;
  kind: JournalKind;
  on: CalendarDate;
  account: (typeof DEBT)[number];
  /** Added to the debt; negative if the entry reduces it. */
  amount: Cents;
}

/** Every entry of a loan's debt, for a query of `loan_order`. Their number grows with payments and late days. */
export const debtColumn = sql<DebtEntry[]>`(
  select coalesce(json_agg(json_build_object('journal', j.id, 'kind', j.kind, 'on', j.on_date, 'account', e.account_id, 'amount', e.amount)), '[]')
  from journal j join entry e on e.journal_id = j.id
  where j.order_id = loan_order.id and e.account_id in (${sql.join(DEBT)}))`.as('debt');

/** The entries of several loans' debts, by the id of the order. */
export async function readDebts(db: Db, orderIds: readonly number[]): Promise<ReadonlyMap<number, DebtEntry[]>> {
  const rows = await db
    .selectFrom('loan_order')
    .select(['id', debtColumn])
    .where(sql<boolean>`id = any(${orderIds}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, debt }) => [id, debt]));
}

/** The entries of a loan's debt. All that a borrower owes is computed from them. */
export async function readDebt(db: Db, orderId: number): Promise<DebtEntry[]> {
  const { debt } = await db.selectFrom('loan_order').where('id', '=', orderId).select(debtColumn).executeTakeFirstOrThrow();
  return debt;
}

const sumOf = (entries: readonly DebtEntry[]): Cents => entries.reduce((sum, { amount }) => sum + amount, 0);

/** Open parts of a loan at the end of the day `upTo`. Without `upTo`: now, including entries with a later date. */
export function openParts(debt: readonly DebtEntry[], upTo?: CalendarDate): OpenParts {
  const on = (account: DebtEntry['account']): Cents =>
    sumOf(debt.filter((entry) => entry.account === account && (upTo === undefined || entry.on <= upTo)));
  return { principal: on('loan_receivable'), interest: on('interest_receivable'), penalty: on('penalty_receivable') };
}

const REPAYMENTS = ['repayment.mpesa', 'repayment.paybill'] as const satisfies readonly JournalKind[];
const isRepayment = ({ kind }: DebtEntry): boolean => REPAYMENTS.some((one) => one === kind);

/** The sum by which payments reduced the debt, without amounts above the debt and without payments that were moved to another loan. */
export const paidOff = (debt: readonly DebtEntry[]): Cents =>
  0 - sumOf(debt.filter((entry) => isRepayment(entry) || entry.kind === 'correction'));

/** The latest of these days; null: there is none. */
const lastDay = (entries: readonly DebtEntry[]): CalendarDate | null =>
  entries.reduce<CalendarDate | null>((last, { on }) => (last === null || on > last ? on : last), null);

/** The day of the latest payment; null before the first. A payment for a loan always reduces its debt. */
export const lastPaymentDate = (debt: readonly DebtEntry[]): CalendarDate | null => lastDay(debt.filter(isRepayment));

/** The last day on which the principal became smaller; null if it never did. */
export const lastPrincipalDate = (debt: readonly DebtEntry[]): CalendarDate | null =>
  lastDay(debt.filter(({ account, amount }) => account === 'loan_receivable' && amount < 0));

/** Late charges booked for the days after `after` up to and with `upTo`; payments do not reduce them. */
export const penaltiesBooked = (debt: readonly DebtEntry[], { after, upTo }: { after?: CalendarDate; upTo: CalendarDate }): Cents =>
  sumOf(
    debt.filter(
      ({ account, kind, on }) =>
        account === 'penalty_receivable' && kind === 'penalty' && on <= upTo && (after === undefined || on > after),
    ),
  );

/** Late charges that the lender wrote off after this day. */
export const chargesWrittenOff = (debt: readonly DebtEntry[], { after }: { after: CalendarDate }): Cents =>
  0 - sumOf(debt.filter(({ account, kind, on }) => account === 'penalty_receivable' && kind === 'writeOff' && on > after));

/** The last journal that changed the debt; 0 before the first. */
export const lastJournal = (debt: readonly DebtEntry[]): number => debt.reduce((last, { journal }) => Math.max(last, journal), 0);

/**
 * Whether a loan has cost no late charge, had no payment after its due date, and no part of it was written off, in a query of
 * `loan_order`. The dates are value dates, so a payment counts as in time even if the rail reported it late. For a running
 * loan: whether it is in time so far.
 */
const isInTime = sql<boolean>`(loan_order.due_date is not null
  and (select coalesce(sum(e.amount) filter (where e.account_id = 'penalty_income'), 0) >= 0 and count(*) filter (where e.account_id = 'written_off') = 0
    from journal j join entry e on e.journal_id = j.id
    where j.order_id = loan_order.id and e.account_id in ('penalty_income', 'written_off'))
  and not exists (select from journal j
    where j.order_id = loan_order.id and j.kind in (${sql.join([...REPAYMENTS, 'coupon'])}) and j.on_date > loan_order.due_date
      and not exists (select from journal c where c.idempotency_key = 'corrected:' || j.id)))`;

export async function isPaidOnTime(db: Db, orderId: number): Promise<boolean> {
  const found = await db.selectFrom('loan_order').select(isInTime.as('inTime')).where('id', '=', orderId).executeTakeFirstOrThrow();
  return found.inTime;
}

export interface RepaidLoans {
  /** Loans that this borrower has paid back. */
  repaid: number;
  /** Repaid loans that were paid on time. Only these raise the ceiling. */
  onTime: number;
}

/** The repaid loans of a borrower, for a query of `app_user`. */
export const repaidColumn = sql<RepaidLoans>`(
  select json_build_object('repaid', count(*), 'onTime', count(*) filter (where ${isInTime}))
  from loan_order where loan_order.user_id = app_user.id and loan_order.status = ${STATUS.finish})`.as('repaid');

export async function repaidLoans(db: Db, userId: number): Promise<RepaidLoans> {
  const { repaid } = await db.selectFrom('app_user').select(repaidColumn).where('id', '=', userId).executeTakeFirstOrThrow();
  return repaid;
}

/** False for a payment that was moved to another loan. */
const isNotCorrected = sql<boolean>`not exists (
  select from journal c where c.idempotency_key = 'corrected:' || journal.id)`;

const overOf = sql<number>`coalesce((select -sum(e.amount) from entry e
  where e.journal_id = journal.id and e.account_id = 'suspense' and e.amount < 0), 0)::bigint`.as('over');

/** Payments received for this order, oldest first, also those from suspense. `over` is the part that exceeded the debt. */
export const receivedPayments = (db: Db, orderId: number) =>
  db
    .selectFrom('journal')
    .innerJoin('entry', 'entry.journal_id', 'journal.id')
    .leftJoin('rail_intent', 'rail_intent.id', 'journal.ref')
    .where('journal.order_id', '=', orderId)
    .where('journal.kind', 'in', [...REPAYMENTS, 'unplaced'])
    .where(isNotCorrected)
    // In a journal of these kinds one entry is above zero: the one for the source of the money.
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
    .where('journal.kind', 'in', [...REPAYMENTS, 'unplaced'])
    .where('entry.account_id', '=', 'suspense')
    .where('entry.amount', '<', 0)
    .select(sql<number>`coalesce(-sum(entry.amount), 0)::bigint`.as('over'))
    .executeTakeFirstOrThrow();
  return row.over;
}

/** Money that a borrower paid above the debt, and that was neither sent back nor used for another loan. */
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

/**
 * Money that came in for an order and belongs to its borrower. On `suspense`: the money was neither used nor sent back. On
 * `returning`: a refund is on its way. On `rollover_deposit`: it was paid for a rollover that is not confirmed yet.
 */
export async function heldOn(db: Db, orderId: number, account: 'suspense' | 'returning' | 'rollover_deposit'): Promise<Cents> {
  const { held } = await db
    .selectFrom('entry')
    .innerJoin('journal', 'journal.id', 'entry.journal_id')
    .where('journal.order_id', '=', orderId)
    .where('entry.account_id', '=', account)
    .select(sql<Cents>`coalesce(-sum(entry.amount), 0)::bigint`.as('held'))
    .executeTakeFirstOrThrow();
  return held;
}

/** Sum of every entry of the ledger; anything but 0 is a fault. */
export async function trialBalance(db: Db): Promise<Cents> {
  const row = await db
    .selectFrom('entry')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .executeTakeFirstOrThrow();
  return row.sum;
}
