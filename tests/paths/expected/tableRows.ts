/**
 * Rows of the table of intended outcomes, `docs/expected.md`: the syntax of a row, the places and steps that it applies to,
 * and the most exact of several rows.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { STATUS } from '#machines/model/orderStatus.ts';
import { pageOf, PART_NAMES, type PartName } from '../projection.ts';
import type { Step } from '../steps.ts';

export const EXPECTED_FILE = fileURLToPath(new URL('../../../docs/expected.md', import.meta.url));

export interface Row {
  /** Line of the file, from 1. */
  line: number;
  /** Places, or groups with a star: `apply.*`; `*` is every place, {@link EVERY_PAGE} each page by itself. */
  where: readonly string[];
  /** Name of a step; a star stands for any case. */
  what: string;
  /** Parts of the projection with the values that they must have; empty: always. */
  when: ReadonlyMap<PartName, readonly string[]>;
  /** A place, `stays`, `starts again`, {@link STATUS_PAGE}, or {@link WAITING_LINK}. */
  to: string;
  facts: ReadonlyMap<string, string>;
  clauses: readonly string[];
}

/** Written as the step in rows with facts of every step that leaves or enters a place. */
export const LEAVES = 'is left';
export const ENTERS = 'is entered';

/** Written as the step in rows with facts of every accepted press, and in rows with events that are no press. */
export const PRESSED = 'is pressed';
export const NO_PRESS = /^is no press \((.*)\)$/;

/** Written as the step in rows with the tags of a place. The tag `busy` is left out, because an invariant checks it. */
export const SHOWN = 'is shown as';

export const STATUS_PAGE = 'as the status says';
/** Home, or the target that the waiting link has on home. */
export const WAITING_LINK = 'as the waiting link says';

const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const STATUS_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(STATUS).map(([name, value]) => [String(value), name]),
);
/** A value of a part of the projection in words, for readers of a row. */
export const wordOf = (part: PartName, value: string): string =>
  part === 'order' ? (STATUS_NAMES[value] ?? (value === '' ? 'none' : `status ${value}`)) : value === '' ? 'none' : value;

const namesIn = (text: string, what: string, line: number): Map<string, string> => {
  const found = new Map<string, string>();
  for (const one of text.split(';').map((part) => part.trim())) {
    if (one === '') continue;
    const at = one.indexOf(': ');
    if (at < 0) throw new Error(`docs/expected.md, line ${line}: "${one}" is no ${what}; write "name: value"`);
    found.set(one.slice(0, at), one.slice(at + 2));
  }
  return found;
};

/** `checkReview answered (lending / payFail)` is two steps. */
const casesIn = (what: string): string[] => {
  const [, step, cases] = /^(.*) \((.* \/ .*)\)$/.exec(what) ?? [];
  return cases === undefined ? [what] : cases.split(' / ').map((one) => `${step} (${one})`);
};

const isPart = (name: string): name is PartName => (PART_NAMES as readonly string[]).includes(name);

/** A line with several cases of a step becomes one row per case. @throws Error naming the line that cannot be read. */
export function parseTable(text: string): Row[] {
  const rows: Row[] = [];
  for (const [index, content] of text.split('\n').entries()) {
    const line = index + 1;
    if (!content.startsWith('| ') || content.startsWith('| where |')) continue;
    const found = cells(content);
    const [where = '', what = '', when = '', to = '', facts = '', clauses = ''] = found;
    if (found.length !== 6 || where === '' || what === '' || to === '')
      throw new Error(`docs/expected.md, line ${line} has not the six columns of the table`);
    const conditions = new Map<PartName, readonly string[]>();
    for (const [name, values] of namesIn(when, 'condition', line)) {
      if (!isPart(name)) throw new Error(`docs/expected.md, line ${line}: there is no condition "${name}", only ${PART_NAMES.join(', ')}`);
      conditions.set(
        name,
        values.split(' or ').map((value) => value.trim()),
      );
    }
    const shared = {
      line,
      where: where.split(',').map((one) => one.trim()),
      when: conditions,
      to,
      facts: namesIn(facts, 'fact', line),
      clauses: clauses
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    };
    for (const one of casesIn(what)) rows.push({ ...shared, what: one });
  }
  return rows;
}

/** `not a or b` is every other value. */
export const isOneOf = (values: readonly string[], value: string): boolean =>
  values[0]?.startsWith('not ') ? !values.some((one) => one.replace(/^not /, '') === value) : values.includes(value);

/** The place of a row that applies to each state with a route, separately. */
const EVERY_PAGE = 'every page';

export const isWithin = (place: string, where: string): boolean =>
  where === '*' ||
  (where === EVERY_PAGE && pageOf(place) !== null) ||
  where === place ||
  (where.endsWith('.*') && (place === where.slice(0, -2) || place.startsWith(where.slice(0, -1))));

/** `loadHome failed (*)` for `loadHome failed (refused)`. */
export const isLike = (name: string, what: string): boolean => {
  if (!what.includes('*')) return name === what;
  const pattern =
    known.get(what) ??
    new RegExp(
      `^${what
        .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replace(/\\? ?\\\(\*\\\)$/, '( \\(.*\\))?')
        .replace(/\*/g, '.*')}$`,
    );
  known.set(what, pattern);
  return pattern.test(name);
};
const known = new Map<string, RegExp>();

/** Whether the row is about a session code, whose effect does not depend on the call. */
const isOfEveryCall = (what: string): boolean => what.startsWith('* failed (') && !what.endsWith('(*)');

export const exactness = (place: string, { where, what, when }: Row): number =>
  // The place first, then the step, then the condition.
  (where.includes(place) || isOfEveryCall(what)
    ? 4_000
    : where.includes('*')
      ? 0
      : 2_000 + Math.max(...where.filter((one) => isWithin(place, one)).map(({ length }) => length))) *
    1_000 +
  (!what.includes('*') ? 500 : what.endsWith('*)') || what.endsWith('*') ? Math.min(what.length, 300) : 400) * 10 +
  when.size;

export const readTable = (): Row[] => parseTable(readFileSync(EXPECTED_FILE, 'utf8'));

/** Caches results by text, because a million steps need the results of a few thousand texts. */
export function lookup<T>(make: (of: string) => T): (of: string) => T {
  const made = new Map<string, T>();
  return (of) => {
    const before = made.get(of);
    if (before !== undefined) return before;
    const one = make(of);
    made.set(of, one);
    return one;
  };
}

/** Whether a step from one place to the other leaves the place of the row. */
const isLeft = (from: string, to: string, where: string): boolean =>
  isWithin(from, where) && (where === EVERY_PAGE ? pageOf(from) !== pageOf(to) : !isWithin(to, where));

/** Facts that the rows of places expect of every step from one place to another. */
export function createPassage(rows: readonly Pick<Row, 'where' | 'what' | 'facts'>[]) {
  const always = rows.filter(({ what }) => what === LEAVES || what === ENTERS);
  const between = (from: string, to: string): ReadonlyMap<string, string> => {
    const facts = new Map<string, string>();
    for (const kind of [LEAVES, ENTERS])
      for (const row of always) {
        const [inside, outside] = kind === LEAVES ? [from, to] : [to, from];
        if (row.what === kind && row.where.some((one) => isLeft(inside, outside, one)))
          for (const [name, value] of row.facts) facts.set(name, value);
      }
    return facts;
  };
  const known = lookup((from) => lookup((to) => between(from, to)));
  return (from: string, to: string): ReadonlyMap<string, string> => known(from)(to);
}

/** Facts that the rows of presses expect of a step that was accepted in a place. The most exact row applies. */
export function createPresses(rows: readonly Row[]) {
  const others = new Set(rows.flatMap(({ what }) => NO_PRESS.exec(what)?.[1] ?? []));
  const pressed = rows.filter(({ what }) => what === PRESSED);
  const inPlace = lookup((place: string): ReadonlyMap<string, string> => {
    const found = pressed.filter(({ where }) => where.some((one) => isWithin(place, one)));
    return found.sort((a, b) => exactness(place, b) - exactness(place, a))[0]?.facts ?? NO_FACTS;
  });
  return (place: string, { event: { type } }: Step): ReadonlyMap<string, string> =>
    type.startsWith('xstate.') || others.has(type) ? NO_FACTS : inPlace(place);
}

export const NO_FACTS: ReadonlyMap<string, string> = new Map();

export const spell = (entries: ReadonlyMap<string, string | readonly string[]>): string =>
  [...entries].map(([name, value]) => `${name}: ${typeof value === 'string' ? value : value.join(' or ')}`).join('; ');

/** A row as a line of the file. */
export const lineOf = ({ where, what, when, to, facts, clauses }: Omit<Row, 'line'>): string =>
  `| ${where.join(', ')} | ${what} | ${spell(when)} | ${to} | ${spell(facts)} | ${clauses.join(', ')} |`;

export const lineName = ({ line }: Pick<Row, 'line'>): string => `docs/expected.md, line ${line}`;

/** State of a fact that may have any value. */
export const ANY = 'any';
