/** Whether a card and what the borrower typed belong to the same person. Pure. */
import type { Values } from '#machines/model/application.ts';
import { toDayMonthYear } from '#machines/model/calendar.ts';
import { optionalValue } from '#server/apply/sectionValues.ts';
import { misreadings } from './marks.ts';
import type { IdCard } from './cardReader.ts';

export const CARD_FIELDS = ['number', 'name', 'birthday'] as const;
export type CardField = (typeof CARD_FIELDS)[number];

/** The words of a name, in capital letters without accents. */
export const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .toUpperCase()
    .split(/\s+/)
    .map((word) => word.replace(/[^A-Z]/g, ''))
    .filter((word) => word !== '');

/** A word may be misread in one letter of five. */
export const isSameWord = (a: string, b: string): boolean => misreadings(a, b) <= Math.floor(Math.max(a.length, b.length) / 5);

/**
 * What differs; nothing when all agree. First and last name must be on the card, in any order; the card
 * may have more names, and the middle name is optional in the form.
 */
export function differences(card: IdCard, personal: Values): CardField[] {
  const words = wordsOf(card.name);
  // The recognition may see a blank inside a word.
  const printed = [...words, ...words.slice(1).map((word, i) => `${words[i]}${word}`)];
  // The desk also compares a card with a form that is not filled in.
  const entered = wordsOf(`${optionalValue(personal, 'firstName')} ${optionalValue(personal, 'lastName')}`);
  const agrees: Record<CardField, boolean> = {
    number: optionalValue(personal, 'nationalId').replace(/\D/g, '') === card.number,
    name: entered.length > 0 && entered.every((word) => printed.some((other) => isSameWord(word, other))),
    birthday: personal['inputBirthday'] === toDayMonthYear(card.birthday),
  };
  return CARD_FIELDS.filter((field) => !agrees[field]);
}
