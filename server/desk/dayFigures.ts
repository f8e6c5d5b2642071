/** The figures of one day. Every query reads by an index: the rows of the day, or of late loans. */
import { sql } from 'kysely';
import { addDays, daysBetween, startOfDate, type CalendarDate, type Instant } from '#machines/model/calendar.ts';
import { isKnownStatus, stageOf, STATUS, type OrderStage } from '#machines/model/orderStatus.ts';
import { REJECTIONS } from '#server/books/reasonTexts.ts';
import type { Db, Store } from '#server/store/store.ts';
import { ARREARS_FROM, type DayFigures } from '#src/api/desk.ts';
import { onlyRow } from '#server/store/present.ts';

/** The balance of an order at the end of the day before `day`. */
const owedBefore = (
  day: CalendarDate,
) => sql<number>`(select coalesce(sum(e.amount), 0)::bigint from journal j join entry e on e.journal_id = j.id
  where j.order_id = o.id and j.on_date < ${day}::date and e.account_id in ('loan_receivable', 'interest_receivable', 'penalty_receivable'))`;

async function stages(db: Db, from: Instant, until: Instant): Promise<DayFigures['applications']> {
  // For the orders that changed on the day: their last status of the day.
  const { rows } = await sql<{ status: number; count: number }>`
    select last.to_status as status, count(*)::int as count
    from (select distinct on (order_id) order_id, to_status from order_event
      where at >= ${from} and at < ${until} order by order_id, version desc) last
    group by last.to_status`.execute(db);
  const counts = new Map<OrderStage, number>();
  for (const { status, count } of rows) {
    const stage = isKnownStatus(status) ? stageOf(status) : null;
    if (stage !== null) counts.set(stage, (counts.get(stage) ?? 0) + count);
  }
  return [...counts].map(([stage, count]) => ({ stage, count }));
}

async function decisions(db: Db, from: Instant, until: Instant): Promise<DayFigures['decisions']> {
  const { rows } = await sql<{ event: string; by: 'rules' | 'person'; reason: string | null; count: number }>`
    select event, coalesce(decided_by, 'rules') as by, reason, count(*)::int as count from order_event
    where at >= ${from} and at < ${until} and event in ('lender.approved', 'lender.rejected')
    group by 1, 2, 3 order by 4 desc`.execute(db);
  const merged = new Map<string, DayFigures['decisions'][number]>();
  for (const { event, by, reason: stored, count } of rows) {
    // All reasons in free text count as one.
    const reason = stored === null ? '' : Object.hasOwn(REJECTIONS, stored) ? stored : 'other';
    const outcome = event === 'lender.approved' ? 'approved' : 'rejected';
    const key = `${outcome} ${by} ${reason}`;
    merged.set(key, { outcome, by, reason, count: count + (merged.get(key)?.count ?? 0) });
  }
  return [...merged.values()];
}

type Sum = { count: number; amount: number };

async function moved(db: Db, day: CalendarDate, kinds: readonly string[], sign: 1 | -1): Promise<Sum> {
  const found = await sql<Sum>`
    select count(distinct j.id)::int as count, coalesce(sum(e.amount * ${sql.lit(sign)}), 0)::bigint as amount
    from journal j join entry e on e.journal_id = j.id and e.account_id = 'mpesa_float'
    where j.on_date = ${day}::date and j.kind in (${sql.join(kinds)})`.execute(db);
  return onlyRow(found);
}

/** The due date that a loan had at this moment. Rollovers that were confirmed later are ignored. */
const dueDateAt = (at: Instant) => sql<CalendarDate>`coalesce((select r.old_due_date from rollover r
  where r.order_id = o.id and r.state = 'CONFIRMED' and r.ended_at >= ${at} order by r.ended_at limit 1), o.due_date)`;

async function due(db: Db, day: CalendarDate): Promise<Sum> {
  const from = startOfDate(day);
  const found = await sql<Sum>`
    select count(*)::int as count, coalesce(sum(owed), 0)::bigint as amount
    from (select ${owedBefore(day)} as owed
      from (select id from loan_order where due_date = ${day}::date
        union select order_id from rollover where old_due_date = ${day}::date and ended_at >= ${from}) c
      join loan_order o on o.id = c.id where ${dueDateAt(from)} = ${day}::date) d where owed > 0`.execute(db);
  return onlyRow(found);
}

/** Loans that were late at the end of the day, with their balances then, also if the due date was moved or the loan ended later. */
async function arrears(db: Db, day: CalendarDate): Promise<DayFigures['arrears']> {
  const end = startOfDate(addDays(day, 1));
  const { rows } = await sql<{ due: CalendarDate; owed: number }>`
    select due, owed from (
      select ${dueDateAt(end)} as due, ${owedBefore(addDays(day, 1))} as owed
      from (select id from loan_order where status = ${STATUS.overdued}
        union select order_id from rollover where old_due_date < ${day}::date and ended_at >= ${end}
        union select id from loan_order where due_date < ${day}::date and ended_at >= ${end}) c
      join loan_order o on o.id = c.id) late
    where due < ${day}::date and owed > 0`.execute(db);
  const from = (late: number): number => ARREARS_FROM.filter((days) => days <= late).at(-1) ?? ARREARS_FROM[0];
  return ARREARS_FROM.map((fromDays) => {
    const own = rows.filter((row) => from(daysBetween(row.due, day)) === fromDays);
    return { fromDays, count: own.length, amount: own.reduce((sum, { owed }) => sum + owed, 0) };
  });
}

/** Promised answers that were given on the day; `kept` is the number of answers in time. */
async function promises(db: Db, from: Instant, until: Instant): Promise<DayFigures['promises']> {
  const found = await sql<{ kept: number; missed: number }>`
    select coalesce(sum(kept), 0)::int as kept, coalesce(sum(missed), 0)::int as missed from (
      select count(*) filter (where o.escalated_at is null) as kept, count(*) filter (where o.escalated_at is not null) as missed
      from order_event e join loan_order o on o.id = e.order_id
      where e.at >= ${from} and e.at < ${until} and e.event in ('lender.approved', 'lender.rejected')
      union all
      select count(*) filter (where p.decided_at <= p.answer_by), count(*) filter (where p.decided_at > p.answer_by)
      from proof p where p.decided_at >= ${from} and p.decided_at < ${until}
      union all
      select count(*) filter (where not m.is_late), count(*) filter (where m.is_late)
      from ticket_message m where m.author = 'lender' and m.at >= ${from} and m.at < ${until}
    ) all_of_them`.execute(db);
  return onlyRow(found);
}

/** @param day in Nairobi. The figures of old days lack the deleted applications and messages of people who never borrowed. */
export async function figuresOf({ snapshot }: Pick<Store, 'snapshot'>, day: CalendarDate, now: Instant): Promise<DayFigures> {
  const [from, until] = [startOfDate(day), Math.min(startOfDate(addDays(day, 1)), now + 1)];
  return snapshot(async (db) => ({
    day,
    applications: await stages(db, from, until),
    decisions: await decisions(db, from, until),
    payouts: await moved(db, day, ['disbursement', 'misdirected'], -1),
    due: await due(db, day),
    paid: await moved(db, day, ['repayment.mpesa', 'repayment.paybill', 'unplaced', 'rollover.deposit'], 1),
    arrears: await arrears(db, day),
    promises: await promises(db, from, until),
  }));
}
