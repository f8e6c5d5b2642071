/** Readings for metrics: waiting rows of the database, the sum of the ledger, connections, disk. They are read on request. */
import { sql } from 'kysely';
import { DAY, MINUTE, type Instant } from '#machines/model/calendar.ts';
import { TICKET } from '#machines/model/feedback.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import type { Clock } from '#server/store/clock.ts';
import { isStopped } from '#server/store/payoutStop.ts';
import { oldestRow, PRUNABLE, prunableUntil } from '#server/store/oldRows.ts';
import type { Store } from '#server/store/store.ts';
import { onlyRow } from '#server/store/present.ts';
import { within } from './within.ts';

/** Null: unknown, because the database does not answer, or because this kind of database has no such number. */
export type Readings = Readonly<
  Record<
    | 'database_up'
    | 'database_connections_open'
    | 'database_connections_idle'
    | 'database_connections_waiting'
    | 'disk_free_bytes'
    | 'disk_full'
    | DatabaseReading,
    number | null
  >
>;

type DatabaseReading =
  | 'ledger_sum_cents'
  | 'prunable_days'
  | 'outbox_due_jobs'
  | 'outbox_oldest_due_seconds'
  | 'payouts_waiting'
  | 'payouts_oldest_seconds'
  | 'payouts_held'
  | 'payouts_stopped'
  | 'payments_held'
  | 'cases_escalated'
  | 'callbacks_waiting'
  | 'texts_due'
  | 'texts_oldest_due_seconds';

const UNKNOWN: Readonly<Record<DatabaseReading, null>> = {
  ledger_sum_cents: null,
  prunable_days: null,
  outbox_due_jobs: null,
  outbox_oldest_due_seconds: null,
  payouts_waiting: null,
  payouts_oldest_seconds: null,
  payouts_held: null,
  payouts_stopped: null,
  payments_held: null,
  cases_escalated: null,
  callbacks_waiting: null,
  texts_due: null,
  texts_oldest_due_seconds: null,
};

/** Cases of the desk whose promised answer is late: applications, proofs and messages. */
export const escalatedCases = sql<number>`(
  (select count(*) from loan_order where status = ${STATUS.applying} and escalated_at is not null)
  + (select count(*) from proof where state = 'waiting' and escalated_at is not null)
  + (select count(*) from ticket where status in (${TICKET.received}, ${TICKET.inProgress}) and escalated_at is not null))`;

/** A scrape of Prometheus ends after ten seconds. A sum over a large journal may take some of them. */
const PATIENCE = 8_000;

export function createReadings({ db, room, pool, availability }: Store, clock: Clock): () => Promise<Readings> {
  /** Caches the result of an expensive query for a minute, or for a hundred times its duration if that is longer. */
  function cachedForMinute(read: () => Promise<number>): () => Promise<number> {
    let kept: { value: number; readAgainAt: number } | null = null;
    return async () => {
      const began = performance.now();
      if (kept && began < kept.readAgainAt) return kept.value;
      const value = await read();
      const took = performance.now() - began;
      kept = { value, readAgainAt: began + Math.max(MINUTE, 100 * took) };
      return value;
    };
  }

  /** Reads every entry, so that a lost or changed entry changes the sum. */
  const ledgerSum = cachedForMinute(async () => {
    return onlyRow(await sql<{ sum: number }>`select coalesce(sum(amount), 0)::bigint as sum from entry`.execute(db)).sum;
  });

  const prunableDays = cachedForMinute(async () => {
    const now = clock.now();
    const past: number[] = [];
    for (const rows of PRUNABLE) {
      const until: Instant = prunableUntil(rows, now);
      past.push(until - ((await oldestRow(db, rows, until)) ?? until));
    }
    return Math.floor(Math.max(...past) / DAY);
  });

  async function inDatabase(): Promise<Readonly<Record<DatabaseReading, number>>> {
    const now = clock.now();
    const secondsSince = (since: ReturnType<typeof sql.ref>) => sql`coalesce((${now} - min(${since})) / 1000, 0)::bigint`;
    const found = await sql<Record<Exclude<DatabaseReading, 'ledger_sum_cents' | 'prunable_days'>, number>>`
      select o.*, p.*, t.*,
        case when ${isStopped()} then 1 else 0 end as payouts_stopped,
        (select count(*) from reported_payment where state = 'held') as payments_held,
        ${escalatedCases} as cases_escalated,
        (select count(*) from rail_callback where outcome is null) as callbacks_waiting
      from
        (select count(*) as outbox_due_jobs, ${secondsSince(sql.ref('next_at'))} as outbox_oldest_due_seconds
          from outbox where done_at is null and next_at <= ${now}) o,
        (select count(*) as payouts_waiting, ${secondsSince(sql.ref('created_at'))} as payouts_oldest_seconds,
            count(*) filter (where held_at is not null) as payouts_held
          from rail_intent where purpose <> 'repayment' and state in ('NEW', 'SENT', 'UNKNOWN')) p,
        (select count(*) as texts_due, ${secondsSince(sql.ref('next_at'))} as texts_oldest_due_seconds
          from text_message where ended_at is null and next_at <= ${now}) t`.execute(db);
    return { ...onlyRow(found), ledger_sum_cents: await ledgerSum(), prunable_days: await prunableDays() };
  }

  return async () => {
    const { open, idle, waiting } = pool();
    const stored = await within(PATIENCE, inDatabase()).catch(() => UNKNOWN);
    return {
      database_up: stored === UNKNOWN || availability.isLost() ? 0 : 1,
      database_connections_open: open,
      database_connections_idle: idle,
      database_connections_waiting: waiting,
      disk_free_bytes: room.free(),
      disk_full: room.isFull() ? 1 : 0,
      ...stored,
    };
  };
}
