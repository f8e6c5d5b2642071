/**
 * Texts that are on the screen before anything else: home, the frame around every screen, what went
 * wrong. Same format as everywhere, filled without i18next, which is 15 kB that a first paint on a
 * slow link need not wait for; it comes with the first screen after home. A test holds both to the
 * same words.
 *
 * In the source each table has all its languages. The build leaves English in place and puts the others
 * into one file per language (`scripts/build/firstTexts.ts`), fetched where that language is spoken.
 */
import type { Language } from '#machines/context.ts';
import { filesOfFirstTexts, type Tables } from './firstTextFiles.ts';
import type { Params, Strings, Texts } from './texts.ts';

const fill = (text: string, params: Params): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));

/** Our three languages have the same two forms; millions, where Spanish has a third, are not counted here. */
const form = (count: string | number | undefined): string => (count === 1 ? '_one' : '_other');

const apart: Partial<Record<Language, Tables>> = {};

/** Makes the tables of a language known; called by its file. */
export const takeFirstTexts = (language: Language, tables: Tables): void => {
  apart[language] = tables;
};

/** Fetches what the first paint says in this language. Never rejects: English is better than nothing. */
export const loadFirstTexts = async (language: Language): Promise<void> => {
  if (!apart[language]) await filesOfFirstTexts[language]?.().catch(() => undefined);
};

/**
 * @param name of the table, when its languages stand apart from it; written by the build.
 * @returns `(language) => t`, where `t(key, { name })` fills `{{name}}`.
 */
export const defineFirstTexts =
  <const T extends Record<string, string>>(texts: Texts<T>, name = ''): Strings<T> =>
  (language) =>
  (key, params = {}) => {
    const here: Readonly<Partial<Record<Language, Record<string, string>>>> = texts;
    const spoken = here[language] ?? apart[language]?.[name] ?? texts.en;
    return fill(spoken[key] ?? spoken[key + form(params['count'])] ?? key, params);
  };
