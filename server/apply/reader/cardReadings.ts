/** Stored readings of identity cards, compared with what the borrower entered. */
import type { Values } from '#machines/model/application.ts';
import { differingFields, type IdentityCheck, type PhotoVerdict } from '#machines/model/identityCheck.ts';
import { encryptValue, decryptValue } from '#server/store/rowEncryption.ts';
import type { StoredSide } from '#server/store/schema/index.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { compareCard } from './compareCard.ts';
import type { IdCard } from './photoReader.ts';

export async function forgetReading(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('card_reading').where('user_id', '=', userId).execute();
}

/** @param card null: the reader had no answer; undefined: no reader was used. Then an older reading is deleted with its photo. */
export async function keepReading(
  tx: Tx,
  { userId, orderId, card, at }: { userId: number; orderId: number; card: IdCard | null | undefined; at: number },
): Promise<void> {
  if (card === undefined) {
    await forgetReading(tx, userId);
    return;
  }
  const row = {
    order_id: orderId,
    sealed: card && encryptValue(tx, 'card_reading.sealed', [userId], card),
    read_at: at,
  };
  await tx
    .insertInto('card_reading')
    .values({ user_id: userId, ...row })
    .onConflict((c) => c.column('user_id').doUpdateSet(row))
    .execute();
}

/** null: the reader had no answer; undefined: no reader was used. */
async function storedReading(db: Db, userId: number): Promise<IdCard | null | undefined> {
  const row = await db.selectFrom('card_reading').select('sealed').where('user_id', '=', userId).executeTakeFirst();
  return row && row.sealed && decryptValue<IdCard>(db, 'card_reading.sealed', [userId], row.sealed);
}

/** Null when the card was not read. */
export const readCardOf = async (db: Db, userId: number): Promise<IdCard | null> => (await storedReading(db, userId)) ?? null;

/** Compares card and form on every call, because the borrower may have corrected the form. */
export async function checkIdentity(db: Db, userId: number, personal: Values): Promise<IdentityCheck> {
  const card = await storedReading(db, userId);
  const judged = await db.selectFrom('photo').select(['side', 'verdict']).where('user_id', '=', userId).execute();
  const verdictOf = (side: StoredSide): PhotoVerdict => judged.find((photo) => photo.side === side)?.verdict ?? 'none';
  const face = verdictOf('face');
  return {
    card: card ? { is: 'read', lines: compareCard(card, personal) } : { is: card === null ? 'unread' : 'none' },
    back: { is: verdictOf('back') },
    // Combines the verdicts on both photos of the face.
    face: { is: verdictOf('turned') === 'undecided' ? 'undecided' : face },
  };
}

/** Whether the values of the stored card agree with the form. */
export async function isCardProved(db: Db, userId: number, personal: Values): Promise<boolean> {
  const card = await storedReading(db, userId);
  return card != null && differingFields(compareCard(card, personal)).length === 0;
}
