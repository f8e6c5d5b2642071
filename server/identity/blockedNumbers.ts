/**
 * Numbers that a person has blocked: they cannot sign in, apply or draw, even with a new account. The number is stored as a keyed
 * hash. The log of the desk says who blocked which case, and why. A loan of a blocked number is repaid at the paybill.
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
  /** Whether the number is blocked, as an SQL condition, so that the check needs no statement of its own. */
  blockOf(mobile: Msisdn): RawBuilder<boolean>;
  /** The refusal numberBlocked. Its text says how to repay a loan and whom to ask. */
  refusal(): Refusal;
  /** Blocks a number and ends its sessions. @returns false: the number was blocked before. */
  block(tx: Tx, mobile: Msisdn): Promise<boolean>;
  /** @returns false: the number was not blocked. */
  unblock(tx: Tx, mobile: Msisdn): Promise<boolean>;
  /** @throws Refusal {@link refusal} for a blocked number. */
  refuse(db: Db, mobile: Msisdn): Promise<void>;
}

/** @param reach contacts of the lender for the refusal. @property phone null: the lender has none. */
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
