/** Sessions of staff: tokens with 256 random bits, stored as hashes. They expire, and end at once when a member loses rights. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR, MINUTE, type Instant } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';
import { decryptValue } from '#server/store/rowEncryption.ts';
import type { Db, Store, Tx } from '#server/store/store.ts';
import { tokenHash } from '#server/store/tokenHash.ts';
import type { Clerk } from './clerk.ts';

/** Time after the sign-in at which a session ends, used or not. */
export const SESSION_ENDS_AFTER = 8 * HOUR;
/** Time after its last use at which a session ends. */
export const IDLE_AFTER = 15 * MINUTE;

export interface StaffSession {
  clerk: Clerk;
  csrf: string;
  endsAt: Instant;
  idleUntil: Instant;
}

export interface StaffSessions {
  /** @param token of the cookie. @returns null: there is no running session with this token. */
  find(token: string | null): Promise<StaffSession | null>;
  /** Stores a use of the session, which extends it. */
  noteUse(token: string, staffId: string): Promise<void>;
  /** @returns the token for the cookie. */
  begin(tx: Tx, staffId: string): Promise<string>;
  /** Ends a session. An unknown token is ignored. */
  end(token: string, tx: Tx): Promise<void>;
  /** Ends all sessions of a member, and sign-ins that wait for their second half. */
  endAll(tx: Tx, staffId: string): Promise<void>;
  /** As `endAll`, except for the session with this token. */
  endOthers(tx: Tx, staffId: string, token: string | null): Promise<void>;
  /** Deletes sessions that have ended. @returns the number of deleted sessions. */
  deleteExpired(): Promise<number>;
}

/** The CSRF token of a session: a hash of the session's token, which only the browser has and which cannot be computed from it. */
export const csrfOf = (token: string): string => createHash('sha256').update(`desk csrf ${token}`).digest('base64url');

/** An identifier of the session, which does not contain its secret. */
const sessionIdOf = (hash: string): string => hash.slice(0, 16);

async function clerkOf(db: Db, row: MemberRow, hash: string): Promise<Clerk> {
  const ownMobile =
    row.own_mobile_sealed === null
      ? null
      : decryptValue<string>(db, 'staff_member.own_mobile_sealed', [row.staff_id], row.own_mobile_sealed);
  const borrower =
    ownMobile === null ? null : await db.selectFrom('app_user').select('id').where('msisdn', '=', ownMobile).executeTakeFirst();
  return {
    staffId: row.staff_id,
    name: row.name,
    role: row.role,
    sessionId: sessionIdOf(hash),
    ownMobile,
    ownUserId: borrower?.id ?? null,
  };
}

interface MemberRow {
  staff_id: string;
  name: string;
  role: Clerk['role'];
  own_mobile_sealed: Uint8Array | null;
}

export function createStaffSessions(store: Store, clock: Clock): StaffSessions {
  return {
    async find(token) {
      if (token === null) return null;
      const hash = tokenHash(token, null);
      const now = clock.now();
      const row = await store.db
        .selectFrom('staff_session as s')
        .innerJoin('staff_member as m', 'm.staff_id', 's.staff_id')
        .select(['m.staff_id', 'm.name', 'm.role', 'm.own_mobile_sealed', 's.seen_at', 's.ends_at'])
        .where('s.token_hash', '=', hash)
        .where('s.ends_at', '>', now)
        .where('s.seen_at', '>', now - IDLE_AFTER)
        .where('m.is_active', '=', true)
        .executeTakeFirst();
      if (!row) return null;
      return {
        clerk: await clerkOf(store.db, row, hash),
        csrf: csrfOf(token),
        endsAt: row.ends_at,
        idleUntil: Math.min(row.ends_at, row.seen_at + IDLE_AFTER),
      };
    },
    async noteUse(token, staffId) {
      const now = clock.now();
      await store.db.updateTable('staff_session').set({ seen_at: now }).where('token_hash', '=', tokenHash(token, null)).execute();
      await store.db.updateTable('staff_member').set({ last_seen_at: now }).where('staff_id', '=', staffId).execute();
    },
    async begin(tx, staffId) {
      const token = randomBytes(32).toString('base64url');
      const now = clock.now();
      await tx
        .insertInto('staff_session')
        .values({ token_hash: tokenHash(token, null), staff_id: staffId, created_at: now, seen_at: now, ends_at: now + SESSION_ENDS_AFTER })
        .execute();
      await tx.updateTable('staff_member').set({ last_seen_at: now }).where('staff_id', '=', staffId).execute();
      return token;
    },
    async end(token, tx) {
      await tx.deleteFrom('staff_session').where('token_hash', '=', tokenHash(token, null)).execute();
    },
    async endAll(tx, staffId) {
      await tx.deleteFrom('staff_session').where('staff_id', '=', staffId).execute();
      await tx.deleteFrom('staff_challenge').where('staff_id', '=', staffId).execute();
    },
    async endOthers(tx, staffId, token) {
      const others = tx.deleteFrom('staff_session').where('staff_id', '=', staffId);
      await (token === null ? others : others.where('token_hash', '<>', tokenHash(token, null))).execute();
      await tx.deleteFrom('staff_challenge').where('staff_id', '=', staffId).execute();
    },
    async deleteExpired() {
      const now = clock.now();
      const done = await store.db
        .deleteFrom('staff_session')
        .where((row) => row.or([row('ends_at', '<=', now), row('seen_at', '<=', now - IDLE_AFTER)]))
        .executeTakeFirst();
      return Number(done.numDeletedRows);
    },
  };
}

/** The condition that a session is running, for a query that has its {@link Clerk.sessionId} in this column. */
export const isRunning = (column: string, now: Instant) => sql<boolean>`exists (
  select from staff_session s where left(s.token_hash, 16) = ${sql.ref(column)} and s.ends_at > ${now} and s.seen_at > ${now - IDLE_AFTER})`;
