/**
 * The words that borrowers read: one word per thing in each language, plural forms where something is counted, and no key
 * or placeholder on any screen.
 */
import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#machines/context.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { SCREENS } from '#screens/index.ts';
import { routeOf } from '#src/router/currentPlace.ts';
import { FEEDBACK_LIMITS } from '#machines/model/feedback.ts';
import { LIMITS } from '#src/market/limits.ts';
import { REMINDERS } from '#src/market/reminders.ts';
import { firstLoan } from '#src/market/products.ts';
import { DATA_PROMISES, PROMISES } from '#src/market/support.ts';
import { allTables, type Table } from './tables.ts';

const COLUMNS: readonly Language[] = ['en', 'sw', 'es'];

interface Entry {
  thing: string;
  /** Words that are not used for it, by language. */
  not: Readonly<Record<Language, readonly string[]>>;
}

/** The table "What borrowers read" of the glossary. */
function readGlossary(text: string): Entry[] {
  const [, part = ''] = text.split('## What borrowers read\n');
  const rows = (part.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| (?!thing )/.test(line));
  return rows.map((row) => {
    const [thing = '', ...cells] = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const not = { en: [] as string[], es: [] as string[], sw: [] as string[] };
    COLUMNS.forEach((language, i) => (not[language] = /\(not ([^)]+)\)/.exec(cells[i] ?? '')?.[1]?.split(', ') ?? []));
    return { thing, not };
  });
}

const glossary = readGlossary(readFileSync('docs/glossary.md', 'utf8'));

/** Sentences that the specification gives for the code of an answer (its section 8). */
const GIVEN: readonly string[] = ['lender.notLoggedIn', 'lender.tokenExpired', 'lender.loggedInElsewhere', 'lender.tokenInvalid'];

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const has = (text: string, word: string): boolean => new RegExp(`(?<![\\p{L}-])${escaped(word)}(?![\\p{L}])`, 'iu').test(text);

const mixed = (name: string, language: Language, text: string): string[] =>
  glossary.flatMap(({ thing, not }) =>
    not[language].filter((word) => has(text, word)).map((word) => `${name} in ${language} says "${word}" for ${thing}: "${text}"`),
  );

const mixedIn = (name: string, table: Table): string[] =>
  LANGUAGES.flatMap((language) =>
    Object.entries(table[language])
      .filter(([key]) => !GIVEN.includes(`${name}.${key}`))
      .flatMap(([key, text]) => mixed(`${name}.${key}`, language, text)),
  );

/** Texts of the lender that are no tables: each stands behind the name of its language, or in the function of that language. */
const written = import.meta.glob<string>(
  [
    '../../server/{books,borrow,feedback}/*.ts',
    '../../src/api/messages/paymentFailures.ts',
    '../../src/market/{products,collectedData}.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);
const FUNCTIONS: Readonly<Record<string, Language>> = { english: 'en', spanish: 'es', swahili: 'sw' };

function textsBehind(source: string): [Language, string][] {
  let language: Language | null = null;
  return source.split('\n').flatMap((line): [Language, string][] => {
    const named = /^\s*(?:const )?(en|es|sw|english|spanish|swahili)\b/.exec(line)?.[1];
    if (named !== undefined) language = FUNCTIONS[named] ?? (named as Language);
    else if (/^\S/.test(line) && !/^[\])}]/.test(line)) language = null;
    const found = language;
    return found === null ? [] : Array.from(line.matchAll(/(['"`])((?:[^\\]|\\.)*?)\1/g), ([, , text = '']) => [found, text]);
  });
}

/** Something that there is one of, or several of. */
const COUNTED: Readonly<Record<Language, RegExp>> = {
  en: /\{\{?(\w+)\}\}? (?:working )?(?:day|hour|minute|month|year|time|loan|message|picture|place|payment|part)s?\b/g,
  es: /\{\{?(\w+)\}\}? (?:día|hora|minuto|mes|año|vez|veces|préstamo|mensaje|foto|cupo|pago|parte)(?:s|es)?\b/g,
  sw: /(?:siku|saa|dakika|miezi|miaka|mara|mikopo|mkopo|ujumbe|picha|nafasi|sehemu) \{\{?(\w+)\}\}?/gi,
};
/** Figures that name something and count nothing: "picture 2", "at 10:42". */
const NAMES: readonly string[] = ['time', 'number', 'n', 'orderNo', 'part', 'late'];
/** Figures that are never one: the shortest term, limits, and what is promised. */
const SEVERAL: Readonly<Record<string, number>> = {
  age: LIMITS.age.minimum,
  min: LIMITS.age.minimum,
  most: FEEDBACK_LIMITS.open,
  days: Math.min(...firstLoan.termDays, ...firstLoan.rollover.days),
  termDays: Math.min(...firstLoan.termDays),
  longest: Math.max(...firstLoan.termDays),
  hours: Math.min(firstLoan.offerHours, PROMISES.proofHours),
  minutes: Math.min(PROMISES.reviewMinutes, PROMISES.repaymentMinutes, PROMISES.formMinutes),
  formMinutes: PROMISES.formMinutes,
  answerMinutes: PROMISES.reviewMinutes,
  creditMinutes: PROMISES.repaymentMinutes,
  moneyTo: PROMISES.disbursementMinutes.to,
  moneyFrom: PROMISES.disbursementMinutes.from,
  to: PROMISES.disbursementMinutes.to,
  from: PROMISES.disbursementMinutes.from,
  times: firstLoan.rollover.maxTimes,
  reapplyDays: PROMISES.reapplyDays,
  nonBorrowersDays: DATA_PROMISES.nonBorrowersDays,
  accessDays: DATA_PROMISES.accessDays,
  erasureDays: DATA_PROMISES.erasureDays,
  booksYears: DATA_PROMISES.booksYears,
  firstReminder: REMINDERS.daysBefore[0],
  secondReminder: REMINDERS.daysBefore[1],
  textsFrom: REMINDERS.hours.from,
};

const uncounted = (name: string, table: Table): string[] =>
  LANGUAGES.flatMap((language) =>
    Object.entries(table[language])
      .filter(([key]) => !/_(?:one|other)$/.test(key))
      .flatMap(([key, text]) =>
        Array.from(text.matchAll(COUNTED[language]), ([, figure = '']) => figure)
          .filter((figure) => !NAMES.includes(figure) && !((SEVERAL[figure] ?? 0) > 1))
          .map((figure) => `${name}.${key} in ${language} counts {{${figure}}} without plural forms`),
      ),
  );

/** Plural forms that a language has and never shows, and those that it needs and has not. */
const wrongForms = (name: string, table: Table): string[] =>
  LANGUAGES.flatMap((language) => {
    const rules = new Intl.PluralRules(language);
    const needed = [...new Set([0, 1, 2, 3, 7, 11, 100].map((count) => rules.select(count)))].sort();
    const keys = Object.keys(table[language]);
    const stems = new Set(keys.flatMap((key) => /^(.+)_(?:zero|one|two|few|many|other)$/.exec(key)?.[1] ?? []));
    return [...stems].flatMap((stem) => {
      const forms = keys.flatMap((key) => (key.startsWith(`${stem}_`) ? [key.slice(stem.length + 1)] : [])).sort();
      return forms.join() === needed.join() ? [] : [`${name}.${stem} in ${language} has ${forms.join()}, and needs ${needed.join()}`];
    });
  });

let all: [string, Table][] = [];
beforeAll(async () => {
  all = await allTables();
});

describe('words of the glossary', () => {
  it('table of the glossary: is found', () => {
    expect(glossary.length).toBeGreaterThan(10);
    expect(glossary.find(({ thing }) => thing === 'end a session')?.not).toMatchObject({
      en: ['log out', 'logout', 'logging out'],
      es: ['salir'],
    });
  });
  it('every text: uses one word per thing', () => {
    expect(all.flatMap(([name, table]) => mixedIn(name, table))).toEqual([]);
  });
  it('every text that the lender writes: uses one word per thing', () => {
    const texts = Object.entries(written).flatMap(([file, source]) =>
      textsBehind(source).map(([language, text]) => ({ file, language, text })),
    );
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.flatMap(({ file, language, text }) => mixed(file, language, text))).toEqual([]);
  });
  it('another word for a thing: is reported', () => {
    const planted = { en: { a: 'Log out', b: 'Sign out' }, es: { a: 'Salir', b: 'Cerrar sesión' }, sw: { a: 'Namba yako', b: 'Toka' } };
    expect(mixedIn('planted', planted).map((found) => found.split(':')[0])).toEqual(
      [
        'planted.a in en says "Log out" for end a session',
        'planted.a in es says "salir" for end a session',
        'planted.a in sw says "namba" for number',
      ].map((line) => line.replace('"Log out"', '"log out"')),
    );
  });
});

describe('plural forms', () => {
  it('text that counts: has the forms of each language, and no other', () => {
    expect(all.flatMap(([name, table]) => wrongForms(name, table))).toEqual([]);
  });
  it('text with a figure and a noun: has plural forms, or the figure is never one', () => {
    expect(all.flatMap(([name, table]) => uncounted(name, table))).toEqual([]);
  });
  it('text that counts without forms, form that is missing: are reported', () => {
    const planted = {
      en: { a: '{{found}} messages', b_one: '1', b_other: '2' },
      es: { a: '', b_other: '' },
      sw: { a: 'dakika {{left}}', b_one: '', b_other: '' },
    };
    expect(uncounted('planted', planted)).toEqual([
      'planted.a in en counts {{found}} without plural forms',
      'planted.a in sw counts {{left}} without plural forms',
    ]);
    expect(wrongForms('planted', planted)).toEqual(['planted.b in es has other, and needs one,other']);
  });
});

const exampleFiles = import.meta.glob<Record<string, unknown>>('../../screens/**/examples.ts', { eager: true });

const isSnapshot = (value: unknown): value is JourneySnapshot => typeof value === 'object' && value !== null && '_nodes' in value;

/** Every example of every screen, by its name. */
const examples = Object.entries(exampleFiles).flatMap(([file, module]) =>
  Object.entries((module['examples'] ?? {}) as Record<string, unknown>).flatMap(([name, snapshot]) =>
    isSnapshot(snapshot) ? [{ name: `${file.replace('../../screens/', '').replace('/examples.ts', '')}: ${name}`, snapshot }] : [],
  ),
);

/** A placeholder that was not filled, or a word that only programs write: `nothingOwed`, `label.firstName`. */
const RAW =
  /\{\{?\w*\}?\}|undefined|\[object|\b(?:label|hint|required|invalid|group)\.[a-z]\w*|lender\.[a-z]+[A-Z]\w*|(?<![\w./@-])[a-z]+[A-Z]\w*(?![\w./@])/;

const rawIn = (markup: string): string | null => RAW.exec(markup.replace(/<[^>]+>/g, ' '))?.[0] ?? null;

describe('texts on the screens', () => {
  it('examples: are found', () => expect(examples.length).toBeGreaterThan(150));

  it.each(LANGUAGES)('every example in %s: shows no key and no placeholder', async (language) => {
    const found: string[] = [];
    for (const { name, snapshot } of examples) {
      const { default: Drawn } = await SCREENS[routeOf(snapshot)]();
      const state = { ...snapshot, context: { ...snapshot.context, language } } as JourneySnapshot;
      Object.setPrototypeOf(state, Object.getPrototypeOf(snapshot) as object);
      const raw = rawIn(renderToStaticMarkup(createElement(Drawn, { state, send: () => undefined })));
      if (raw !== null) found.push(`${name}: "${raw}"`);
    }
    expect(found).toEqual([]);
  });

  it('key or placeholder on a screen: is reported', () => {
    expect([rawIn('<p>nothingOwed</p>'), rawIn('<p>{{count}} days</p>'), rawIn('<p>label.firstName</p>')]).toEqual([
      'nothingOwed',
      '{{count}}',
      'label.firstName',
    ]);
    expect(rawIn('<p class="someClass">Pay KSh 3,374 by M-PESA, amina@gmail.com, linkedin.com/in/aminaW</p>')).toBeNull();
  });
});
