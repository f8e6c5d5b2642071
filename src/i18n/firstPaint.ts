/**
 * Texts that are on the screen before anything else: home, the frame around every screen, what went
 * wrong. Same format as everywhere, filled without i18next, which is 15 kB that a first paint on a
 * slow link need not wait for; it comes with the first screen after home. A test holds both to the
 * same words.
 */
import type { Params, Strings, Texts } from './texts.ts';

const fill = (text: string, params: Params): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));

/** Our three languages have the same two forms; millions, where Spanish has a third, are not counted here. */
const form = (count: string | number | undefined): string => (count === 1 ? '_one' : '_other');

/** @returns `(language) => t`, where `t(key, { name })` fills `{{name}}`. */
export const defineFirstTexts =
  <const T extends Record<string, string>>(texts: Texts<T>): Strings<T> =>
  (language) =>
  (key, params = {}) => {
    const inLanguage: Readonly<Record<string, string>> = texts[language];
    return fill(inLanguage[key] ?? inLanguage[key + form(params['count'])] ?? key, params);
  };
