/** Stored readings of identity cards, compared with what the borrower entered. */
import type { Values } from '#machines/model/application.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { differences, type CardField } from './compareCard.ts';
import type { IdCard } from './cardReader.ts';

/**
 * `notAsked`: no reader is configured, or there is no front yet. `unread`: the reader had no answer.
 * Both `unread` and `differs` need a person; neither stops the borrower.
 */
export type IdentityCheck = { is: 'notAsked' | 'unread' | 'matches' } | { is: 'differs'; fields: CardField[] };

type StoredReading = { [K in keyof IdCard]: IdCard[K] | null };

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
    number: card?.number ?? null,
    name: card?.name ?? null,
    birthday: card?.birthday ?? null,
    read_at: at,
  };
  await tx
    .insertInto('card_reading')
    .values({ user_id: userId, ...row })
    .onConflict((c) => c.column('user_id').doUpdateSet(row))
    .execute();
}

const storedReading = (db: Db, userId: number): Promise<StoredReading | undefined> =>
  db.selectFrom('card_reading').select(['number', 'name', 'birthday']).where('user_id', '=', userId).executeTakeFirst();

const whole = ({ number, name, birthday }: StoredReading): IdCard | null =>
  number !== null && name !== null && birthday !== null ? { number, name, birthday } : null;

/** Null when the card was not read. */
export async function readCardOf(db: Db, userId: number): Promise<IdCard | null> {
  const stored = await storedReading(db, userId);
  return stored ? whole(stored) : null;
}

/** Computed on every read: the borrower may have corrected the form since. */
export function checkIdentity(stored: StoredReading | undefined, personal: Values): IdentityCheck {
  if (!stored) return { is: 'notAsked' };
  const card = whole(stored);
  if (!card) return { is: 'unread' };
  const fields = differences(card, personal);
  return fields.length > 0 ? { is: 'differs', fields } : { is: 'matches' };
}

/** Whether a person has to approve instead of the rules. */
export async function needsPerson(db: Db, userId: number, personal: Values): Promise<boolean> {
  const { is } = checkIdentity(await storedReading(db, userId), personal);
  return is === 'unread' || is === 'differs';
}
