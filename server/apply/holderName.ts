/** Whether a payout number is held by the borrower, as far as the rail has named its holder. */
import type { Values } from '#machines/model/application.ts';
import type { Db } from '#server/store/store.ts';
import { savedSection, type KeptAccount } from './applicant.ts';
import { readCardOf } from './reader/cardReadings.ts';
import { isSameWord, wordsOf } from './reader/compareCard.ts';
import { optionalValue } from './sectionValues.ts';

/**
 * A clear difference: no word that the rail tells is a word of the borrower's names. One shared word is enough, because
 * M-PESA and the identity card may know different names of the same person. The rail may hide letters behind asterisks;
 * such a word says nothing.
 * @param card name on the identity card; null where it was not read.
 */
export function isOtherName(railName: string, personal: Values, card: string | null): boolean {
  const known = railName.split(/\s+/).filter((word) => !word.includes('*'));
  const words = wordsOf(known.join(' ')).filter((word) => word.length > 1);
  const typed = ['firstName', 'middleName', 'lastName'].map((field) => optionalValue(personal, field));
  const names = wordsOf([...typed, card ?? ''].join(' '));
  return words.length > 0 && names.length > 0 && !words.some((word) => names.some((name) => isSameWord(word, name)));
}

/** The holder whom the rail names, if that is somebody else than this borrower. @param railName null: it names nobody. */
export async function otherHolder(db: Db, userId: number, railName: string | null): Promise<string | null> {
  if (railName === null) return null;
  const personal = (await savedSection(db, userId, 'personalInfo'))?.values ?? {};
  return isOtherName(railName, personal, (await readCardOf(db, userId))?.name ?? null) ? railName : null;
}

/** The other holder because of whom a payout to this account waits for a person's decision; null: it does not wait. */
export const payoutHeldFor = async (db: Db, account: KeptAccount | undefined): Promise<string | null> =>
  account === undefined || account.name_accepted_at !== null ? null : otherHolder(db, account.user_id, account.railName ?? null);
