/** Checks every step of the chart against the table of the intended outcomes, `docs/expected.md`, which people maintain. */
import { screenOfStatus } from '#machines/model/orderStatus.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { PART_NAMES, project, type PartName } from '../projection.ts';
import type { Step } from '../steps.ts';
import { createMissingRows } from './missingRows.ts';
import { createNeedlessRows, placeLeft } from './needlessRows.ts';
import { factAfter, observe, placeOf, type Observation } from './observe.ts';
import {
  ANY,
  createPassage,
  createPresses,
  ENTERS,
  exactness,
  isLike,
  isOneOf,
  isWithin,
  LEAVES,
  lineName,
  lineOf,
  lookup,
  NO_FACTS,
  NO_PRESS,
  PRESSED,
  SHOWN,
  STATUS_PAGE,
  WAITING_LINK,
  wordOf,
  type Row,
} from './tableRows.ts';

export type Table = ReturnType<typeof createTable>;

export function createTable(rows: readonly Row[]) {
  // Most rows name one step and are found by its name; only rows with a star are compared with every name.
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
  /** Rows by place and then by step, the most exact ones first. */
  const candidates = lookup((place: string) =>
    lookup((name: string) =>
      rowsNamed(name)
        .filter(({ where }) => where.some((one) => isWithin(place, one)))
        .sort((a, b) => exactness(place, b) - exactness(place, a) || a.line - b.line),
    ),
  );
  /** Values of the parts of a key. */
  const partsOf = lookup((key: string): readonly string[] => key.split(' | ').map((value) => value.trim()));

  /** The rows for a step in a state with this key. The first row applies; without it, the next one would. */
  function rowsOf(place: string, name: string, key: string): Row[] {
    const holds = ({ when }: Row): boolean => {
      for (const [part, values] of when) if (!isOneOf(values, wordOf(part, partsOf(key)[PART_NAMES.indexOf(part)] ?? ''))) return false;
      return true;
    };
    return candidates(place)(name).filter(holds);
  }
  const rowOf = (place: string, name: string, key: string): Row | null => rowsOf(place, name, key)[0] ?? null;

  /**
   * The facts that a row expects of a step: its own facts, and those of every press and of every step between the two places.
   * @param left the place after the step; the same place where it stays.
   */
  function factsOf(row: Row, place: string, step: Step, left: string): ReadonlyMap<string, string> {
    const isIdle = row.to === 'stays' && row.facts.size === 0;
    return new Map([...(isIdle ? NO_FACTS : presses(place, step)), ...passage(place, left), ...row.facts]);
  }

  const { withRow, rowToAdd } = createMissingRows(
    (place, to, step) => new Map([...presses(place, step), ...passage(place, placeAfter(place, to))]),
  );

  const needlessRows = createNeedlessRows(rows, used, { rowsOf, factsOf, presses });

  /** Keys of the states in which a row's target was reached, and was not, by row and place. */
  const reached = createKeys();
  const missed = createKeys();

  /** The condition that holds where the target of a row is not reached: the part of the key that tells these states apart. */
  function conditionOf(row: Row, place: string): Row['when'] {
    const [others, these] = [reached.of(row, place), missed.of(row, place)];
    if (others.length === 0) return new Map();
    const valuesOf = (keys: readonly string[], index: number): Set<string> => new Set(keys.map((key) => partsOf(key)[index] ?? ''));
    const telling = PART_NAMES.flatMap((part, index) => {
      const [elsewhere, here] = [valuesOf(others, index), [...valuesOf(these, index)]];
      return part === 'place' || here.some((value) => elsewhere.has(value)) ? [] : [{ part, values: here }];
    }).sort((a, b) => a.values.length - b.values.length);
    const [first] = telling;
    return first ? new Map([[first.part, first.values.map((value) => wordOf(first.part, value)).sort()]]) : UNKNOWN;
  }

  /** The complaint about the tags of the state that a step leads to; null: the tags are as expected. */
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
   * Complaints about a step: first about its outcome, then about the tags of the place that it leads to.
   * @param key of the state before the step.
   * @param after the snapshot after the step; null: nothing happened.
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
    // The row is for many places, so this place may be an intended exception.
    const complain = (wrong: string, otherwise = ''): string =>
      row.where.includes(place)
        ? `${there} ${wrong}${otherwise}`
        : withRow(`${there} ${wrong}; if it is meant to here, add before that line:`, place, place, { step, end: after ?? before, seen });
    const to = row.to === STATUS_PAGE ? statusPage(after) : row.to === WAITING_LINK ? afterWaitingLink(before, after) : row.to;
    const isThere = row.to === STATUS_PAGE ? after !== null && after._nodes.some(({ id }) => id === to) : seen.to === to;
    (isThere ? reached : missed).add(row, place, key);
    if (!isThere) {
      const wrong = `should lead to ${to}, and leads to ${seen.to}`;
      if (!row.where.includes(place)) return complain(wrong);
      const head = `${there} ${wrong}; if it is meant to, correct that row, or add before that line a row with the condition:`;
      return withRow(head, place, place, { step, end: after ?? before, seen }, () => conditionOf(row, place));
    }
    const end = after ?? before;
    const left = placeLeft(row, place, seen.to);
    needlessRows.compare(row, place, step, key, left);
    const said = factsOf(row, place, step, left);
    for (const [name, value] of said) {
      if (value === ANY) continue;
      const now = factAfter(seen, name, end, step);
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

  /** The place after home is loaded: a waiting link leads to the same place as if it were pressed on home. */
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
    /** The line with the places from which no link leads on; null: there is none. */
    linksLine: rows.find(({ what, to, when }) => what === 'xstate.route (*)' && to === 'stays' && when.size === 0)?.line ?? null,
    needless: needlessRows.needless,
  };
}

/** A condition that no part of the key expresses. */
const UNKNOWN: Row['when'] = new Map([['…' as PartName, ['…']]]);

/** Keys of states by row and place. */
function createKeys() {
  const keys = new Map<Row, Map<string, Set<string>>>();
  return {
    add(row: Row, place: string, key: string): void {
      const byPlace = keys.get(row) ?? new Map<string, Set<string>>();
      keys.set(row, byPlace);
      const known = byPlace.get(place);
      if (known) known.add(key);
      else byPlace.set(place, new Set([key]));
    },
    of: (row: Row, place: string): string[] => [...(keys.get(row)?.get(place) ?? [])],
  };
}

/** The place after a step. */
const placeAfter = (place: string, to: string): string => (to === 'stays' || to === 'starts again' ? place : to);

/** `not loading` is every other state. */
const isFact = (value: string, now: string): boolean => (value.startsWith('not ') ? now !== value.slice(4) : now === value);

const HOME = 'tabs.home.shown';

/** Tags of a snapshot, cached by the array of its nodes, which decide the tags. */
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
