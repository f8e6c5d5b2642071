/** Sign-ins and registrations between their two halves. The browser keeps a token in a cookie, the database the token's hash. */
import { randomBytes } from 'node:crypto';
import { MINUTE } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store, Tx } from '#server/store/store.ts';
import { tokenHash } from '#server/store/tokenHash.ts';

export interface Challenge {
  purpose: 'code' | 'passkey' | 'registration';
  /** null: the member of staff is not known yet. */
  staffId: string | null;
  /** The challenge that an authenticator has to sign; null: the second half is a code. */
  challenge: string | null;
}

export interface Challenges {
  /** @returns the token for the cookie. */
  begin(challenge: Challenge): Promise<string>;
  /** Counts a try. @returns null: there is no such challenge, it has expired, or it was tried too often. */
  attempt(token: string | null, purpose: Challenge['purpose']): Promise<Challenge | null>;
  /** Uses up a challenge. @returns false: it was used before. */
  use(tx: Tx, token: string): Promise<boolean>;
  deleteExpired(): Promise<number>;
}

const LASTS = 5 * MINUTE;

/** Most tries of one challenge. */
const TRIES = 5;

export function createChallenges(store: Store, clock: Clock): Challenges {
  return {
    async begin({ purpose, staffId, challenge }) {
      const token = randomBytes(32).toString('base64url');
      await store.db
        .insertInto('staff_challenge')
        .values({ token_hash: tokenHash(token, null), purpose, staff_id: staffId, challenge, expires_at: clock.now() + LASTS })
        .execute();
      return token;
    },
    async attempt(token, purpose) {
      if (token === null) return null;
      const row = await store.db
        .updateTable('staff_challenge')
        .set((columns) => ({ tries: columns('tries', '+', 1) }))
        .where('token_hash', '=', tokenHash(token, null))
        .where('purpose', '=', purpose)
        .where('expires_at', '>', clock.now())
        .where('tries', '<', TRIES)
        .returning(['staff_id', 'challenge'])
        .executeTakeFirst();
      return row ? { purpose, staffId: row.staff_id, challenge: row.challenge } : null;
    },
    async use(tx, token) {
      const done = await tx.deleteFrom('staff_challenge').where('token_hash', '=', tokenHash(token, null)).executeTakeFirst();
      return Number(done.numDeletedRows) > 0;
    },
    async deleteExpired() {
      const done = await store.db.deleteFrom('staff_challenge').where('expires_at', '<=', clock.now()).executeTakeFirst();
      return Number(done.numDeletedRows);
    },
  };
}
