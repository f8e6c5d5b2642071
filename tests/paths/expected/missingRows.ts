/** Rows that the table lacks: one for each step and target, with all values of the facts that were observed. */
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { Step } from '../steps.ts';
import { clausesOfStep } from './clausesOf.ts';
import { factAfter, type Observation } from './observe.ts';
import { ANY, lineOf, type Row } from './tableRows.ts';

/** A timer is named without its state. */
const timerless = (name: string): string => name.replace(/^(xstate\.after\.\w+)\..*/, '$1.*');

/** One step that needs a row. */
export interface Seen {
  step: Step;
  end: JourneySnapshot;
  seen: Observation;
}

/** Steps that one row would describe. */
interface Unsaid {
  row: Omit<Row, 'line' | 'facts'>;
  /** Facts from the rows of every press and of every step between two places. */
  general: ReadonlyMap<string, string>;
  seen: Seen[];
  /** The condition under which the steps are seen, known when all steps were taken. */
  condition: () => Row['when'];
}

/** @param generalFacts facts from the rows of every press and of every step between two places, for a step in a place. */
export function createMissingRows(generalFacts: (place: string, to: string, step: Step) => ReadonlyMap<string, string>) {
  /** Observed steps that need a row, by place, step and target; one row describes all steps of an entry. */
  const unsaid = new Map<string, Unsaid>();
  /** By the head of a complaint. */
  const unsaidBy = new Map<string, Unsaid>();

  /**
   * @param condition of the row, asked for when all steps were taken; by default none.
   * @returns the complaint with the row that describes this step.
   */
  function withRow(
    head: string,
    where: string,
    place: string,
    { step, end, seen }: Seen,
    condition: () => Row['when'] = () => new Map(),
  ): string {
    const row = { where: [where], what: timerless(step.name), when: new Map(), to: seen.to, clauses: clausesOfStep(place, step) };
    const key = `${where} | ${row.what} | ${seen.to}`;
    const known: Unsaid = unsaid.get(key) ?? { row, general: generalFacts(place, seen.to, step), seen: [], condition };
    unsaid.set(key, known);
    unsaidBy.set(head, known);
    known.seen.push({ step, end, seen });
    return `${head}\n  ${lineOf({ ...row, facts: seen.facts })}`;
  }

  /** @returns the row that describes all observed steps of this complaint; null: it needs no row. @param head of the complaint. */
  function rowToAdd(head: string): string | null {
    const found = unsaidBy.get(head);
    if (!found) return null;
    const facts = new Map<string, string>();
    for (const name of new Set(found.seen.flatMap(({ seen }) => [...seen.facts.keys()]))) {
      const values = new Set(found.seen.map(({ seen, end, step }) => factAfter(seen, name, end, step)));
      const [value = ANY] = values.size === 1 ? values : [];
      if (found.general.get(name) !== value) facts.set(name, value);
    }
    return lineOf({ ...found.row, when: found.condition(), facts });
  }

  return { withRow, rowToAdd };
}
