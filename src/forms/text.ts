/** What typing leaves in a field, and how a number is written. Pure functions on text. */
import type { Language } from '#machines/context.ts';
import { daysInMonth, fromDayMonthYear, type CalendarDate } from '#machines/model/calendar.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import { formatDate } from '#src/i18n/dates.ts';
import { LIMITS } from '#src/market/limits.ts';
import type { Market } from '#src/market/market.ts';

/**
 * Control characters, marks that turn the direction of text, and characters that show nothing, such as the Hangul filler,
 * which is a letter, and the empty braille cell. None of them belongs into a stored value: a name with one looks like another name.
 */
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\uFFF9-\uFFFB]/gu;

export const hasUnseen = (text: string): boolean => text.replace(UNSEEN, '') !== text;

/** Accents and other marks on a letter. */
const MARKS = /\p{M}/gu;

/** Half of a character outside the basic plane: what is left when text is cut in its middle. */
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

const wholeCharacters = (text: string): string => text.replace(LONE_SURROGATE, '');

/** The first `max` UTF-16 units, never half a character. */
export const cut = (text: string, max: number): string => wholeCharacters(text.slice(0, max));

/** Free text on one line. Keeps a trailing space, so that the next word can be typed. */
export const line =
  (max: number) =>
  (text: string): string => {
    const seen = cut(text, 4 * max)
      .replace(/\s/g, ' ')
      .replace(UNSEEN, '');
    return cut(seen.replace(/ {2,}/g, ' ').replace(/^ /, ''), max);
  };

/** What a phone book or a person calls someone. */
export const contactLine = line(LIMITS.contactName.max);

export const onlyDigits = (text: string): string => text.replace(/\D/g, '');

const CODE_ALONE = new RegExp(`(?<!\\d)\\d{${LIMITS.verificationCode}}(?!\\d)`);

/**
 * The digits of a one-time code in what was typed or pasted: of a whole message the run of exactly six, else the first
 * six digits.
 */
export const codeDigits = (text: string): string => CODE_ALONE.exec(text)?.[0] ?? onlyDigits(text).slice(0, LIMITS.verificationCode);

export const isNameLetter = (letter: string, market: Market): boolean =>
  /^[A-Za-z]$/.test(letter) || (letter.length === 1 && market.nameExtras.includes(letter));

/** A letter without its marks: É becomes E, ũ becomes u. A letter that names may have in this market stays as it is. */
const baseLetter = (letter: string, market: Market): string =>
  isNameLetter(letter, market) ? letter : letter.normalize('NFD').replace(MARKS, '');

export const nameLetters = (text: string, market: Market): string =>
  Array.from(text.slice(0, 4 * LIMITS.name.max).normalize('NFC'))
    .map((letter) => baseLetter(letter, market))
    .filter((letter) => isNameLetter(letter, market))
    .join('')
    .slice(0, LIMITS.name.max);

/**
 * The characters that the field removed, for its note: each once, blanks by name; empty when no visible one was removed.
 * @param keeps whether the field keeps this character, or its base letter, in another place, as it does the blank between
 * two words.
 */
export const removedFrom = (typed: string, kept: string, keeps: (character: string) => boolean = () => false): string => {
  const rest = [...cut(typed, 200)].filter((c) => !kept.includes(c) && !keeps(c) && c.replace(UNSEEN, '').replace(MARKS, '') !== '');
  return rest
    .filter((c, i) => rest.indexOf(c) === i)
    .slice(0, 8)
    .map((c) => (/\s/.test(c) ? '␣' : c))
    .join(' ');
};

/** More digits than any spelling of a Kenyan number: what is cut to this length is never taken for one. */
const TOO_MANY_DIGITS = 16;

/**
 * A number that is too long. The one digit typed after a complete number is dropped; a pasted number stays as it is,
 * so that the rule refuses it where the borrower sees it, and no other number is made of it.
 */
export const keptDigits = (digits: string, max: number, isComplete: RegExp): string =>
  digits.slice(0, digits.length === max + 1 && isComplete.test(digits) ? max : TOO_MANY_DIGITS);

const MOBILE_START = /^0?[17]/;

/** Nine digits without the 0: what stands behind a fixed +254. Any pasted form becomes that. */
export const localDigits = (text: string): string => {
  const known = toMsisdn(onlyDigits(text));
  return known === null ? keptDigits(onlyDigits(text).replace(/^0+/, ''), LIMITS.phone.digits, MOBILE_START) : known.slice(3);
};

/** A mobile number or a landline without its country code and its leading 0: what stands behind a fixed +254. */
export const landlineDigits = (text: string): string => {
  const digits = onlyDigits(text.replace(/^\s*(?:\+|00)?254/, ''));
  const local = digits.replace(/^0+/, '');
  // What is too long for any number stays as it is, for the rule to refuse.
  return local.length > LIMITS.phone.digits + 1 ? digits.slice(0, TOO_MANY_DIGITS) : keptDigits(local, LIMITS.phone.digits, /^[1-7]/);
};

/** A known number without its country code, where one was written. */
const withoutCountry = (text: string): string | null => {
  const known = toMsisdn(onlyDigits(text));
  return known !== null && onlyDigits(text).length > LIMITS.phone.digitsWithZero ? known.slice(3) : null;
};

/** A contact's number as typed: ten digits where it starts with 0, else nine. */
export const contactDigits = (text: string): string => {
  const digits = onlyDigits(text);
  const max = digits.charAt(0) === '0' ? LIMITS.phone.digitsWithZero : LIMITS.phone.digits;
  return withoutCountry(text) ?? keptDigits(digits, max, MOBILE_START);
};

/** A number from the phone book: one known prefix goes, then everything but digits. Reading 11. */
export const fromPhoneBook = (text: string, market: Market): string => {
  const tidy = text.replace(/[\s().\-\u00A0]/g, '').replace(/^00(?=2[35]4)/, '+');
  const prefix = market.contactPrefixes.find((p) => tidy.slice(0, p.length) === p) ?? '';
  const rest = tidy.slice(prefix.length);
  return withoutCountry(rest) ?? onlyDigits(rest).slice(0, TOO_MANY_DIGITS);
};

/**
 * A contact's number as typed or pasted. With another country's prefix it is read as the phone book's would be. A whole
 * number is shown one way, however it was written: nine digits behind the fixed +254.
 */
export const typedContact = (text: string, market: Market): string => {
  const digits = onlyDigits(text);
  const isShort = digits.length <= LIMITS.phone.digitsWithZero || MOBILE_START.test(digits);
  const picked = isShort ? '' : fromPhoneBook(cut(text, 100), market);
  const kept = toMsisdn(picked) === null ? contactDigits(text) : picked;
  return toMsisdn(kept)?.slice(3) ?? kept;
};

/** `1234-5678901-2345678`, with a dash after the given digits where more follow. */
export const dashed = (digits: string, after: readonly number[]): string =>
  [...digits].map((d, i) => (after.includes(i) ? `-${d}` : d)).join('');

/** `MM/YY` while it is typed. */
export const monthYear = (text: string): string => {
  const digits = onlyDigits(text).slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
};

/** @param month `YYYY-MM` */
export const lastDayOfMonth = (month: string): CalendarDate =>
  `${month}-${String(daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5)))).padStart(2, '0')}`;

/** `15-03-1992` as "15 Mar 1992"; empty for what is no date. */
export const showDate = (dayMonthYear: string, language: Language): string => {
  const date = fromDayMonthYear(dayMonthYear);
  return date === null ? '' : formatDate(language, date);
};
