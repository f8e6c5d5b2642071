/** Stored readings of identity cards, compared with what the borrower entered. */
import type { Values } from '#machines/model/application.ts';
import { seal, unseal } from '#server/store/sealed.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { differences, type CardField } from './compareCard.ts';
import type { IdCard } from './cardReader.ts';

/**
 * `notAsked`: no reader is configured, or there is no front yet. `unread`: the reader had no answer.
 * Both `unread` and `differs` need a person; neither stops the borrower.
 */
export type IdentityCheck = { is: 'notAsked' | 'unread' | 'matches' } | { is: 'differs'; fields: CardField[] };

/** @param card null: the reader had no answer; undefined: it was not asked, and an older reading belongs to another photo. */
export async function keepReading(
  tx: Tx,
  { userId, orderId, card, at }: { userId: number; orderId: number; card: IdCard | null | undefined; at: number },
): Promise<void> {
  if (card === undefined) {
    await tx.deleteFrom('card_reading').where('user_id', '=', userId).execute();
    return;
  }
  const row = {
    order_id: orderId,
    sealed: card && seal(tx, 'card_reading.sealed', [userId], card),
    read_at: at,
  };
  await tx
    .insertInto('card_reading')
    .values({ user_id: userId, ...row })
    .onConflict((c) => c.column('user_id').doUpdateSet(row))
    .execute();
}

/** null: the reader had no answer; undefined: it was not asked. */
async function storedReading(db: Db, userId: number): Promise<IdCard | null | undefined> {
  const row = await db.selectFrom('card_reading').select('sealed').where('user_id', '=', userId).executeTakeFirst();
  return row && row.sealed && unseal<IdCard>(db, 'card_reading.sealed', [userId], row.sealed);
}

/** Null when the card was not read. */
export const readCardOf = async (db: Db, userId: number): Promise<IdCard | null> => (await storedReading(db, userId)) ?? null;

/** Computed on every read: the borrower may have corrected the form since. */
export async function checkIdentity(db: Db, userId: number, personal: Values): Promise<IdentityCheck> {
  const card = await storedReading(db, userId);
  if (card === undefined) return { is: 'notAsked' };
  if (card === null) return { is: 'unread' };
  const fields = differences(card, personal);
  return fields.length > 0 ? { is: 'differs', fields } : { is: 'matches' };
}
