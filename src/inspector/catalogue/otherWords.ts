/** Synonyms for the search: words that a person types and that differ from the words of the timeline. */

/** Patterns of the timeline's sentences, each with its synonyms. */
const SYNONYMS: readonly (readonly [pattern: RegExp, also: string])[] = [
  [/no answer came|the phone is offline|went offline/, 'no internet, no connection, no network'],
  [/the photo could not be (read|used)/, 'bad photo, blurred picture'],
  [/now being paid back|: being paid back/, 'received the money, got paid, disbursed, disbursement'],
  [/the payout failed/, 'money never arrived, disbursement failed'],
  [/a person was asked for/, 'referred, referral, manual review'],
  [/\bbeing assessed\b/, 'under review, in review, waiting for a decision'],
  [/\bis blocked\b/, 'frozen, suspended, locked out, banned'],
  [/\boverdue\b/, 'late, past due, in arrears'],
  [/the code was wrong/, 'wrong otp, wrong pin'],
  [/the session has expired|not signed in|signed in on another phone|the session is not valid/, 'logged out, signed out'],
];

/** A text in the form that is searched: in lower case, with the single words of identifiers, "M-PESA" also without the hyphen. */
export function searchable(text: string): string {
  const plain = `${text} \n ${text.replace(/([a-z0-9])([A-Z])/g, '$1 $2')}`.toLowerCase();
  const also = SYNONYMS.flatMap(([pattern, words]) => (pattern.test(plain) ? [words] : []));
  const joined = new Set(plain.match(/\b[a-z]{1,2}-[a-z]+/g)?.map((word) => word.replace('-', '')));
  return [plain, ...also, ...joined].join(' \n ');
}
