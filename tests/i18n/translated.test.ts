/**
 * Every text of the app in every language: none is missing, the placeholders are equal, and no text is left in English. The
 * tables are collected from every module of the app.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '#machines/context.ts';
import { sections } from '#src/forms/sections/index.ts';
import { presets } from '#src/market/market.ts';
import { scopeOf } from '#src/forms/scope.ts';
import { context, wider } from '../forms/sectionSamples.ts';
import { allTables, sources, type Table } from './tables.ts';

/** Texts that are equal to English: the same word in both languages, or a name. */
const SAME: Readonly<Record<'es' | 'sw', readonly string[]>> = {
  es: ['Cheque', 'Paybill', 'Error:', 'M-PESA', 'WhatsApp', 'CLABE', 'No', 'LinkedIn', 'Facebook', 'RFC', 'NSS', 'CURP', 'CVC', 'BVN'],
  sw: ['Kenya', 'Paybill', 'M-PESA', 'WhatsApp', 'CLABE', 'LinkedIn', 'Facebook', 'RFC', 'NSS', 'CURP', 'CVC', 'BVN'],
};

/** Whether a text has letters besides its placeholders: an amount, a time or a name needs no translation. */
const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text.replace(/\{\{?\w+\}?\}/g, '').replace(/KSh/g, ''));
const places = (text: string): string =>
  (text.match(/\{\{?\w+\}?\}/g) ?? [])
    .sort()
    .filter((place, i, all) => all.indexOf(place) === i)
    .join();

const untranslated = (name: string, table: Table): string[] =>
  (['es', 'sw'] as const).flatMap((language) =>
    Object.entries(table.en)
      .filter(([key, text]) => hasWords(text) && table[language][key] === text && !SAME[language].includes(text))
      .map(([key, text]) => `${name}.${key} in ${language}: "${text}"`),
  );

const unlike = (name: string, table: Table): string[] =>
  LANGUAGES.flatMap((language) => {
    const keys = new Set([...Object.keys(table.en), ...Object.keys(table[language])]);
    return [...keys]
      .filter((key) => {
        const [translated, meant] = [table[language][key] ?? '', table.en[key] ?? ''];
        return translated.trim() === '' || meant.trim() === '' || places(translated) !== places(meant);
      })
      .map((key) => `${name}.${key} in ${language}`);
  });

/** Durations and sizes written as figures. They are configured, so a text with a written figure would be wrong after a change. */
const TYPED = /\d+ (?:minut|hour|hora|day|día|working|month|mes|MB\b)|\d+ ?%|(?:dakika|saa|siku|miezi|MB) \d/i;
/** Figures that are not configured: the time that reading takes, and the period about which a credit bureau is asked. */
const NO_PROMISE: readonly string[] = ['confirmBorrow.readNote', 'forms.label.question1', 'messages.label.question1'];

const typed = (name: string, table: Table): string[] =>
  LANGUAGES.flatMap((language) =>
    Object.entries(table[language])
      // A `_one` form writes the figure one.
      .filter(([key, text]) => !key.endsWith('_one') && TYPED.test(text) && !NO_PROMISE.includes(`${name}.${key}`))
      .map(([key, text]) => `${name}.${key} in ${language}: "${text}"`),
  );

let all: [string, Table][] = [];
beforeAll(async () => {
  all = await allTables();
});

describe('tables of texts', () => {
  it('tables of texts: all are found', () => {
    const defining = Object.entries(sources).filter(
      ([path, text]) => !path.includes('/i18n/') && /= define(Strings|FirstTexts)\(/.test(text),
    );
    expect(defining.length).toBeGreaterThan(30);
    expect(all.length, 'tables, those of forms, lender and i18n among them').toBeGreaterThanOrEqual(defining.length + 2);
    expect(all.map(([name]) => name)).toEqual(
      expect.arrayContaining(['src/ui/form/strings.ts', 'reviewTips', 'loanQuestion', 'bankAccount', 'forms', 'messages', 'lender']),
    );
  });
  it('tables of texts, every key: exists in every language with the same placeholders', () => {
    expect(all.flatMap(([name, table]) => unlike(name, table))).toEqual([]);
  });
  it('tables of texts: no text is left in English', () => {
    expect(all.flatMap(([name, table]) => untranslated(name, table))).toEqual([]);
  });
  it('tables of texts: no text contains a configured time or size', () => {
    expect(all.flatMap(([name, table]) => typed(name, table))).toEqual([]);
  });
  it('text with a configured time: is reported', () => {
    const planted = { en: { a: 'within 48 hours', b_one: '1 day' }, es: { a: 'en {{hours}} horas' }, sw: { a: 'ndani ya saa 48' } };
    expect(typed('planted', planted)).toEqual(['planted.a in en: "within 48 hours"', 'planted.a in sw: "ndani ya saa 48"']);
  });
  it('text left in English: is reported', () => {
    const planted = {
      en: { hello: 'Hello', amount: 'KSh {{n}}' },
      es: { hello: 'Hello', amount: 'KSh {{n}}' },
      sw: { hello: 'Habari', amount: 'KSh {{m}}' },
    };
    expect(untranslated('planted', planted)).toEqual(['planted.hello in es: "Hello"']);
    expect(unlike('planted', planted)).toEqual(['planted.amount in sw']);
  });
});

describe('options of the lists', () => {
  it('every option: is translated, or a name', () => {
    const scope = scopeOf({ ...context, market: presets.everyField });
    const options = Object.values(sections).flatMap(({ name, fields }) =>
      fields.flatMap((field) =>
        (field.options?.(name === 'loanQuestion' ? {} : wider[name], scope) ?? []).map((option) => ({ field: field.name, option })),
      ),
    );
    const same = options.flatMap(({ field, option: { id, label } }) =>
      typeof label === 'string' ? [] : untranslated(`${field}.${id}`, { en: { '': label.en }, es: { '': label.es }, sw: { '': label.sw } }),
    );
    expect(same).toEqual([]);
  });
});
