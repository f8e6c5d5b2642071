/**
 * Devices that may move a borrower's money without a code. The first device of an account is trusted when it signs in
 * (`sessionTokens.ts`); any other one is trusted once a code for drawing was right on it.
 */
import { DAY } from '#machines/model/calendar.ts';
import type { Db, Tx } from '#server/store/store.ts';

/** A session counts as the borrower's own act for this long after signing in. */
const FRESH_FOR = DAY;

/**
 * Whether this device is trusted and the borrower signed in on it within a day. A stolen token fails on any other device.
 * @param device hash of the installation's id as the request carries it; null when it carries none.
 */
export async function isFreshOnTrustedDevice(db: Db, userId: number, device: string | null, now: number): Promise<boolean> {
  if (device === null) return false;
  const session = await db
    .selectFrom('session')
    .innerJoin('account_device', (on) =>
      on.onRef('account_device.user_id', '=', 'session.user_id').onRef('account_device.device_mac', '=', 'session.device_mac'),
    )
    .select('session.created_at')
    .where('session.user_id', '=', userId)
    .where('session.device_mac', '=', device)
    .where('session.ended_at', 'is', null)
    .where('session.created_at', '>', now - FRESH_FOR)
    .where('account_device.trusted_at', 'is not', null)
    .executeTakeFirst();
  return session !== undefined;
}

/** @returns false when it was trusted before. */
export async function trustDevice(tx: Tx, userId: number, device: string, now: number): Promise<boolean> {
  const done = await tx
    .insertInto('account_device')
    .values({ user_id: userId, device_mac: device, first_seen: now, last_seen: now, trusted_at: now })
    .onConflict((c) =>
      c.columns(['user_id', 'device_mac']).doUpdateSet({ last_seen: now, trusted_at: now }).where('account_device.trusted_at', 'is', null),
    )
    .executeTakeFirst();
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
