/** The devices that an account was signed in on. */
import { DAY, HOUR, type Instant } from '#machines/model/calendar.ts';
import type { SignedInDevice } from '#machines/model/device.ts';
import { deleteOldRows } from '#server/store/oldRows.ts';
import { NO_DEVICE_ID } from '#server/store/sessionRows.ts';
import type { Db, Tx } from '#server/store/store.ts';

/** ms after which the time of the last use is stored again, so that a session does not write it with every call. */
export const SEEN_EVERY = HOUR;

/** ms without use after which a device is deleted. A later sign-in on it counts as a sign-in on a new device. */
export const DEVICES_KEPT = 365 * DAY;

/** Data that a phone sends about itself at sign-in. They are unverified. */
export interface DeviceSaid {
  /** Hash of the installation's id; null when it sent none. */
  device: string | null;
  /** Name by which the borrower recognises the phone; '' when the phone sent none. */
  deviceName: string;
}

/**
 * Stores a sign-in.
 * @param isTrusted whether a new device is trusted at once: true at registration, because nobody was signed in before.
 * @returns whether the device is new to the account.
 */
export async function noteSignIn(
  tx: Tx,
  userId: number,
  { device, deviceName }: DeviceSaid,
  isTrusted: boolean,
  now: Instant,
): Promise<boolean> {
  const key = { user_id: userId, device_mac: device ?? NO_DEVICE_ID };
  const known = await tx
    .updateTable('account_device')
    .set({ last_seen: now, ...(deviceName === '' ? {} : { name: deviceName }) })
    .where('user_id', '=', key.user_id)
    .where('device_mac', '=', key.device_mac)
    .executeTakeFirst();
  if (known.numUpdatedRows > 0n) return device === null;
  const trusted_at = isTrusted && device !== null ? now : null;
  await tx
    .insertInto('account_device')
    .values({ ...key, name: deviceName, first_seen: now, last_seen: now, trusted_at })
    .execute();
  return true;
}

/** Stores the time of the last use, unless it was stored within {@link SEEN_EVERY}. */
export async function noteUse(db: Db, userId: number, device: string | null, now: Instant): Promise<void> {
  await db
    .updateTable('account_device')
    .set({ last_seen: now })
    .where('user_id', '=', userId)
    .where('device_mac', '=', device ?? NO_DEVICE_ID)
    .where('last_seen', '<=', now - SEEN_EVERY)
    .execute();
}

/** Devices, latest use first. `isThis`: the device of the live session, which the caller has. */
export async function listDevices(db: Db, userId: number, now: Instant): Promise<SignedInDevice[]> {
  const live = await db
    .selectFrom('session')
    .select('device_mac')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('account_device')
    .select(['device_mac', 'name', 'first_seen', 'last_seen'])
    .where('user_id', '=', userId)
    .orderBy('last_seen', 'desc')
    .orderBy('first_seen', 'desc')
    .execute();
  return rows.map(({ device_mac: id, name, first_seen, last_seen }) => ({
    id,
    name,
    firstUsedAt: first_seen,
    lastUsedAt: last_seen,
    isThis: live !== undefined && (live.device_mac ?? NO_DEVICE_ID) === id,
  }));
}

/** Deletes a device, which ends its trust. An unknown device is ignored. */
export async function deleteDevice(tx: Tx, userId: number, id: string): Promise<void> {
  await tx.deleteFrom('account_device').where('user_id', '=', userId).where('device_mac', '=', id).execute();
}

/** Ends the trust in all devices of the account. */
export async function distrustDevices(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('account_device').set({ trusted_at: null }).where('user_id', '=', userId).execute();
}

/** @returns the number of deleted devices. */
export const deleteUnusedDevices = (db: Db, now: Instant): Promise<number> =>
  deleteOldRows(db, { table: 'account_device', since: 'last_seen' }, now - DEVICES_KEPT);
