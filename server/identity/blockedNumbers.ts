/**
 * Numbers that a person has blocked: they cannot sign in, apply or draw, also with a new account. What is kept is a keyed
 * hash; the log of the desk says who blocked which case, and why. A loan of a blocked number is repaid at the paybill.
 */
import { sql, type RawBuilder } from 'kysely';
import { CODE } from '#machines/model/codes.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Secret } from '#server/store/secret.ts';
import type { Db, Tx } from '#server/store/store.ts';

export interface BlockedNumbers {
  isBlocked(db: Db, mobile: Msisdn): Promise<boolean>;
  /** The same as a condition, for a statement that is sent anyway. */
  blockOf(mobile: Msisdn): RawBuilder<boolean>;
  /** numberBlocked, which says how a loan is repaid and who answers questions. */
  refusal(): Refusal;
  /** Ends the sessions of the number too. @returns false: it was blocked before. */
  block(tx: Tx, mobile: Msisdn): Promise<boolean>;
  /** @returns false: it was not blocked. */
  unblock(tx: Tx, mobile: Msisdn): Promise<boolean>;
  /** @throws Refusal {@link refusal}. */
  refuse(db: Db, mobile: Msisdn): Promise<void>;
}

/** @param reach as the refusal names it. @property phone null: the lender has none. */
export function createBlockedNumbers(
  secret: Secret,
  clock: Clock,
  { paybill, phone, email }: { paybill: string; phone: string | null; email: string },
): BlockedNumbers {
  const reach = { paybill, contact: [phone, email].filter((one) => one !== null).join(', ') };
  const macOf = (mobile: Msisdn): string => secret.mac('number', `blocked ${mobile}`).toString('hex');
  const isBlocked = async (db: Db, mobile: Msisdn): Promise<boolean> =>
    (await db.selectFrom('blocked_number').select('at').where('number_mac', '=', macOf(mobile)).executeTakeFirst()) !== undefined;
  const refusal = (): Refusal => new Refusal(CODE.numberBlocked, 'lender.numberBlocked', reach);
  return {
    isBlocked,
    blockOf: (mobile) => sql<boolean>`exists (select 1 from blocked_number where number_mac = ${macOf(mobile)})`,
    refusal,
    async block(tx, mobile) {
      const done = await tx
        .insertInto('blocked_number')
        .values({ number_mac: macOf(mobile), at: clock.now() })
        .onConflict((c) => c.doNothing())
        .returning('at')
        .executeTakeFirst();
      await tx
        .updateTable('session')
        .set({ ended_at: clock.now(), end_code: CODE.notLoggedIn })
        .where('user_id', 'in', (user) => user.selectFrom('app_user').select('id').where('msisdn', '=', mobile))
        .where('ended_at', 'is', null)
        .execute();
      return done !== undefined;
    },
    unblock: async (tx, mobile) =>
      (await tx.deleteFrom('blocked_number').where('number_mac', '=', macOf(mobile)).returning('at').executeTakeFirst()) !== undefined,
    async refuse(db, mobile) {
      if (await isBlocked(db, mobile)) throw refusal();
    },
  };
}
