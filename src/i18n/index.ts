/**
 * Texts. Each screen brings its own strings in all languages inside its own chunk, so a language
 * change needs no download and a screen stays a pure function of the snapshot, language included.
 */
import i18next, { type TOptions } from 'i18next';
import { LANGUAGES, type Language } from '#machines/context.ts';

void i18next.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  initAsync: false,
});

export type Translate<Key extends string> = (key: Key, params?: TOptions) => string;

/** A text with plurals is written as `key_one` and `key_other` and asked for as `key` with a `count`. */
type Asked<Key extends string> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key;

type Texts<T extends Record<string, string>> = { en: T } & { [L in Exclude<Language, 'en'>]: Record<keyof T, string> };

/**
 * Registers a namespace and returns its translator. A key missing in one language does not compile.
 * @returns `(language) => t`, where `t(key, { name })` fills `{{name}}`.
 */
export function defineStrings<const T extends Record<string, string>>(namespace: string, texts: Texts<T>): (language: Language) => Translate<Asked<keyof T & string>> {
  for (const language of LANGUAGES) i18next.addResourceBundle(language, namespace, texts[language]);
  return (language) => i18next.getFixedT(language, namespace) as Translate<Asked<keyof T & string>>;
}
