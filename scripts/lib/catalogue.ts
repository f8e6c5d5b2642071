/** Looks up what the catalogue claims: every text in its table, every value in its export, every use in its file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { runInNewContext } from 'node:vm';
import { constants } from '../catalogue/constants.ts';
import { errors } from '../catalogue/errors.ts';
import type { Entry, Place, Section, TextPlace } from '../catalogue/types.ts';
import { validation } from '../catalogue/validation.ts';

export const CATALOGUE: Readonly<Record<Section, readonly Entry[]>> = { 5: validation, 8: errors, 9: constants };

const root = fileURLToPath(new URL('../..', import.meta.url));

const sourceOf = (file: string): string | null => {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return null;
  }
};

const exportsOf = async (file: string): Promise<Record<string, unknown>> =>
  (await import(pathToFileURL(join(root, file)).href)) as Record<string, unknown>;

/** The way from an export into what it holds: `LIMITS.address.min`. */
async function valueAt(file: string, name: string): Promise<unknown> {
  let found: unknown = await exportsOf(file);
  for (const part of name.split('.')) {
    if (found === null || found === undefined) return undefined;
    found = (found as Record<string, unknown>)[part];
  }
  return found;
}

/** The English text of a key; undefined where there is none. */
async function wordsAt({ file, table, key }: TextPlace): Promise<string | undefined> {
  if (table === '') {
    // Tables of the first paint keep to themselves: they are read off their source, which is plain data.
    const literal = /= defineFirstTexts\((\{[^]*?\n\})\)/.exec(sourceOf(file) ?? '')?.[1];
    const texts = literal && (runInNewContext(`(${literal})`) as { en: Record<string, string> }).en;
    return texts ? texts[key] : undefined;
  }
  const texts = (await exportsOf(file))[table];
  if (typeof texts !== 'function') return (texts as Record<string, string> | undefined)?.[key];
  const translate = texts as (language: string) => (key: string) => string;
  const words = translate('en')(key);
  return words === key ? undefined : words;
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s'’]+/g, ' ')
    .trim();

/** `{num}` of the specification is `{{num}}` in the app and `{num}` at the lender. */
const holdsWords = (words: string, says: string): boolean => plain(words.replace(/\{\{(\w+)\}\}/g, '{$1}')).includes(plain(says));

async function complaintsOfPlace(entry: Entry, place: Place): Promise<string[]> {
  if (place.is === 'source') {
    return sourceOf(place.file)?.includes(place.holds) ? [] : [`${place.file} does not hold "${place.holds}"`];
  }
  const out: string[] = [];
  const [usedIn, needle] = place.use;
  const user = sourceOf(usedIn);
  if (user === null) out.push(`${usedIn} is not there`);
  else if (!user.includes(needle)) out.push(`${usedIn} does not use ${needle}`);
  if (place.is === 'text') {
    const words = await wordsAt(place);
    if (words === undefined) out.push(`${place.file} has no text "${place.key}"`);
    else if (words !== place.words) out.push(`${place.file} says for "${place.key}": "${words}", not "${place.words}"`);
    if (entry.is === 'message' && !holdsWords(place.words, entry.says) && !place.because)
      out.push(`"${place.words}" is not what the specification says, and nothing says why`);
    return out;
  }
  const found =
    place.is === 'value'
      ? await valueAt(place.file, place.name)
      : ((await valueAt(place.file, place.name)) as ((...given: unknown[]) => unknown) | undefined)?.(...place.arguments);
  if (!isDeepStrictEqual(found, place.value))
    out.push(`${place.name} of ${place.file} is ${JSON.stringify(found)}, not ${JSON.stringify(place.value)}`);
  return out;
}

/** One sentence per entry that has no place, or whose place does not hold it; empty when all is as claimed. */
export async function catalogueComplaints(catalogue: Readonly<Partial<Record<Section, readonly Entry[]>>> = CATALOGUE): Promise<string[]> {
  const out: string[] = [];
  for (const [section, entries] of Object.entries(catalogue)) {
    for (const entry of entries) {
      const name = `section ${section}, "${entry.says}"`;
      if (entry.places.length === 0) out.push(`${name}: has no place`);
      for (const place of entry.places) out.push(...(await complaintsOfPlace(entry, place)).map((complaint) => `${name}: ${complaint}`));
    }
  }
  return out;
}

const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\n/g, ' ');
const code = (text: string): string => `\`${text.replace(/`/g, "'")}\``;

function cellsOf(place: Place): [holds: string, where: string, use: string, because: string] {
  const because = place.because ?? '';
  switch (place.is) {
    case 'text':
      return [`"${place.words}"`, `${code(place.file)} ${code(place.key)}`, code(place.use[0]), because];
    case 'value':
      return [code(JSON.stringify(place.value)), `${code(place.file)} ${code(place.name)}`, code(place.use[0]), because];
    case 'result':
      return [
        code(JSON.stringify(place.value)),
        `${code(place.file)} ${code(`${place.name}(${place.arguments.join(', ')})`)}`,
        code(place.use[0]),
        because,
      ];
    case 'source':
      return [code(place.holds.trim()), code(place.file), code(place.file), because];
  }
}

const TITLES: Readonly<Record<Section, string>> = { 5: 'Validation', 8: 'Errors and messages', 9: 'Constants and limits' };

/** `docs/messages.md` as it should be. */
export function cataloguePage(): string {
  const sections = (Object.keys(CATALOGUE) as unknown as Section[]).map((section) => {
    const rows = CATALOGUE[section].flatMap(({ says, places }) =>
      places.map((place, i) => `| ${[i === 0 ? says : '', ...cellsOf(place)].map(cell).join(' | ')} |`),
    );
    return [
      `## Section ${section}: ${TITLES[section]}`,
      '| The specification says | Here it is | It stands in | It is put to work in | Why it differs |\n|---|---|---|---|---|\n' +
        rows.join('\n'),
    ].join('\n\n');
  });
  return `${[
    '# Messages and constants',
    'Every message and every constant of sections 5, 8 and 9 of the specification, and where it stands. Written by `tsx scripts/messages.ts` from ' +
      '`scripts/catalogue`; `npm run check` looks every text up, imports every value, looks for its use, and fails on one without a place. ' +
      'Amounts are cents, rates basis points, times milliseconds. Readings are those of [readings.md](readings.md).',
    ...sections,
  ].join('\n\n')}\n`;
}
