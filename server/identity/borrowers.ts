/** Accounts of borrowers, and the consents that opened them. */
import { CODE } from '#machines/model/codes.ts';
import type { Language } from '#machines/model/device.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Db, Store, Tx } from '#server/store/store.ts';
import { transferHold } from './heldNumbers.ts';
import type { Secret } from '#server/store/secret.ts';

/** The version of the terms of service and the privacy policy that the app shows. Raise it when their text changes. */
export const TERMS_VERSION = '2026-01';

export interface Borrower {
  id: number;
  mobile: Msisdn;
}

export interface Borrowers {
  find(mobile: Msisdn): Promise<Borrower | null>;
  /**
   * Opens an account and records the acceptance of the terms.
   * @param channelId channel of the promotion through which the borrower came.
   * @throws Refusal mobileExists.
   */
  register(tx: Tx, mobile: Msisdn, channelId: string | null): Promise<Borrower>;
}

/** Stores the language for future texts to the borrower. */
export async function noteLanguage(db: Db, userId: number, language: Language): Promise<void> {
  await db.updateTable('app_user').set({ language }).where('id', '=', userId).execute();
}

export function createBorrowers(store: Store, clock: Clock, secret: Secret): Borrowers {
  return {
    async find(mobile) {
      const user = await store.db.selectFrom('app_user').select('id').where('msisdn', '=', mobile).executeTakeFirst();
      return user ? { id: user.id, mobile } : null;
    },
    async register(tx, mobile, channelId) {
      const now = clock.now();
      const user = await tx
        .insertInto('app_user')
        .values({ msisdn: mobile, created_at: now, channel_id: channelId })
        .onConflict((conflict) => conflict.column('msisdn').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!user) throw new Refusal(CODE.mobileExists, 'mobileExists');
      await transferHold(tx, secret, { id: user.id, mobile });
      await tx.insertInto('terms_acceptance').values({ user_id: user.id, terms_version: TERMS_VERSION, at: now }).execute();
      return { id: user.id, mobile };
    },
  };
}
