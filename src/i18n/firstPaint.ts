/**
 * Texts of the first paint: home, the frame around every screen, and problems. They have the same format as all texts. This
 * file fills in their values, because i18next would add 15 kB to the first paint. i18next is loaded with the first screen
 * after home. A test checks that both produce the same texts.
 *
 * In the source each table holds all languages. The build leaves English in place and moves the other languages into
 * one file each (`scripts/build/firstTexts.ts`), which is fetched when that language is used.
 */
import type { Language } from '#machines/context.ts';
import { textOf } from '#machines/model/plural.ts';
import { filesOfFirstTexts, type Tables } from './firstTextFiles.ts';
import type { Params, Strings, Texts } from './texts.ts';

/** A text for the screen, with a hyphen in "M-PESA" at which no line breaks. Stored, sent and copied texts keep the usual one. */
export const unbroken = (text: string): string => text.replace(/M-PESA/g, 'M\u2011PESA');

const fill = (text: string, params: Params): string =>
  unbroken(text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole)));

const apart: Partial<Record<Language, Tables>> = {};

/** Registers the tables of a language. Called by the language's file. */
export const takeFirstTexts = (language: Language, tables: Tables): void => {
  apart[language] = tables;
};

/** The language whose file could not be fetched. */
let failed: Language | undefined;

/**
 * Fetches the first texts of a language. Never rejects: English is the fallback.
 * @param language by default the one that could not be fetched before. The start then shows English, and each later page tries
 *   again.
 */
export const loadFirstTexts = async (language = failed): Promise<void> => {
  failed = undefined;
  if (language && !apart[language]) await filesOfFirstTexts[language]?.().catch(() => (failed = language));
};

/**
 * @param name of the table, if its other languages are in separate files. The build adds this argument.
 * @returns `(language) => t`, where `t(key, { name })` fills `{{name}}`.
 */
export const defineFirstTexts =
  <const T extends Record<string, string>>(texts: Texts<T>, name = ''): Strings<T> =>
  (language) =>
  (key, params = {}) => {
    const here: Readonly<Partial<Record<Language, Record<string, string>>>> = texts;
    const table = here[language] ?? apart[language]?.[name] ?? texts.en;
    return fill(textOf(table, key, language, params['count']) ?? key, params);
  };
