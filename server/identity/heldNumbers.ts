/**
 * A number whose application was rejected must wait, also when its account is closed in between.
 * What is kept is a keyed hash of the number, and the first day on which it may apply again.
 */
import type { CalendarDate } from '#machines/model/calendar.ts';
import type { Msisdn } from '#machines/model/phone.ts';
import type { Db, Tx } from '#server/store/store.ts';
import type { Secret } from '#server/store/secret.ts';

const macOf = (secret: Secret, msisdn: Msisdn): string => secret.mac('number', msisdn).toString('hex');

/** Stores the hash before a borrower is erased. */
export async function holdNumber(tx: Tx, secret: Secret, msisdn: Msisdn, until: CalendarDate): Promise<void> {
  await tx
    .insertInto('held_number')
    .values({ number_mac: macOf(secret, msisdn), until })
    .onConflict((conflict) => conflict.column('number_mac').doUpdateSet({ until }))
    .execute();
}

/** Moves the day to the new account of the number, and deletes the hash. */
export async function transferHold(tx: Tx, secret: Secret, { id, mobile }: { id: number; mobile: Msisdn }): Promise<void> {
  const held = await tx.deleteFrom('held_number').where('number_mac', '=', macOf(secret, mobile)).returning('until').executeTakeFirst();
  if (held) await tx.updateTable('app_user').set({ reapply_on: held.until }).where('id', '=', id).execute();
}

/** Deletes hashes whose day has passed. @returns how many. */
export async function deleteExpiredHolds(db: Db, today: CalendarDate): Promise<number> {
  const done = await db.deleteFrom('held_number').where('until', '<=', today).executeTakeFirst();
  return Number(done.numDeletedRows);
}
