/**
 * A number whose application was turned down waits for its day, whether its account was closed in between or not.
 * What stays meanwhile is a hash that only this server can make, and that day.
 */
import type { CalendarDate } from '#machines/model/calendar.ts';
import type { Msisdn } from '#machines/model/phone.ts';
import type { Db, Tx } from '#server/store/store.ts';
import type { Secret } from '#server/store/secret.ts';

const macOf = (secret: Secret, msisdn: Msisdn): string => secret.mac('number', msisdn).toString('hex');

/** Of a borrower who is about to be erased. */
export async function holdNumber(tx: Tx, secret: Secret, msisdn: Msisdn, until: CalendarDate): Promise<void> {
  await tx
    .insertInto('held_number')
    .values({ number_mac: macOf(secret, msisdn), until })
    .onConflict((conflict) => conflict.column('number_mac').doUpdateSet({ until }))
    .execute();
}

/** The day goes over to the account that was opened again, and the hash is gone. */
export async function takeOver(tx: Tx, secret: Secret, { id, mobile }: { id: number; mobile: Msisdn }): Promise<void> {
  const held = await tx.deleteFrom('held_number').where('number_mac', '=', macOf(secret, mobile)).returning('until').executeTakeFirst();
  if (held) await tx.updateTable('app_user').set({ reapply_on: held.until }).where('id', '=', id).execute();
}

/** @returns how many numbers' day has come. */
export async function deleteExpiredHolds(db: Db, today: CalendarDate): Promise<number> {
  const done = await db.deleteFrom('held_number').where('until', '<=', today).executeTakeFirst();
  return Number(done.numDeletedRows);
}
