/**
 * Devices on which a borrower may draw without a code. The first device of an account is trusted when it signs in
 * (`sessionTokens.ts`). Any other device is trusted after a right code for drawing was typed on it.
 */
import { sql, type RawBuilder } from 'kysely';
import { DAY } from '#machines/model/calendar.ts';
import type { Tx } from '#server/store/store.ts';

/** A session counts as the borrower's own act for this long after signing in. */
const FRESH_FOR = DAY;

/**
 * The condition that this device is trusted and the borrower has signed in on it within a day. So a stolen token does not allow
 * to draw on another device.
 * @param device hash of the installation's id in the request; null when the request has none.
 */
export const isFreshOnTrustedDevice = (userId: number, device: string | null, now: number): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from session s join account_device d on d.user_id = s.user_id and d.device_mac = s.device_mac
  where s.user_id = ${userId} and s.device_mac = ${device} and s.ended_at is null and s.created_at > ${now - FRESH_FOR}
    and d.trusted_at is not null)`;

/** @returns false when the device was trusted before. */
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
