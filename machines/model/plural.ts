/** Plural forms by the rules of i18next, for the texts that are shown before i18next is loaded. */
import type { Language } from './device.ts';

/** The name by which callers ask for a text: one with plurals has the keys `key_one` and `key_other`, and the name `key`. */
export type Asked<Key extends string> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key;

const rules: Partial<Record<Language, Intl.PluralRules>> = {};

/**
 * The text under the key, or under the plural form of the key (`key_one`, `key_other`) that fits `count`.
 * @returns undefined: the table has no such key.
 */
export function textOf(table: Readonly<Record<string, string>>, key: string, language: Language, count: unknown): string | undefined {
  if (table[key] !== undefined) return table[key];
  const form = (rules[language] ??= new Intl.PluralRules(language)).select(Number(count));
  return table[`${key}_${form}`] ?? table[`${key}_other`];
}
