/** Reasons of a referral, in words for clerks. The borrower's words are in `server/books/reasonTexts.ts`. */
import type { ReferralReason } from '#src/market/decision.ts';

const WORDS: Readonly<Record<ReferralReason, string>> = {
  history: 'The credit history shows several signs of risk.',
  bureau: 'A credit bureau (CRB) lists the borrower.',
  income: 'The instalments are large for the income that was given.',
  employment: 'The borrower has no regular work.',
  identity: 'The card or the face was not recognised for certain, or the card differs from what was typed.',
  photosUnread: 'No reader has judged the photos: compare the card with what was typed, and the face with the card.',
  idNumber: 'Another account uses the same ID number.',
  account: 'M-PESA names another holder of the account for the money; approving accepts that.',
  incomplete: 'Work or income is not known, so the rules cannot decide.',
};

/** @returns null for a reason that this release does not know. */
export const referralWords = (reason: string): string | null => (Object.hasOwn(WORDS, reason) ? WORDS[reason as ReferralReason] : null);
