/** The format of texts, for both translators: `{{name}}` inserts a value; `count` selects `key_one` or `key_other`. */
import type { Language } from '#machines/context.ts';
import type { Asked } from '#machines/model/plural.ts';

export type Params = Readonly<Record<string, string | number>>;

export type Translate<Key extends string> = (key: Key, params?: Params) => string;

/** English defines the keys; a key that is missing in another language does not compile. */
export type Texts<T extends Record<string, string>> = { en: T } & { [L in Exclude<Language, 'en'>]: Record<keyof T, string> };

/** Returns the translator of a language. */
export type Strings<T extends Record<string, string>> = (language: Language) => Translate<Asked<keyof T & string>>;
