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
import type { Option } from '#src/market/options.ts';
import { firstLoan, productNames } from '#src/market/products.ts';
import { DATA_PROMISES, PROMISES } from '#src/market/support.ts';
import { inTurn } from '#tests/support/effort.ts';
import { allTables, type Table } from './tables.ts';

interface Entry {
  thing: string;
  /** The words for the thing, by language. `…` stands for a value. */
  words: Readonly<Record<Language, readonly string[]>>;
  /** Words that must not be used for the thing, by language. */
  never: Readonly<Record<Language, readonly string[]>>;
}

const wordsOf = (cell = ''): string[] =>
  cell
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** The rows of `docs/glossary-sw-es.md`. */
const readGlossary = (text: string): Entry[] =>
  text
    .split('\n')
    .filter((line) => /^\| (?!thing )/.test(line))
    .map((row) => {
      const [thing = '', en, sw, es, never = ''] = row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      const neverIn = (language: Language): string[] => {
        const part = never.split(';').find((one) => one.trim().startsWith(`${language}: `));
        return wordsOf(part?.trim().slice(4));
      };
      return {
        thing,
        words: { en: wordsOf(en), es: wordsOf(es), sw: wordsOf(sw) },
        never: { en: neverIn('en'), es: neverIn('es'), sw: neverIn('sw') },
      };
    });

const glossary = readGlossary(readFileSync('docs/glossary-sw-es.md', 'utf8'));

/** Sentences that the specification gives word for word (its sections 5 and 8). */
const GIVEN: readonly string[] = [
  'lender.notLoggedIn',
  'lender.tokenExpired',
  'lender.loggedInElsewhere',
  'lender.tokenInvalid',
  'messages.invalid.curp',
  'forms.invalid.curp',
];

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patterns = new Map<string, RegExp>();
/** The pattern of a word. It is compiled once, because a thousand texts are searched for it. */
function patternOf(word: string): RegExp {
  const pattern = patterns.get(word) ?? new RegExp(`(?<![\\p{L}-])${escaped(word)}(?![\\p{L}])`, 'iu');
  patterns.set(word, pattern);
  return pattern;
}
/** Values are not searched, unless the glossary has a word with a value in it, as in "hasta {{date}}". */
const withoutValues = (text: string): string => text.replace(/\$?\{[^}]*\}+/g, '…');

function mixed(name: string, language: Language, text: string): string[] {
  const said = withoutValues(text);
  return glossary.flatMap(({ thing, never }) =>
    never[language]
      .filter((word) => patternOf(word).test(word.includes('{') ? text : said))
      .map((word) => `${name} in ${language} says "${word}" for ${thing}: "${text}"`),
  );
}

const mixedIn = (name: string, table: Table): string[] =>
  LANGUAGES.flatMap((language) =>
    Object.entries(table[language])
      .filter(([key]) => !GIVEN.includes(`${name}.${key}`))
      .flatMap(([key, text]) => mixed(`${name}.${key}`, language, text)),
  );

interface Written {
  file: string;
  language: Language;
  text: string;
}

/** Files whose texts are not in tables. Each text follows the name of its language. */
const written = import.meta.glob<string>(
  ['../../server/{books,feedback}/*.ts', '../../src/api/messages/paymentFailures.ts', '../../index.html'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);
/** The agreement has a file for each language. */
const agreements = import.meta.glob<string>('../../server/borrow/agreement/{english,spanish,swahili}.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const AGREEMENT_LANGUAGES: Readonly<Record<string, Language>> = { english: 'en', spanish: 'es', swahili: 'sw' };

const literals = (line: string): string[] => Array.from(line.matchAll(/(['"`])((?:[^\\]|\\.)*?)\1/g), ([, , text = '']) => text);

function textsBehind(file: string, source: string): Written[] {
  let language: Language | null = null;
  return source.split('\n').flatMap((line) => {
    const named = /^\s*(?:const )?(en|es|sw)\b/.exec(line)?.[1];
    if (named !== undefined) language = named as Language;
    else if (/^\S/.test(line) && !/^[\])}]/.test(line)) language = null;
    const found = language;
    return found === null ? [] : literals(line).map((text) => ({ file, language: found, text }));
  });
}

/** Options of pickers, and the names of the products. */
const lists = import.meta.glob<Record<string, unknown>>('../../src/market/lists/*.ts', { eager: true });

const optionTexts = Object.entries(lists).flatMap(([file, module]) =>
  Object.values(module).flatMap((list) =>
    (Array.isArray(list) ? (list as readonly Partial<Option>[]) : []).flatMap(({ label }) =>
      typeof label === 'object' ? LANGUAGES.map((language): Written => ({ file, language, text: label[language] })) : [],
    ),
  ),
);
const nameTexts = Object.values(productNames).flatMap((names) =>
  LANGUAGES.map((language): Written => ({ file: 'products.ts', language, text: names[language] })),
);
const agreementTexts = Object.entries(agreements).flatMap(([file, source]) =>
  literals(source.replace(/^import .*$/gm, '')).map((text): Written => ({
    file,
    language: AGREEMENT_LANGUAGES[/(\w+)\.ts$/.exec(file)?.[1] ?? ''] ?? 'en',
    text,
  })),
);
const skeletonTexts = Array.from(
  (written['../../index.html'] ?? '').matchAll(/\b(en|es|sw):\["([^"]+)","([^"]+)"\]/g),
  ([, language = '', ...texts]) => texts.map((text): Written => ({ file: 'index.html', language: language as Language, text })),
).flat();

const texts: readonly Written[] = [
  ...Object.entries(written).flatMap(([file, source]) => (file.endsWith('.ts') ? textsBehind(file, source) : [])),
  ...agreementTexts,
  ...optionTexts,
  ...nameTexts,
  ...skeletonTexts,
];

/** Counted things after or before a placeholder: there may be one or several. */
const COUNTED: Readonly<Record<Language, RegExp>> = {
  en: /\{\{?(\w+)\}\}? (?:working )?(?:day|hour|minute|month|year|time|loan|message|picture|place|payment|part)s?\b/g,
  es: /\{\{?(\w+)\}\}? (?:día|hora|minuto|mes|año|vez|veces|préstamo|mensaje|foto|cupo|pago|parte)(?:s|es)?\b/g,
  sw: /(?:siku|saa|dakika|miezi|miaka|mara|mikopo|mkopo|ujumbe|picha|nafasi|sehemu) \{\{?(\w+)\}\}?/gi,
};
/** Placeholders whose figure names something and counts nothing: "picture 2", "at 10:42". */
const NAMES: readonly string[] = ['time', 'number', 'n', 'orderNo', 'part', 'late'];
/** Placeholders whose figure is never one, with the value: the shortest term, limits, promised times. */
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
  bureauDays: DATA_PROMISES.bureauDays,
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

/** Plural forms that a language has and never uses, and those that it lacks. */
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
    expect(glossary.length).toBeGreaterThan(40);
    expect(glossary.find(({ thing }) => thing === 'end a session')).toMatchObject({
      words: { en: ['sign out'], es: ['cerrar sesión'], sw: ['toka'] },
      never: { en: ['log out', 'logout', 'logging out', 'logged out'], es: ['salir'], sw: [] },
    });
  });
  it('texts of the lender, agreements, lists, products and the skeleton: are found', () => {
    for (const found of [agreementTexts, optionTexts, nameTexts, skeletonTexts])
      for (const language of LANGUAGES) expect(found.filter((one) => one.language === language).length).toBeGreaterThan(1);
    expect(texts.length).toBeGreaterThan(600);
  });
  it('words of the glossary, every text: uses one word per thing', () => {
    expect(all.flatMap(([name, table]) => mixedIn(name, table))).toEqual([]);
  });
  it('every text outside of a table: uses one word per thing', () => {
    expect(texts.flatMap(({ file, language, text }) => mixed(file, language, text))).toEqual([]);
  });
  it('every word of the glossary: stands in a text', () => {
    const said = (language: Language): string =>
      [
        ...all.flatMap(([, table]) => Object.values(table[language])),
        ...texts.flatMap((one) => (one.language === language ? [one.text] : [])),
      ].join('\n');
    const unused = LANGUAGES.flatMap((language) => {
      const corpus = said(language);
      return glossary.flatMap(({ thing, words }) =>
        words[language]
          .filter((word) => !new RegExp(word.split('…').map(escaped).join('.*'), 'iu').test(corpus))
          .map((word) => `"${word}" for ${thing} in ${language}`),
      );
    });
    expect(unused).toEqual([]);
  });
  it('text with another word for a thing: is reported', () => {
    const planted = {
      en: { a: 'Log out', b: 'Sign out' },
      es: { a: 'Salir', b: 'Por pagar hasta el {{date}}' },
      sw: { a: 'Namba yako', b: 'Toka' },
    };
    expect(mixedIn('planted', planted).map((found) => found.split(':')[0])).toEqual([
      'planted.a in en says "log out" for end a session',
      'planted.a in es says "salir" for end a session',
      'planted.b in es says "hasta el {{date}}" for by a day',
      'planted.a in sw says "namba" for number',
    ]);
  });
  it('name that is filled in: is not searched for words', () => expect(mixed('planted', 'es', 'Las reglas de {{app}}')).toEqual([]));
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
  it('texts on the screens, examples: are found', () => expect(examples.length).toBeGreaterThan(150));

  it.each(inTurn(LANGUAGES))('every example in %s: shows no key and no placeholder', async (language) => {
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
