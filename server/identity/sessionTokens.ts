/** Sessions: 256-bit tokens, stored hashed, one live session per borrower. */
import { randomBytes } from 'node:crypto';
import { DAY } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Msisdn } from '#machines/model/phone.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Db, Store, Tx } from '#server/store/store.ts';
import { tokenHash } from '#server/store/tokenHash.ts';

/** The codes that end a session, with their messages. */
const ENDINGS = {
  [CODE.notLoggedIn]: 'notLoggedIn',
  [CODE.tokenExpired]: 'tokenExpired',
  [CODE.loggedInElsewhere]: 'loggedInElsewhere',
  [CODE.tokenInvalid]: 'tokenInvalid',
} as const;

export type EndCode = keyof typeof ENDINGS;
export const isEndCode = (code: unknown): code is EndCode => typeof code === 'number' && code in ENDINGS;

const ended = (code: EndCode): Refusal => new Refusal(code, ENDINGS[code]);

export interface Sessions {
  /** @param authorization header of the request. @returns the borrower. @throws Refusal one of the four session codes. */
  authenticate(authorization: string | undefined): Promise<number>;
  /**
   * Begins a session and ends the one before it.
   * @param device hash of the installation's id; null when it sent none.
   * @returns the token, of which only a hash is stored.
   */
  grant(tx: Tx, userId: number, device: string | null): Promise<string>;
  /** Ends the live session; requests with its token get `code` from then on. False when there is none. */
  end(mobile: Msisdn, code: EndCode): Promise<boolean>;
  /** Ends the session of this token; requests with it get `notLoggedIn` from then on. A session that ended before keeps its code; an unknown token is ignored. */
  logOut(token: string): Promise<void>;
  /** Deletes sessions that are long over; their tokens are unknown from then on. @returns how many. */
  deleteExpired(): Promise<number>;
}

/** How long an ended session is kept after its token expired, so that the app can show why it ended. */
const REASON_KEPT_FOR = 30 * DAY;

export function createSessions(store: Store, clock: Clock, tokenDays: number): Sessions {
  const endLive = async (db: Db | Tx, userId: number, code: EndCode): Promise<boolean> => {
    const done = await db
      .updateTable('session')
      .set({ ended_at: clock.now(), end_code: code })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return done.numUpdatedRows > 0n;
  };

  /** The first device of an account is trusted at once: nobody else can have been signed in before it. */
  const seenOn = async (tx: Tx, userId: number, device: string): Promise<void> => {
    const now = clock.now();
    const isFirst = !(await tx.selectFrom('account_device').select('user_id').where('user_id', '=', userId).executeTakeFirst());
    await tx
      .insertInto('account_device')
      .values({ user_id: userId, device_mac: device, first_seen: now, last_seen: now, trusted_at: isFirst ? now : null })
      .onConflict((c) => c.columns(['user_id', 'device_mac']).doUpdateSet({ last_seen: now }))
      .execute();
  };

  return {
    async authenticate(authorization) {
      if (!authorization) throw ended(CODE.notLoggedIn);
      const token = /^Bearer (\S+)$/.exec(authorization)?.[1];
      if (!token) throw ended(CODE.tokenInvalid);
      const session = await store.db
        .selectFrom('session')
        .select(['user_id', 'expires_at', 'end_code'])
        .where('token_hash', '=', tokenHash(token))
        .executeTakeFirst();
      if (!session) throw ended(CODE.tokenInvalid);
      if (isEndCode(session.end_code)) throw ended(session.end_code);
      if (session.expires_at <= clock.now()) throw ended(CODE.tokenExpired);
      return session.user_id;
    },

    async grant(tx, userId, device) {
      // This lock serialises two phones that log in at once; the later session stays.
      await tx.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute();
      await endLive(tx, userId, CODE.loggedInElsewhere);
      const token = randomBytes(32).toString('base64url');
      const now = clock.now();
      await tx
        .insertInto('session')
        .values({
          token_hash: tokenHash(token),
          user_id: userId,
          created_at: now,
          expires_at: now + tokenDays * DAY,
          ended_at: null,
          end_code: null,
          device_mac: device,
        })
        .execute();
      if (device !== null) await seenOn(tx, userId, device);
      return token;
    },

    async logOut(token) {
      await store.db
        .updateTable('session')
        .set({ ended_at: clock.now(), end_code: CODE.notLoggedIn })
        .where('token_hash', '=', tokenHash(token))
        .where('ended_at', 'is', null)
        .execute();
    },

    async deleteExpired() {
      const done = await store.db
        .deleteFrom('session')
        .where('expires_at', '<=', clock.now() - REASON_KEPT_FOR)
        .executeTakeFirst();
      return Number(done.numDeletedRows);
    },

    async end(mobile, code) {
      const user = await store.db.selectFrom('app_user').select('id').where('msisdn', '=', mobile).executeTakeFirst();
      return user !== undefined && (await endLive(store.db, user.id, code));
    },
  };
}
