/** The format of texts, whoever fills them: `{{name}}` takes a value, `key_one` and `key_other` are chosen by `count`. */
import type { Language } from '#machines/context.ts';

export type Params = Readonly<Record<string, string | number>>;

export type Translate<Key extends string> = (key: Key, params?: Params) => string;

/** A text with plurals is written as `key_one` and `key_other` and asked for as `key` with a `count`. */
export type Asked<Key extends string> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key;

/** English says which keys there are; a key missing in another language does not compile. */
export type Texts<T extends Record<string, string>> = { en: T } & { [L in Exclude<Language, 'en'>]: Record<keyof T, string> };

/** Gives the translator of a language. */
export type Strings<T extends Record<string, string>> = (language: Language) => Translate<Asked<keyof T & string>>;
