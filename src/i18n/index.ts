/**
 * Texts. Each screen's chunk contains its strings in all languages. A change of language therefore needs no download,
 * and a screen stays a pure function of the snapshot, language included. The texts of the first paint are defined in
 * `firstPaint.ts`.
 */
import i18next from 'i18next';
import { LANGUAGES } from '#machines/context.ts';
import { unbroken } from './firstPaint.ts';
import type { Strings, Texts } from './texts.ts';

void i18next.use({ type: 'postProcessor', name: 'unbroken', process: unbroken }).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  initAsync: false,
  postProcess: 'unbroken',
});

/**
 * Registers a namespace and returns its translator.
 * @returns `(language) => t`, where `t(key, { name })` fills `{{name}}`.
 */
export function defineStrings<const T extends Record<string, string>>(namespace: string, texts: Texts<T>): Strings<T> {
  for (const language of LANGUAGES) i18next.addResourceBundle(language, namespace, texts[language]);
  return (language) => i18next.getFixedT(language, namespace) as ReturnType<Strings<T>>;
}
