/**
 * The stop of all payouts and reversals. An operator sets it. A restored database starts with it, because payouts that were
 * sent after the backup look as if they had never been sent. While the stop is set, no payout is sent to the rail, and the
 * rail is queried about every payout without a result.
 */
import { sql, type RawBuilder } from 'kysely';
import type { CalendarDate, Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import { readSetting, writeSetting } from './storedSettings.ts';
import type { Db, Store, Tx } from './store.ts';

const STOP = 'payouts stopped';
const RESTORED = 'restored';
const LOCK = 7_305_114;

/**
 * @property restored the database was restored from a backup. @property lostFrom the moment from which its rows are lost; null:
 * unknown. @property preparedAt when {@link prepareStop} was done.
 */
export interface PayoutStop {
  at: Instant;
  restored: boolean;
  lostFrom: Instant | null;
  preparedAt: Instant | null;
}

/** The stop; null: payouts are sent. */
export const readStop = async (db: Db): Promise<PayoutStop | null> => ((await readSetting(db, STOP)) as PayoutStop | undefined) ?? null;

/** A condition for statements that claim a payout. */
export const isStopped = (): RawBuilder<boolean> => sql<boolean>`exists (select 1 from setting where key = ${STOP})`;

/** When this database was last restored from a backup; null: never. */
export const restoredAt = async (db: Db): Promise<Instant | null> =>
  ((await readSetting(db, RESTORED)) as { at: Instant } | undefined)?.at ?? null;

const quoted = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

/** The stop as an SQL statement for the transaction that restores a backup: no lender may read restored rows without it. */
export const stopStatement = (at: Instant, lostFrom: Instant): string =>
  `insert into public.setting(key, value) values ('${STOP}', ${quoted({ at, restored: true, lostFrom, preparedAt: null } satisfies PayoutStop)})
    on conflict (key) do update set value = excluded.value;`;

/** Stops payouts. A repeated call changes nothing, except that it can set `restored`. */
export async function stopPayouts(store: Store, now: Instant, restored: boolean): Promise<void> {
  await store.tx(async (tx) => {
    await lock(tx);
    const before = await readStop(tx);
    if (before && (before.restored || !restored)) return;
    await writeSetting(tx, STOP, { at: now, restored, lostFrom: null, preparedAt: null } satisfies PayoutStop);
  });
  await prepareStop(store, now);
}

const lock = (tx: Tx): Promise<unknown> => sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);

/**
 * Prepares a restored database once, before its first payout. Every movement of money without a result is marked as possibly
 * sent, so that the rail is queried and no movement is sent as a new one. Sessions, codes and invitations are deleted, those of
 * staff too, because they may have ended since the backup. Without a stop, or after the first time, nothing is done. Needs
 * every migration.
 */
export async function prepareStop(store: Store, now: Instant): Promise<void> {
  await store.tx(async (tx) => {
    await lock(tx);
    const stop = await readStop(tx);
    if (!stop || stop.preparedAt !== null) return;
    if (stop.restored) {
      await tx
        .updateTable('rail_intent')
        .set({
          state: 'UNKNOWN',
          // A refused repeat says nothing about the first request.
          attempts: sql<number>`greatest(attempts, 1)`,
          sent_at: sql<Instant>`coalesce(sent_at, created_at)`,
          next_at: now,
          waits_since: null,
          asked_at: null,
        })
        .where('state', 'in', ['NEW', 'SENT', 'UNKNOWN'])
        .execute();
      // The rail can be queried about a payout only by its own reference. Without one, a person has to decide.
      await holdForPerson(tx, now);
      await tx.deleteFrom('session').execute();
      await tx.deleteFrom('one_time_code').execute();
      for (const table of ['staff_session', 'staff_challenge', 'staff_invitation'] as const) await tx.deleteFrom(table).execute();
      await writeSetting(tx, RESTORED, { at: now });
    }
    await writeSetting(tx, STOP, { ...stop, preparedAt: now } satisfies PayoutStop);
  });
}

const holdForPerson = (tx: Tx, now: Instant): Promise<unknown> =>
  tx
    .updateTable('rail_intent')
    .set({ held_at: now })
    .where('purpose', '<>', 'repayment')
    .where('state', '=', 'UNKNOWN')
    .where('provider_ref', 'is', null)
    .where('held_at', 'is', null)
    .execute();

export interface OpenPayout {
  id: string;
  orderNo: string;
  amount: number;
  /** A person has to decide whether the payout was completed. */
  isHeld: boolean;
  /** When the rail last accepted a query about the payout. */
  askedAt: Instant | null;
}

/** Payouts without a result that may have been sent, oldest first. */
export const openPayouts = (db: Db): Promise<OpenPayout[]> =>
  db
    .selectFrom('rail_intent as i')
    .innerJoin('loan_order as o', 'o.id', 'i.order_id')
    .select(['i.id', 'o.order_no as orderNo', 'i.amount', 'i.asked_at as askedAt'])
    .select(sql<boolean>`i.held_at is not null`.as('isHeld'))
    .where('i.purpose', '<>', 'repayment')
    .where('i.state', 'in', ['SENT', 'UNKNOWN'])
    .orderBy('i.created_at')
    .orderBy('i.id')
    .execute();

export interface MisdirectedPayout {
  id: string;
  orderNo: string;
  amount: Cents;
  arrivedOn: CalendarDate;
}

/** Payouts that arrived from this day on although their order did not expect them, oldest first. */
export const misdirectedPayouts = (db: Db, since: CalendarDate): Promise<MisdirectedPayout[]> =>
  db
    .selectFrom('journal as j')
    .innerJoin('rail_intent as i', 'i.id', 'j.ref')
    .innerJoin('loan_order as o', 'o.id', 'j.order_id')
    .select(['i.id', 'o.order_no as orderNo', 'i.amount', 'j.on_date as arrivedOn'])
    .where('j.kind', '=', 'misdirected')
    .where('j.on_date', '>=', since)
    .orderBy('j.id')
    .execute();

/** How many payouts were not sent yet: because payouts are stopped, or the float is empty. */
export const countUnsent = async (db: Db): Promise<number> => {
  const { unsent } = await db
    .selectFrom('rail_intent')
    .select((q) => q.fn.countAll<number>().as('unsent'))
    .where('purpose', '<>', 'repayment')
    .where('state', '=', 'NEW')
    .executeTakeFirstOrThrow();
  return unsent;
};

/** Ends the stop, so that payouts are sent again. @returns false when payouts were not stopped. */
export async function endStop(tx: Tx): Promise<boolean> {
  await lock(tx);
  return (await tx.deleteFrom('setting').where('key', '=', STOP).returning('key').executeTakeFirst()) !== undefined;
}
