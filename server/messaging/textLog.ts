/**
 * The log of texts: one row for each attempt, with the provider's answer, the cost and the delivery. It contains neither the
 * texts nor phone numbers. Support finds a row by the hash of a number.
 */
import { sql, type Selectable } from 'kysely';
import { DAY, type CalendarDate, type Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import { newCallbackNonce } from '#server/rail/callbackToken.ts';
import type { Clock } from '#server/store/clock.ts';
import type { TextDelivery, TextSchema } from '#server/store/schema/textTables.ts';
import { deleteOldRows } from '#server/store/oldRows.ts';
import { secretOf } from '#server/store/rowEncryption.ts';
import type { Db, Store } from '#server/store/store.ts';
import type { AboutText, ProviderAnswer, ProviderName } from './sms.ts';

type Row = Selectable<TextSchema['text_attempt']>;
export type LoggedText = Pick<
  Row,
  'at' | 'kind' | 'provider' | 'outcome' | 'code' | 'cost' | 'parts' | 'delivery' | 'delivery_code' | 'delivery_at'
>;

/** Number and cost of the texts of one day through one provider. */
export interface DayOfTexts {
  day: CalendarDate;
  provider: ProviderName;
  taken: number;
  parts: number;
  /** The sum over the texts with a known price. */
  cost: Cents;
  unpriced: number;
  delivered: number;
  failed: number;
}

/** Rows are deleted after this number of days. */
export const TEXT_LOG_DAYS = 90;

/** Final results of a delivery. Later reports do not change them. */
const FINAL: readonly TextDelivery[] = ['delivered', 'failed'];

const macOf = (db: Db, number: Msisdn): string => secretOf(db).mac('number', number).toString('hex');

export interface Attempt {
  id: number;
  nonce: string;
}

export interface Report {
  delivery: TextDelivery;
  /** The provider's code of a failure. */
  code: string | null;
}

/** Deletes the log of texts to this number. */
export async function forgetTexts(db: Db, number: Msisdn): Promise<void> {
  await db.deleteFrom('text_attempt').where('number_mac', '=', macOf(db, number)).execute();
}

export interface TextLog {
  /** Stores an attempt before the provider is called. */
  begin(to: Msisdn, about: AboutText & { sendId: string }, provider: ProviderName, parts: number): Promise<Attempt>;
  end(attempt: Attempt, answer: ProviderAnswer, cost: Cents | null, parts: number): Promise<void>;
  /** The latest attempt with an unknown outcome, which may have sent this text; null: there is none. */
  unknownAttempt(sendId: string): Promise<{ provider: ProviderName; delivery: TextDelivery | null } | null>;
  /**
   * Stores a delivery report. A report that arrives after a final one changes nothing.
   * @param of the nonce of an attempt, or the provider's id of the text.
   * @returns false: no attempt matches.
   */
  report(provider: ProviderName, of: { nonce: string } | { ref: string }, report: Report): Promise<boolean>;
  /** The newest first. */
  textsTo(number: Msisdn, limit: number): Promise<LoggedText[]>;
  /** The newest day first, by Nairobi's calendar. */
  days(since: Instant): Promise<DayOfTexts[]>;
  /** Deletes old rows. @returns how many. */
  deleteOld(): Promise<number>;
}

export function createTextLog({ db }: Pick<Store, 'db'>, clock: Clock): TextLog {
  return {
    async begin(to, { kind, sendId, isForgotten = false }, provider, parts) {
      const nonce = newCallbackNonce();
      const number_mac = isForgotten ? null : macOf(db, to);
      const { id } = await db
        .insertInto('text_attempt')
        .values({ send_id: sendId, kind, number_mac, provider, nonce, parts, at: clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, nonce };
    },

    async end({ id }, answer, cost, parts) {
      await db
        .updateTable('text_attempt')
        .set({
          outcome: answer.is,
          code: answer.is === 'taken' ? null : answer.code,
          provider_ref: answer.is === 'taken' ? answer.ref : null,
          cost,
          parts,
        })
        .where('id', '=', id)
        .execute();
    },

    async unknownAttempt(sendId) {
      const row = await db
        .selectFrom('text_attempt')
        .select(['provider', 'delivery'])
        .where('send_id', '=', sendId)
        .where('outcome', '=', 'unknown')
        .orderBy('id', 'desc')
        .executeTakeFirst();
      return row ?? null;
    },

    async report(provider, of, { delivery, code }) {
      const found = await db
        .selectFrom('text_attempt')
        .select('id')
        .where('provider', '=', provider)
        .where((is) => ('nonce' in of ? is('nonce', '=', of.nonce) : is('provider_ref', '=', of.ref)))
        .orderBy('id', 'desc')
        .executeTakeFirst();
      if (!found) return false;
      await db
        .updateTable('text_attempt')
        .set({ delivery, delivery_code: code, delivery_at: clock.now() })
        .where('id', '=', found.id)
        .where((is) => is.or([is('delivery', 'is', null), is('delivery', 'not in', FINAL)]))
        .execute();
      return true;
    },

    textsTo: (number, limit) =>
      db
        .selectFrom('text_attempt')
        .select(['at', 'kind', 'provider', 'outcome', 'code', 'cost', 'parts', 'delivery', 'delivery_code', 'delivery_at'])
        .where('number_mac', '=', macOf(db, number))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    async days(since) {
      const { rows } = await sql<DayOfTexts>`
        select to_char(to_timestamp(at / 1000.0) at time zone 'Africa/Nairobi', 'YYYY-MM-DD') as day, provider,
          count(*)::int as taken, coalesce(sum(parts), 0)::int as parts, coalesce(sum(cost), 0)::bigint as cost,
          count(*) filter (where cost is null)::int as unpriced,
          count(*) filter (where delivery = 'delivered')::int as delivered,
          count(*) filter (where delivery = 'failed')::int as failed
        from text_attempt where outcome = 'taken' and at >= ${since}
        group by 1, 2 order by 1 desc, 2`.execute(db);
      return rows;
    },

    deleteOld: () => deleteOldRows(db, { table: 'text_attempt', since: 'at' }, clock.now() - TEXT_LOG_DAYS * DAY),
  };
}
