/** Plural forms by the rules that i18next uses, for the texts that do without i18next. */
import type { Language } from './device.ts';

/** A text with plurals is written as `key_one` and `key_other` and asked for as `key` with a `count`. */
export type Asked<Key extends string> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key;

const rules: Partial<Record<Language, Intl.PluralRules>> = {};

/**
 * The text of a key, or of `key_one`, `key_other` and so on by `count`.
 * @returns undefined: the table has no such key.
 */
export function textOf(table: Readonly<Record<string, string>>, key: string, language: Language, count: unknown): string | undefined {
  if (table[key] !== undefined) return table[key];
  const form = (rules[language] ??= new Intl.PluralRules(language)).select(Number(count));
  return table[`${key}_${form}`] ?? table[`${key}_other`];
}
