/**
 * Unused texts, which cost translators work and borrowers bytes. A key counts as used when a file that imports its table, or
 * the table's own file, contains the key. It also counts when it is a word of the domain and such a file passes a variable, as
 * `t(side)` does.
 */
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en as lender } from '#src/api/messages/en.ts';
import { en as forms } from '#src/forms/messages/en.ts';

const sources: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>(['../../{screens,src,machines}/**/*.{ts,tsx}'], { query: '?raw', import: 'default', eager: true }),
  ).map(([path, text]) => [path.replace('../../', ''), text]),
);

const server = import.meta.glob<string>('../../server/**/*.ts', { query: '?raw', import: 'default', eager: true });

interface Table {
  file: string;
  keys: string[];
  /** The file without its tables. */
  rest: string;
}

/** The keys of the English part of every table. Plural forms count as one key, the one in the code. */
function tablesOf(files: Readonly<Record<string, string>>): Table[] {
  return Object.entries(files).flatMap(([file, text]) => {
    const literals = Array.from(
      text.matchAll(/define(?:Strings|FirstTexts)\((?:'[^']*', )?(\{[^]*?\n\})\)/g),
      ([, literal = '']) => literal,
    );
    if (literals.length === 0) return [];
    const english = literals.map((literal) => literal.slice(0, literal.search(/\n {2}es: /)));
    const keys = english.flatMap((part) => Array.from(part.matchAll(/(?:^\s*|[{,]\s*)'?([\w.-]+)'?:\s*['"`]/gm), ([, key = '']) => key));
    const rest = literals.reduce((left, literal) => left.replace(literal, ''), text);
    return [{ file, keys: [...new Set(keys.map((key) => key.replace(/_(?:one|other)$/, '')))], rest }];
  });
}

const resolved = (from: string, specifier: string): string =>
  specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(from), specifier);

const importsOf = (file: string, text: string): string[] =>
  Array.from(text.matchAll(/from '([#.][^']+)'/g), ([, specifier = '']) => resolved(file, specifier));

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether the text contains the key as a literal, or as the beginning or end of a template: `answer_${code}`. */
function isNamed(key: string, text: string): boolean {
  if (new RegExp(`['"\`]${escaped(key)}['"\`]`).test(text)) return true;
  return Array.from(text.matchAll(/\bt?[\w.]*\(?`([\w.-]*)\$\{[^`]*\}([\w.-]*)`/g)).some(
    ([, head = '', tail = '']) =>
      head + tail !== '' && key.startsWith(head) && key.endsWith(tail) && key.length > head.length + tail.length,
  );
}

function unusedKeys(files: Readonly<Record<string, string>>): string[] {
  const domain = Object.entries(files)
    .filter(([file]) => /^(machines|src\/market|src\/forms\/sections)\//.test(file))
    .map(([, text]) => text)
    .join('\n');
  const isDomainWord = (key: string): boolean =>
    new RegExp(`['"\`]${escaped(key)}['"\`]|^\\s+'?${escaped(key)}'?\\??:|[{,] ?'?${escaped(key)}'?:`, 'm').test(domain);
  return tablesOf(files).flatMap(({ file, keys, rest }) => {
    const users = Object.entries(files).filter(([other, text]) => other !== file && importsOf(other, text).includes(file));
    const texts = [rest, ...users.map(([, text]) => text)].join('\n');
    /** Whether a file passes a variable, not a literal, as the key. */
    const isHandedWords = /\bt\((?!['"`)])|text\([^)]*\)\((?!['"`)])|Key\b/.test(texts);
    return keys.filter((key) => !isNamed(key, texts) && !(isHandedWords && isDomainWord(key))).map((key) => `${file}: ${key}`);
  });
}

/** Whether the key is a literal, or is made by a template and a value: `label.${name}` and 'city', `contact${n}` and 1. */
function isWritten(key: string, texts: string): boolean {
  if (texts.includes(`'${key}'`)) return true;
  return Array.from(key, (_, i) => i + 1).some((end) => {
    const rest = key.slice(end);
    return rest !== '' && texts.includes(`\`${key.slice(0, end)}\${`) && (/^\d+$/.test(rest) || isWritten(rest, texts));
  });
}

/** Messages whose key no file contains. Plural forms count as one key. */
const unusedMessages = (keys: readonly string[], texts: string): string[] =>
  [...new Set(keys.map((key) => key.replace(/_(?:one|other)$/, '')))].filter((key) => !isWritten(key, texts));

describe('texts in the sources', () => {
  it('texts in the sources: all keys are found', () => {
    const tables = tablesOf(sources);
    expect(tables.length).toBeGreaterThan(30);
    expect(tables.filter(({ keys }) => keys.length === 0).map(({ file }) => file)).toEqual([]);
    expect(tables.flatMap(({ keys }) => keys).length).toBeGreaterThan(400);
  });
  it('texts: every one is used', () => {
    expect(unusedKeys(sources)).toEqual([]);
  });
  it('unused text: is reported by its key', () => {
    const file = 'screens/planted/strings.ts';
    const planted = {
      [file]:
        "export const text = defineStrings('planted', {\n  en: {\n    shown: 'A',\n    forgotten: 'B',\n    step_one: 'C',\n    step_other: 'D',\n    front: 'E',\n  },\n  es: {\n  },\n})",
      'screens/planted/screen.tsx':
        "import { text } from './strings.ts';\nconst t = text(language);\nt('shown'); t('step', { count }); t(side);",
      'machines/model/sides.ts': "export const SIDES = ['front'];",
    };
    expect(unusedKeys(planted)).toEqual([`${file}: forgotten`]);
  });
  const notMessages = Object.entries({ ...sources, ...server })
    .filter(([file]) => !file.includes('/messages/'))
    .map(([, text]) => text)
    .join('\n');

  it('texts: every message of the lender is used', () => {
    expect(Object.keys(lender).length).toBeGreaterThan(80);
    expect(unusedMessages(Object.keys(lender), notMessages)).toEqual([]);
  });
  it('texts: every message of the forms is used', () => {
    expect(Object.keys(forms).length).toBeGreaterThan(150);
    expect(unusedMessages(Object.keys(forms), notMessages)).toEqual([]);
  });
  it('texts in the sources, unused message: is reported', () => {
    const keys = ['field.text', 'field.gone', 'label.city', 'label.gone', 'group.contact1', 'late_one', 'late_other'];
    const code = "refuse('field.text'); field('city'); t('late'); `label.${name}`; `group.${name}`; `contact${n}`;";
    expect(unusedMessages(keys, code)).toEqual(['field.gone', 'label.gone']);
  });
});
