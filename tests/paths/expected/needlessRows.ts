/**
 * Rows without which the table would expect the same. A row is needless in a place when the next row expects the same of every
 * step there, in every state of the graph. The exploration compares few states of a place with the table where the outcome of a
 * step is known from another state, so the others are looked up at the end.
 */
import type { Graph } from '../explore.ts';
import { placeOfKey } from '../projection.ts';
import type { Step } from '../steps.ts';
import { isLike, isWithin, lineName, spell, STATUS_PAGE, type Row } from './tableRows.ts';

type Facts = ReadonlyMap<string, string>;

interface Rules {
  /** The rows for a step in a state with this key, the one that applies first. */
  rowsOf: (place: string, name: string, key: string) => readonly Row[];
  /** What a row expects of a step. @param left the place after it. */
  factsOf: (row: Row, place: string, step: Step, left: string) => Facts;
  /** What every press does in a place. */
  presses: (place: string, step: Step) => Facts;
}

const isWithinRow = (place: string, { where }: Row): boolean => where.some((one) => isWithin(place, one));

/** The place of a row that this place is in. */
const whereIn = (row: Row, place: string): string =>
  row.where.includes(place) ? place : (row.where.find((one) => isWithin(place, one)) ?? place);

/** The place after a step, for the facts of rows of places. A status may lead to the page on which it was read, which is entered again. */
export const placeLeft = (row: Row, place: string, to: string): string =>
  to !== 'stays' && to !== 'starts again' ? to : row.to === STATUS_PAGE && to === 'stays' ? '' : place;

/** @param used rows that a step needed so far, and those that need no step. */
export function createNeedlessRows(rows: readonly Row[], used: Set<Row>, { rowsOf, factsOf, presses }: Rules) {
  /** Places for which a row is needed, because no other row expects the same, by row. */
  const needed = new Map<Row, Set<string>>();
  /** The line of a row that expects the same, by row and place; null: no row is needed, because nothing may happen. */
  const repeated = new Map<Row, Map<string, number | null>>();

  const isSame = (row: Row, next: Row | null, place: string, step: Step, left: string): boolean =>
    next === null
      ? row.to === 'stays' && row.facts.size === 0 && row.clauses.length === 0 && presses(place, step).size === 0
      : next.to === row.to &&
        spell(new Map([...factsOf(next, place, step, left)].sort())) === spell(new Map([...factsOf(row, place, step, left)].sort())) &&
        row.clauses.every((clause) => next.clauses.includes(clause));

  /** Compares the row that applies to a step with the row that would apply without it. */
  function compare(row: Row, place: string, step: Step, key: string, left: string): void {
    const where = whereIn(row, place);
    if (needed.get(row)?.has(where)) return;
    const [, next = null] = rowsOf(place, step.name, key);
    if (isSame(row, next, place, step, left)) {
      // The next row applies if this row is removed.
      if (next !== null) used.add(next);
      const known = repeated.get(row) ?? new Map<string, number | null>();
      repeated.set(row, known.set(where, next?.line ?? null));
    } else {
      needed.set(row, (needed.get(row) ?? new Set()).add(where));
      repeated.get(row)?.delete(where);
    }
  }

  /** Compares the rows in question in all states of their places, whose steps the exploration may not have taken. */
  function compareInGraph(edges: Graph['edges']): void {
    const inQuestion = [...rows.filter((row) => !used.has(row)), ...repeated.keys()];
    if (inQuestion.length === 0) return;
    for (const [key, steps] of edges) {
      const place = placeOfKey(key);
      const ofPlace = inQuestion.filter((row) => isWithinRow(place, row));
      if (ofPlace.length === 0) continue;
      for (const { step, to } of steps) {
        const ofStep = ofPlace.filter(({ what }) => isLike(step.name, what));
        const [row] = ofStep.length === 0 ? [] : rowsOf(place, step.name, key);
        if (row === undefined || !ofStep.includes(row)) continue;
        const reached = placeOfKey(to) === place ? 'stays' : placeOfKey(to);
        if (reached === row.to) used.add(row);
        compare(row, place, step, key, placeLeft(row, place, reached));
      }
    }
  }

  /**
   * Rows that no step needed so far, and rows that expect the same of a place as another row: one sentence each.
   * @param edges of the explored graph.
   */
  function needless(edges: Graph['edges']): string[] {
    compareInGraph(edges);
    return [
      ...rows.filter((row) => !used.has(row)).map((row) => `${lineName(row)} has a row of "${row.what}" that no step needs`),
      ...[...repeated].flatMap(([row, places]) =>
        [...new Set(places.values())].map((next) => {
          const same = [...places].filter(([, line]) => line === next).map(([where]) => where);
          const why = next === null ? 'and without it nothing may happen either' : `as line ${next} says`;
          return `${lineName(row)} has a needless row of "${row.what}" in ${same.join(', ')}: it leads to ${row.to}, ${why}`;
        }),
      ),
    ];
  }

  return { compare, needless };
}
