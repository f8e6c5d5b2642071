/** Whether the borrower is the holder of a payout number, if the rail has named its holder. */
import type { Values } from '#machines/model/application.ts';
import type { Db } from '#server/store/store.ts';
import { typedPersonalInfo, type KeptAccount } from './applicant.ts';
import { readCardOf } from './reader/cardReadings.ts';
import { isSameWord, wordsOf } from './reader/compareCard.ts';
import { fullName } from './sectionValues.ts';

/**
 * Whether the holder's name clearly differs: it shares no word with the borrower's names. One shared word is enough for a
 * match, because M-PESA and the identity card may have different names of one person. The rail may replace letters by
 * asterisks; words with asterisks are ignored.
 * @param card name on the identity card; null if it was not read.
 */
export function isOtherName(railName: string, personal: Values, card: string | null): boolean {
  const known = railName.split(/\s+/).filter((word) => !word.includes('*'));
  const words = wordsOf(known.join(' ')).filter((word) => word.length > 1);
  const names = wordsOf(`${fullName(personal)} ${card ?? ''}`);
  return words.length > 0 && names.length > 0 && !words.some((word) => names.some((name) => isSameWord(word, name)));
}

/** The holder's name if it is not the borrower's, else null. @param railName null: the rail names no holder. */
export async function otherHolder(db: Db, userId: number, railName: string | null): Promise<string | null> {
  if (railName === null) return null;
  const personal = await typedPersonalInfo(db, userId);
  return isOtherName(railName, personal, (await readCardOf(db, userId))?.name ?? null) ? railName : null;
}

/** The name of another holder, if a payout to this account has to wait for a person's approval; null: it need not wait. */
export const payoutHeldFor = async (db: Db, account: KeptAccount | undefined): Promise<string | null> =>
  account === undefined || account.name_accepted_at !== null ? null : otherHolder(db, account.user_id, account.railName ?? null);
