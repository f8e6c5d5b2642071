/** The devices that an account was signed in on. */
import { DAY, HOUR, type Instant } from '#machines/model/calendar.ts';
import type { SignedInDevice } from '#machines/model/device.ts';
import { NO_DEVICE_ID } from '#server/store/sessionRows.ts';
import type { Db, Tx } from '#server/store/store.ts';

/** The time of the last use is stored again after this; a session writes it at most so often. */
export const SEEN_EVERY = HOUR;

/** A device that was not used for so long is forgotten. A sign-in on it is then one on a new device. */
export const DEVICES_KEPT = 365 * DAY;

/** What a phone says of itself at sign-in. Nothing relies on it. */
export interface DeviceSaid {
  /** Hash of the installation's id; null when it sent none. */
  device: string | null;
  /** For the owner of the account, to recognise it; '' when the phone says nothing. */
  deviceName: string;
}

/**
 * Notes a sign-in.
 * @param isTrusted whether a device that is new is trusted at once: at registration, before which nobody was signed in.
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

/** The device that was used last comes first. `isThis`: the device with the live session, which is the caller's. */
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

/** Forgets one device, and with it the trust in it. An unknown one is ignored. */
export async function deleteDevice(tx: Tx, userId: number, id: string): Promise<void> {
  await tx.deleteFrom('account_device').where('user_id', '=', userId).where('device_mac', '=', id).execute();
}

/** No device of the account is trusted any more. */
export async function distrustDevices(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('account_device').set({ trusted_at: null }).where('user_id', '=', userId).execute();
}

/** @returns how many. */
export async function deleteUnusedDevices(db: Db, now: Instant): Promise<number> {
  const done = await db
    .deleteFrom('account_device')
    .where('last_seen', '<=', now - DEVICES_KEPT)
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}
