/**
 * A number whose application was rejected must wait, even if its account is closed meanwhile. Its ID number must wait too,
 * because a new phone number is easy to get. Stored are keyed hashes, and the first day on which they may apply again.
 */
import type { CalendarDate } from '#machines/model/calendar.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
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

/** Stores the hashes of the ID numbers that a borrower claims, before the borrower is erased. */
export async function holdIds(tx: Tx, userId: number, until: CalendarDate): Promise<void> {
  const claims = await tx.selectFrom('id_claim').select('id_mac').where('user_id', '=', userId).execute();
  for (const { id_mac: number_mac } of claims)
    await tx
      .insertInto('held_number')
      .values({ number_mac, until })
      .onConflict((conflict) => conflict.column('number_mac').doUpdateSet({ until }))
      .execute();
}

/** Stores the first day in the new account of the number, and deletes the hash. */
export async function transferHold(tx: Tx, secret: Secret, { id, mobile }: { id: number; mobile: Msisdn }): Promise<void> {
  const held = await tx.deleteFrom('held_number').where('number_mac', '=', macOf(secret, mobile)).returning('until').executeTakeFirst();
  if (held) await tx.updateTable('app_user').set({ reapply_on: held.until }).where('id', '=', id).execute();
}

/** Deletes hashes whose day has passed. @returns the number of deleted hashes. */
export async function deleteExpiredHolds(db: Db, today: CalendarDate): Promise<number> {
  const done = await db.deleteFrom('held_number').where('until', '<=', today).executeTakeFirst();
  return Number(done.numDeletedRows);
}
