/** Compares a card with the form of the borrower. Pure. */
import type { Values } from '#machines/model/application.ts';
import { toDayMonthYear } from '#machines/model/calendar.ts';
import type { CardLines } from '#machines/model/identityCheck.ts';
import { fullName, optionalValue } from '#server/apply/sectionValues.ts';
import { misreadings } from './marks.ts';
import type { IdCard } from './photoReader.ts';

/** The words of a name, in capital letters without accents. */
export const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .toUpperCase()
    .split(/\s+/)
    .map((word) => word.replace(/[^A-Z]/g, ''))
    .filter((word) => word !== '');

/** Whether two words are the same, if one letter in five may be misread. */
export const isSameWord = (a: string, b: string): boolean => misreadings(a, b) <= Math.floor(Math.max(a.length, b.length) / 5);

/**
 * Compares the values of the card with those of the form. First and last name must be on the card, in any order. The card may
 * have more names, and the middle name is optional in the form.
 */
export function compareCard(card: IdCard, personal: Values): CardLines {
  const words = wordsOf(card.name);
  // The recognition may split a word into two.
  const printed = [...words, ...words.slice(1).map((word, i) => `${words[i]}${word}`)];
  // The form may not be filled in yet.
  const value = (field: string): string => optionalValue(personal, field);
  const entered = wordsOf(`${value('firstName')} ${value('lastName')}`);
  const birthday = toDayMonthYear(card.birthday);
  return {
    number: { read: card.number, typed: value('nationalId'), agrees: value('nationalId').replace(/\D/g, '') === card.number },
    name: {
      read: card.name,
      typed: fullName(personal),
      agrees: entered.length > 0 && entered.every((word) => printed.some((other) => isSameWord(word, other))),
    },
    birthday: { read: birthday, typed: value('inputBirthday'), agrees: value('inputBirthday') === birthday },
  };
}
