/** Reads the session of a request and the data for its answer in one statement. */
import type { Instant } from '#machines/model/calendar.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { Language } from '#machines/model/device.ts';
import type { ValueOf } from './compileOnce.ts';
import type { Db } from './store.ts';

export interface SessionRow {
  session_user: number;
  session_msisdn: Msisdn;
  session_began: Instant;
  session_ends: Instant;
  session_end_code: number | null;
  session_device: string | null;
  session_seen: Instant | null;
  session_language: Language | null;
}

/** A statement that reads the session with this hash, and data of its borrower (`app_user`). No row: there is no such session. */
export type SessionRead<T extends object> = (db: Db, values: { tokenHash: string }) => Promise<(SessionRow & T)[]>;

/**
 * The id of every installation that sends none. Such installations cannot be distinguished, so each sign-in on one counts as
 * on a new device, and none is trusted.
 */
export const NO_DEVICE_ID = 'none';

const selectSessions = (db: Db) =>
  db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .leftJoin('account_device', (on) =>
      on
        .onRef('account_device.user_id', '=', 'session.user_id')
        .on((is) => is('account_device.device_mac', '=', is.fn.coalesce('session.device_mac', is.val(NO_DEVICE_ID)))),
    )
    .select([
      'session.user_id as session_user',
      'app_user.msisdn as session_msisdn',
      'session.created_at as session_began',
      'session.expires_at as session_ends',
      'session.end_code as session_end_code',
      'session.device_mac as session_device',
      'account_device.last_seen as session_seen',
      'app_user.language as session_language',
    ]);

export const sessionRows = (db: Db, value: ValueOf<{ tokenHash: string }>) =>
  selectSessions(db).where('session.token_hash', '=', value('tokenHash'));

/** The sessions with these hashes. */
export const sessionRowsOf = (db: Db, rows: readonly ValueOf<{ tokenHash: string }>[]) =>
  selectSessions(db)
    .where(
      'session.token_hash',
      'in',
      rows.map((value) => value('tokenHash')),
    )
    .select('session.token_hash as session_hash');
