/**
 * The table of what the journey is meant to do, `docs/expected.md`: one row for each thing that can happen in a place, with
 * the place it leads to, what is true afterwards, and the clause of the specification. A person keeps it; the chart is
 * checked against it, step by step.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { screenOfStatus, STATUS } from '#machines/model/orderStatus.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { pageOf, PART_NAMES, project, type PartName } from '../projection.ts';
import type { Step } from '../steps.ts';
import { clausesOfStep } from './clausesOf.ts';
import { factIn, observe, placeOf, type Observation } from './observe.ts';

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

/** Steps of rows that say what is true whenever a place is left, or entered, by whatever step. */
const LEAVES = 'is left';
const ENTERS = 'is entered';

/** Rows that say what is true after every accepted press, and which events are no press. */
const PRESSED = 'is pressed';
const NO_PRESS = /^is no press \((.*)\)$/;

/** What a place tells the screen and the phone: its tags, but for `busy`, which an invariant holds. */
const SHOWN = 'is shown as';

const STATUS_PAGE = 'as the status says';
/** Home, or what the waiting link leads to from home. */
const WAITING_LINK = 'as the waiting link says';

const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const STATUS_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(STATUS).map(([name, value]) => [String(value), name]),
);
/** A value of a part of the projection in words, so that a row can be read. */
const wordOf = (part: PartName, value: string): string =>
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

/** A line with several cases of a step is one row for each. @throws Error naming the line that cannot be read. */
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
const isOneOf = (values: readonly string[], value: string): boolean =>
  values[0]?.startsWith('not ') ? !values.some((one) => one.replace(/^not /, '') === value) : values.includes(value);

/** Where a row of every page is meant: what has a route, each by itself. */
const EVERY_PAGE = 'every page';

const isWithin = (place: string, where: string): boolean =>
  where === '*' ||
  (where === EVERY_PAGE && pageOf(place) !== null) ||
  where === place ||
  (where.endsWith('.*') && (place === where.slice(0, -2) || place.startsWith(where.slice(0, -1))));

/** `loadHome failed (*)` for `loadHome failed (refused)`. */
const isLike = (name: string, what: string): boolean => {
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

/** What a session code means does not depend on the call. */
const isOfEveryCall = (what: string): boolean => what.startsWith('* failed (') && !what.endsWith('(*)');

const exactness = (place: string, { where, what, when }: Row): number =>
  // The place first, then the step, then the condition.
  (where.includes(place) || isOfEveryCall(what)
    ? 4_000
    : where.includes('*')
      ? 0
      : 2_000 + Math.max(...where.filter((one) => isWithin(place, one)).map(({ length }) => length))) *
    1_000 +
  (!what.includes('*') ? 500 : what.endsWith('*)') || what.endsWith('*') ? Math.min(what.length, 300) : 400) * 10 +
  when.size;

/** Keeps what was made for a text: a million steps ask for a few thousand. */
function lookup<T>(make: (of: string) => T): (of: string) => T {
  const made = new Map<string, T>();
  return (of) => {
    const before = made.get(of);
    if (before !== undefined) return before;
    const one = make(of);
    made.set(of, one);
    return one;
  };
}

/** Whether a step from one place to the other leaves what the row names. */
const isLeft = (from: string, to: string, where: string): boolean =>
  isWithin(from, where) && (where === EVERY_PAGE ? pageOf(from) !== pageOf(to) : !isWithin(to, where));

/** What the rows of places say about every step from one place to another. */
function createPassage(rows: readonly Pick<Row, 'where' | 'what' | 'facts'>[]) {
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

/** What the rows of presses say about a step that was accepted in this place. The most exact row holds. */
function createPresses(rows: readonly Row[]) {
  const others = new Set(rows.flatMap(({ what }) => NO_PRESS.exec(what)?.[1] ?? []));
  const pressed = rows.filter(({ what }) => what === PRESSED);
  const inPlace = lookup((place: string): ReadonlyMap<string, string> => {
    const found = pressed.filter(({ where }) => where.some((one) => isWithin(place, one)));
    return found.sort((a, b) => exactness(place, b) - exactness(place, a))[0]?.facts ?? NO_FACTS;
  });
  return (place: string, { event: { type } }: Step): ReadonlyMap<string, string> =>
    type.startsWith('xstate.') || others.has(type) ? NO_FACTS : inPlace(place);
}

const NO_FACTS: ReadonlyMap<string, string> = new Map();

const spell = (entries: ReadonlyMap<string, string | readonly string[]>): string =>
  [...entries].map(([name, value]) => `${name}: ${typeof value === 'string' ? value : value.join(' or ')}`).join('; ');

/** A row as a line of the file. */
const lineOf = ({ where, what, when, to, facts, clauses }: Omit<Row, 'line'>): string =>
  `| ${where.join(', ')} | ${what} | ${spell(when)} | ${to} | ${spell(facts)} | ${clauses.join(', ')} |`;

const lineName = ({ line }: Pick<Row, 'line'>): string => `docs/expected.md, line ${line}`;

/** A timer is named without its state. */
const timerless = (name: string): string => name.replace(/^(xstate\.after\.\w+)\..*/, '$1.*');

/** One step that needs a row. */
interface Seen {
  step: Step;
  end: JourneySnapshot;
  seen: Observation;
}

/** Steps that one row would speak of. */
interface Unsaid {
  row: Omit<Row, 'line' | 'facts'>;
  /** What rows of every press and of every step between two places say. */
  general: ReadonlyMap<string, string>;
  seen: Seen[];
}

export type Table = ReturnType<typeof createTable>;

export function createTable(rows: readonly Row[]) {
  // Most rows name one step, and only the others have to be compared with its name.
  const named = new Map<string, Row[]>();
  const starred: Row[] = [];
  for (const row of rows) {
    const same = named.get(row.what);
    if (row.what.includes('*')) starred.push(row);
    else if (same) same.push(row);
    else named.set(row.what, [row]);
  }
  const used = new Set<Row>(rows.filter(({ what }) => [LEAVES, ENTERS, SHOWN, PRESSED].includes(what) || NO_PRESS.test(what)));
  const tagsBy = new Map(
    rows
      .filter(({ what }) => what === SHOWN)
      .flatMap(({ where, facts }) => where.map((place) => [place, facts.get('tags') ?? ''] as const)),
  );
  const passage = createPassage(rows);
  const presses = createPresses(rows);
  /** Rows for this step in any place. */
  const rowsNamed = lookup((name: string): readonly Row[] => {
    const exact = named.get(name) ?? [];
    return [...exact, ...starred.filter(({ what }) => isLike(name, what))];
  });
  /** By place, then by step: rows for both, the most exact ones first. */
  const candidates = lookup((place: string) =>
    lookup((name: string) =>
      rowsNamed(name)
        .filter(({ where }) => where.some((one) => isWithin(place, one)))
        .sort((a, b) => exactness(place, b) - exactness(place, a) || a.line - b.line),
    ),
  );
  /** Values of the parts of a key. */
  const partsOf = lookup((key: string): readonly string[] => key.split(' | ').map((value) => value.trim()));

  /** The rows for a step in a state with this key. The first one counts; the others would without it. */
  function rowsOf(place: string, name: string, key: string): Row[] {
    const holds = ({ when }: Row): boolean => {
      for (const [part, values] of when) if (!isOneOf(values, wordOf(part, partsOf(key)[PART_NAMES.indexOf(part)] ?? ''))) return false;
      return true;
    };
    return candidates(place)(name).filter(holds);
  }
  const rowOf = (place: string, name: string, key: string): Row | null => rowsOf(place, name, key)[0] ?? null;

  /**
   * What a row says of a step: its own facts, and those that are true of every press, and of every step between the two places.
   * @param left the place after the step; the same place where it stays.
   */
  function factsOf(row: Row, place: string, step: Step, left: string): ReadonlyMap<string, string> {
    const isIdle = row.to === 'stays' && row.facts.size === 0;
    return new Map([...(isIdle ? NO_FACTS : presses(place, step)), ...passage(place, left), ...row.facts]);
  }

  /** What was seen of steps that need a row, by place, step and what comes of it; one row says all of it. */
  const unsaid = new Map<string, Unsaid>();
  /** By the head of a complaint. */
  const unsaidBy = new Map<string, Unsaid>();

  /** @returns the complaint with the row that would answer this step. */
  function withRow(head: string, where: string, place: string, { step, end, seen }: Seen): string {
    const row = { where: [where], what: timerless(step.name), when: new Map(), to: seen.to, clauses: clausesOfStep(place, step) };
    const left = seen.to === 'stays' || seen.to === 'starts again' ? place : seen.to;
    const key = `${where} | ${row.what} | ${seen.to}`;
    const known: Unsaid = unsaid.get(key) ?? { row, general: new Map([...presses(place, step), ...passage(place, left)]), seen: [] };
    unsaid.set(key, known);
    unsaidBy.set(head, known);
    known.seen.push({ step, end, seen });
    return `${head}\n  ${lineOf({ ...row, facts: seen.facts })}`;
  }

  /** The row that says everything which was seen of the steps that this complaint is about. @param head of the complaint; null: it needs no row. */
  function rowToAdd(head: string): string | null {
    const found = unsaidBy.get(head);
    if (!found) return null;
    const facts = new Map<string, string>();
    for (const name of new Set(found.seen.flatMap(({ seen }) => [...seen.facts.keys()]))) {
      const values = new Set(
        found.seen.map(({ seen, end, step }) => seen.facts.get(name) ?? (name === 'borrower' ? 'kept' : factIn(end, name, step))),
      );
      const [value = ANY] = values.size === 1 ? values : [];
      if (found.general.get(name) !== value) facts.set(name, value);
    }
    return lineOf({ ...found.row, facts });
  }

  /** Places of rows that say something which no other row says, by row. */
  const needed = new Map<Row, Set<string>>();
  /** The line that would say the same of a place, by row and place; null: without any, too, nothing may happen. */
  const repeated = new Map<Row, Map<string, number | null>>();

  function compareWithNext(row: Row, place: string, step: Step, key: string, left: string): void {
    const where = row.where.includes(place) ? place : (row.where.find((one) => isWithin(place, one)) ?? place);
    if (needed.get(row)?.has(where)) return;
    const [, next = null] = rowsOf(place, step.name, key);
    const isSame =
      next === null
        ? row.to === 'stays' && row.facts.size === 0 && row.clauses.length === 0 && presses(place, step).size === 0
        : next.to === row.to &&
          spell(new Map([...factsOf(next, place, step, left)].sort())) === spell(new Map([...factsOf(row, place, step, left)].sort())) &&
          row.clauses.every((clause) => next.clauses.includes(clause));
    if (isSame) {
      // It counts without this row.
      if (next !== null) used.add(next);
      const known = repeated.get(row) ?? new Map<string, number | null>();
      repeated.set(row, known.set(where, next?.line ?? null));
    } else {
      needed.set(row, (needed.get(row) ?? new Set()).add(where));
      repeated.get(row)?.delete(where);
    }
  }

  /** What is wrong about the tags of the state that a step leads to; null: nothing. */
  function complaintAboutTags(after: JourneySnapshot): string | null {
    const [there, tags] = [placeOf(after), tagsOf(after)];
    const expected = tagsBy.get(there) ?? '';
    if (tags === expected) return null;
    const line = lineOf({ where: [there], what: SHOWN, when: new Map(), to: 'stays', facts: new Map([['tags', tags]]), clauses: [] });
    return tagsBy.has(there)
      ? `docs/expected.md: ${there} should be shown as "${expected}", and is shown as "${tags}"`
      : `no row says that ${there} is shown as "${tags}"; if it is meant to, add it to the places of such a row of docs/expected.md, or add:\n  ${line}`;
  }

  /**
   * What is wrong about a step by the table, first what it does and then how the place it leads to is shown; empty: nothing.
   * @param key of the state before it.
   * @param after null: nothing happened.
   */
  function complaintsAbout(key: string, before: JourneySnapshot, step: Step, after: JourneySnapshot | null): string[] {
    return [complaintAboutStep(key, before, step, after), after && complaintAboutTags(after)].filter((one) => one !== null);
  }

  function complaintAboutStep(key: string, before: JourneySnapshot, step: Step, after: JourneySnapshot | null): string | null {
    const place = placeOf(before);
    const seen: Observation = after === null ? { to: 'stays', facts: new Map() } : observe(before, step, after);
    const row = rowOf(place, step.name, key);
    if (row === null) {
      const pressed = presses(place, step);
      if (seen.to === 'stays' && [...seen.facts].every(([name, value]) => pressed.get(name) === value)) return null;
      // A link leads to the same page from everywhere else, so one row is enough.
      const isElsewhere = step.event.type === 'xstate.route' && seen.to !== 'stays' && seen.to !== 'starts again';
      const where = isElsewhere ? '*' : place;
      const there = isElsewhere ? '' : ` in ${place}`;
      const head = `no row for "${step.name}"${there}, which leads to ${seen.to}; if it is meant to, add to docs/expected.md:`;
      return withRow(head, where, place, { step, end: after ?? before, seen });
    }
    used.add(row);
    const there = `${lineName(row)}: "${step.name}" in ${place}`;
    // The row is of many places: this one may be the exception.
    const complain = (wrong: string, otherwise = ''): string =>
      row.where.includes(place)
        ? `${there} ${wrong}${otherwise}`
        : withRow(`${there} ${wrong}; if it is meant to here, add before that line:`, place, place, { step, end: after ?? before, seen });
    const to = row.to === STATUS_PAGE ? statusPage(after) : row.to === WAITING_LINK ? afterWaitingLink(before, after) : row.to;
    const isThere = row.to === STATUS_PAGE ? after !== null && after._nodes.some(({ id }) => id === to) : seen.to === to;
    if (!isThere) return complain(`should lead to ${to}, and leads to ${seen.to}`);
    const end = after ?? before;
    // A status may lead to the page on which it is read, which is entered again then.
    const left = row.to === STATUS_PAGE && seen.to === 'stays' ? '' : seen.to === 'stays' || seen.to === 'starts again' ? place : seen.to;
    compareWithNext(row, place, step, key, left);
    const said = factsOf(row, place, step, left);
    for (const [name, value] of said) {
      if (value === ANY) continue;
      const now = seen.facts.get(name) ?? (name === 'borrower' ? 'kept' : factIn(end, name, step));
      if (!isFact(value, now) && !(seen.facts.has('borrower') && !row.facts.has(name)))
        return complain(`should leave ${name}: ${value}, and leaves ${name}: ${now}`);
    }
    for (const [name, value] of seen.facts)
      if (!said.has(name) && !(seen.to === 'starts again' && value === 'loading'))
        return complain(
          `should not change ${name}, and leaves ${name}: ${value}`,
          `; if it is meant to, add "${name}: ${value}" to what is true afterwards`,
        );
    return null;
  }

  /** Home is loaded: a link that waited is followed as if it had been pressed there. */
  function afterWaitingLink(before: JourneySnapshot, after: JourneySnapshot | null): string {
    const waiting = before.context.pendingRoute;
    if (waiting === null || after === null) return HOME;
    const { to, wish, query } = waiting;
    const kind =
      to === '#feedbackDetail' && query['ticketNo'] !== undefined
        ? ' of a ticket'
        : query['channelId'] !== undefined
          ? ' of a channel'
          : '';
    const name = wish === 'apply' ? 'application.opened' : `xstate.route (${to}${kind})`;
    const parts = project(after).split(' | ');
    const key = PART_NAMES.map((part, index) =>
      part === 'place' ? 'places.tabs.home.shown' : part === 'pendingRoute' || part === 'unread' || part === 'origin' ? '' : parts[index],
    ).join(' | ');
    const row = rowOf(HOME, name, key);
    return row === null || row.to === 'stays' ? HOME : row.to;
  }

  return {
    rowOf,
    complaintsAbout,
    rowToAdd,
    /** Rows that no step needed so far, and rows that say of a place what another one says: one sentence each. */
    needless: (): string[] => [
      ...rows.filter((row) => !used.has(row)).map((row) => `${lineName(row)} has a row of "${row.what}" that no step needs`),
      ...[...repeated].flatMap(([row, places]) =>
        [...new Set(places.values())].map((next) => {
          const same = [...places].filter(([, line]) => line === next).map(([where]) => where);
          const why = next === null ? 'and without it nothing may happen either' : `as line ${next} says`;
          return `${lineName(row)} has a needless row of "${row.what}" in ${same.join(', ')}: it leads to ${row.to}, ${why}`;
        }),
      ),
    ],
  };
}

/** `not loading` is every other state. */
const isFact = (value: string, now: string): boolean => (value.startsWith('not ') ? now !== value.slice(4) : now === value);

/** Of a fact that may be one or the other. */
const ANY = 'any';

const HOME = 'tabs.home.shown';

/** By the nodes, which decide the tags. */
const tagsByNodes = new WeakMap<object, string>();
const tagsOf = ({ _nodes, tags }: JourneySnapshot): string => {
  const known = tagsByNodes.get(_nodes);
  if (known !== undefined) return known;
  const names = [...tags]
    .filter((tag) => tag !== 'busy')
    .sort()
    .join(' + ');
  tagsByNodes.set(_nodes, names);
  return names;
};

const statusPage = (after: JourneySnapshot | null): string => {
  const status = after?.context.order?.status;
  return (status === undefined ? undefined : screenOfStatus(status)) ?? 'home';
};

export const readTable = (): Row[] => parseTable(readFileSync(EXPECTED_FILE, 'utf8'));
