/** Sanitising of typed text, and spellings of numbers. Pure functions on text. */
import type { Language } from '#machines/context.ts';
import { daysInMonth, fromDayMonthYear, type CalendarDate } from '#machines/model/calendar.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import { formatDate } from '#src/i18n/dates.ts';
import { LIMITS } from '#src/market/limits.ts';
import type { Market } from '#src/market/market.ts';

/**
 * Control characters, marks that change the direction of text, and invisible characters, such as the Hangul filler (a letter)
 * and the empty braille cell. A stored value contains none, because a name with one looks like another name.
 */
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\uFFF9-\uFFFB]/gu;

export const hasUnseen = (text: string): boolean => text.replace(UNSEEN, '') !== text;

/** Accents and other marks on a letter. */
const MARKS = /\p{M}/gu;

/** Half of a character outside the basic plane. Cutting text within such a character leaves one. */
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

/** The name of a contact, from a phone book or typed. */
export const contactLine = line(LIMITS.contactName.max);

export const onlyDigits = (text: string): string => text.replace(/\D/g, '');

const CODE_ALONE = new RegExp(`(?<!\\d)\\d{${LIMITS.verificationCode}}(?!\\d)`);

/**
 * The digits of a one-time code in typed or pasted text: a run of exactly six digits, otherwise the first six digits. A pasted
 * message may contain other numbers.
 */
export const codeDigits = (text: string): string => CODE_ALONE.exec(text)?.[0] ?? onlyDigits(text).slice(0, LIMITS.verificationCode);

export const isNameLetter = (letter: string, market: Market): boolean =>
  /^[A-Za-z]$/.test(letter) || (letter.length === 1 && market.nameExtras.includes(letter));

/** A letter without its marks: É becomes E, ũ becomes u. Letters that the market allows in names are not changed. */
const baseLetter = (letter: string, market: Market): string =>
  isNameLetter(letter, market) ? letter : letter.normalize('NFD').replace(MARKS, '');

export const nameLetters = (text: string, market: Market): string =>
  Array.from(text.slice(0, 4 * LIMITS.name.max).normalize('NFC'))
    .map((letter) => baseLetter(letter, market))
    .filter((letter) => isNameLetter(letter, market))
    .join('')
    .slice(0, LIMITS.name.max);

/**
 * The removed characters for the note of a field: each once, a blank as "␣"; empty when no visible character was removed.
 * @param keeps whether the field keeps this character, or its base letter, at another position, such as a blank between
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

/** More digits than any spelling of a Kenyan number has, so that digits cut to this length are never read as a number. */
const TOO_MANY_DIGITS = 16;

/**
 * Handles a number that is too long. One digit typed after a complete number is dropped. A pasted number is not shortened
 * to another number, so that the borrower sees it and its error.
 */
export const keptDigits = (digits: string, max: number, isComplete: RegExp): string =>
  digits.slice(0, digits.length === max + 1 && isComplete.test(digits) ? max : TOO_MANY_DIGITS);

const MOBILE_START = /^0?[17]/;

/** The nine digits after a fixed +254, without the 0. Every pasted form is converted. */
export const localDigits = (text: string): string => {
  const known = toMsisdn(onlyDigits(text));
  return known === null ? keptDigits(onlyDigits(text).replace(/^0+/, ''), LIMITS.phone.digits, MOBILE_START) : known.slice(3);
};

/** The digits of a mobile number or landline after a fixed +254, without country code and leading 0. */
export const landlineDigits = (text: string): string => {
  const digits = onlyDigits(text.replace(/^\s*(?:\+|00)?254/, ''));
  const local = digits.replace(/^0+/, '');
  // Digits that are too many for any number are kept, so that the rule refuses them.
  return local.length > LIMITS.phone.digits + 1 ? digits.slice(0, TOO_MANY_DIGITS) : keptDigits(local, LIMITS.phone.digits, /^[1-7]/);
};

/** A valid number without the country code that was written with it; null otherwise. */
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

/** A number from the phone book: one known prefix is removed, then everything but digits. Reading 11. */
export const fromPhoneBook = (text: string, market: Market): string => {
  const tidy = text.replace(/[\s().\-\u00A0]/g, '').replace(/^00(?=2[35]4)/, '+');
  const prefix = market.contactPrefixes.find((p) => tidy.slice(0, p.length) === p) ?? '';
  const rest = tidy.slice(prefix.length);
  return withoutCountry(rest) ?? onlyDigits(rest).slice(0, TOO_MANY_DIGITS);
};

/**
 * A contact's number, typed or pasted. With another country's prefix it is read like a number from the phone book. A complete
 * number is always shown as the nine digits after the fixed +254.
 */
export const typedContact = (text: string, market: Market): string => {
  const digits = onlyDigits(text);
  const isShort = digits.length <= LIMITS.phone.digitsWithZero || MOBILE_START.test(digits);
  const picked = isShort ? '' : fromPhoneBook(cut(text, 100), market);
  const kept = toMsisdn(picked) === null ? contactDigits(text) : picked;
  return toMsisdn(kept)?.slice(3) ?? kept;
};

/** `1234-5678901-2345678`: a dash after each of the given numbers of digits, if more digits follow. */
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

/** `15-03-1992` as "15 Mar 1992"; empty for an invalid date. */
export const showDate = (dayMonthYear: string, language: Language): string => {
  const date = fromDayMonthYear(dayMonthYear);
  return date === null ? '' : formatDate(language, date);
};
