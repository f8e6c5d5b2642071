/** The differences between two populations beyond chance, and the groups of one population that are lost more often. */
import type { Population } from './columns.ts';
import { CRITERIA, type Criterion } from './filter.ts';
import { LOST, quantile, recordingsAt, type Figures } from './placeFigures.ts';
import { lastAt, problemsOf } from './countedAnswers.ts';
import { OUTCOMES } from './visits.ts';
import { ACCEPTED, compareShares, falseDiscovery, mannWhitney, type Test } from './statistics.ts';

export interface Change {
  /** "Lost at Personal information". */
  readonly what: string;
  readonly unit: 'share' | 'ms';
  /** A share between 0 and 1, or milliseconds; null: the side has no journeys. */
  readonly here: number | null;
  readonly there: number | null;
  /** Number of journeys from which `here` and `there` are computed. */
  readonly of: number;
  readonly otherOf: number;
  /** The recordings of the first and of the second population that the figures count. */
  readonly recordings: Uint32Array;
  readonly others: Uint32Array;
  readonly test: Test['name'];
  /** Probability that chance explains the difference, corrected for the number of tests. */
  readonly q: number;
  readonly isBeyondChance: boolean;
}

type Measured = Omit<Change, 'q' | 'isBeyondChance' | 'test'> & { result: Test };

const shareOf = (hits: number, of: number): number | null => (of === 0 ? null : hits / of);

function share(what: string, hits: Uint32Array, of: number, others: Uint32Array, otherOf: number): Measured {
  return {
    what,
    unit: 'share',
    here: shareOf(hits.length, of),
    there: shareOf(others.length, otherOf),
    of,
    otherOf,
    recordings: hits,
    others,
    result: compareShares(hits.length, of, others.length, otherOf),
  };
}

/** With fewer journeys on both sides together, a field, a problem or a stay is not compared. */
const LEAST = 10;

function judged(measured: readonly Measured[]): Change[] {
  const q = falseDiscovery(measured.map(({ result }) => result.p));
  return measured
    .map(({ result, ...rest }, at): Change => ({
      ...rest,
      test: result.name,
      q: q[at] as number,
      isBeyondChance: (q[at] as number) < ACCEPTED,
    }))
    .sort((a, b) => a.q - b.q);
}

/**
 * Compares the journeys lost at each task and at each of its fields, as shares of the journeys that came to the page; each
 * problem, as a share of all journeys; and the time spent at each page. The correction counts every test. The most
 * certain change comes first.
 */
export function changesOf(population: Population, here: Figures, there: Figures, label: (field: string) => string): Change[] {
  const measured: Measured[] = [];
  for (const [at, one] of here.byPlace.entries()) {
    const other = there.byPlace[at];
    const { place } = one;
    if (!other || place.isPassing || one.came + other.came === 0) continue;
    if (place.isTask) {
      measured.push(
        share(`Lost at ${place.name}`, recordingsAt(here, place.id, LOST), one.came, recordingsAt(there, place.id, LOST), other.came),
      );
      const [fields, otherFields] = [lastAt(population, here, place.id).fields, lastAt(population, there, place.id).fields];
      for (const name of new Set([...fields, ...otherFields].map((line) => line.name))) {
        const [hits, others] = [fields, otherFields].map(
          (lines) => lines.find((line) => line.name === name)?.recordings ?? new Uint32Array(),
        );
        if (name === '' || !hits || !others || hits.length + others.length < LEAST) continue;
        measured.push(share(`Lost at ${place.name}, field ${label(name)}`, hits, one.came, others, other.came));
      }
    }
    const [stay, otherStay] = [one.stays, other.stays];
    if (stay.length + otherStay.length < LEAST) continue;
    measured.push({
      what: `Stay at ${place.name} (median)`,
      unit: 'ms',
      here: quantile(stay, 0.5),
      there: quantile(otherStay, 0.5),
      of: stay.length,
      otherOf: otherStay.length,
      recordings: recordingsAt(here, place.id),
      others: recordingsAt(there, place.id),
      result: mannWhitney(stay, otherStay),
    });
  }
  const [problems, otherProblems] = [problemsOf(population, here), problemsOf(population, there)];
  const keyOf = ({ name, fields }: (typeof problems)[number]): string =>
    `${name}${fields.length === 0 ? '' : ` (${fields.map(label).join(', ')})`}`;
  for (const key of new Set([...problems, ...otherProblems].map(keyOf))) {
    const [hits, others] = [problems, otherProblems].map(
      (lines) => lines.find((line) => keyOf(line) === key)?.recordings ?? new Uint32Array(),
    );
    if (!hits || !others || hits.length + others.length < LEAST) continue;
    measured.push(share(`Problem: ${key}`, hits, here.selection.length, others, there.selection.length));
  }
  return judged(measured);
}

/** A group of recordings with one value of a criterion, or with two values of different criteria. */
export type Group = Readonly<Partial<Record<Criterion, string>>>;

export interface Hit extends Change {
  readonly group: Group;
  /** Id of the page. */
  readonly place: string;
}

/** Groups of fewer journeys are too small for a finding. */
const SMALLEST_GROUP = 20;

/**
 * Groups that are lost at a page more often than all other journeys: every value of a criterion, and every pair of
 * values of two criteria. The most certain group comes first; with equal certainty, the group with fewer values.
 */
export function hitGroups({ names, recordings }: Population, figures: Figures): Hit[] {
  const { selection, places, outcomes } = figures;
  const size = places.all.length;
  const members = new Map<string, { group: Group; positions: number[] }>();
  const join = (group: Group, position: number): void => {
    const key = JSON.stringify(group);
    const known = members.get(key);
    if (known) known.positions.push(position);
    else members.set(key, { group, positions: [position] });
  };
  const varying = CRITERIA.filter((criterion) => new Set(selection.map((one) => recordings[criterion][one] as number)).size > 1);
  selection.forEach((recording, position) => {
    const values = varying.map((criterion) => [criterion, names.words[recordings[criterion][recording] as number] as string] as const);
    values.forEach(([criterion, value], at) => {
      join({ [criterion]: value }, position);
      for (const [other, second] of values.slice(at + 1)) join({ [criterion]: value, [other]: second }, position);
    });
  });
  const isLost = new Set(LOST.map((one) => 1 + OUTCOMES.indexOf(one)));
  const measured: { group: Group; place: string; lost: Uint32Array; of: number; allLost: number; came: number; result: Test }[] = [];
  for (const { group, positions } of members.values()) {
    if (positions.length < SMALLEST_GROUP) continue;
    for (const [at, { place, came, outcomes: all }] of figures.byPlace.entries()) {
      if (!place.isTask || came === 0) continue;
      const here = positions.filter((position) => outcomes[position * size + at] !== 0);
      const lost = here.filter((position) => isLost.has(outcomes[position * size + at] as number));
      const allLost = all.gaveUp + all.problem;
      if (here.length < SMALLEST_GROUP || here.length === came) continue;
      const rest = came - here.length;
      measured.push({
        group,
        place: place.id,
        lost: Uint32Array.from(lost, (position) => selection[position] as number),
        of: here.length,
        allLost,
        came,
        result: compareShares(lost.length, here.length, allLost - lost.length, rest),
      });
    }
  }
  const q = falseDiscovery(measured.map(({ result }) => result.p));
  return measured
    .map((one, at) => ({ ...one, q: q[at] as number }))
    .filter(({ lost, of, allLost, came, q: certainty }) => certainty < ACCEPTED && lost.length / of > (allLost - lost.length) / (came - of))
    .sort((a, b) => a.q - b.q || Object.keys(a.group).length - Object.keys(b.group).length)
    .map(({ group, place, lost, of, came, result, q: certainty }): Hit => {
      const inGroup = new Set(lost);
      const others = recordingsAt(figures, place, LOST).filter((one) => !inGroup.has(one));
      const name = figures.byPlace.find((one) => one.place.id === place)?.place.name ?? place;
      const { result: _again, ...found } = share(`Lost at ${name}`, lost, of, others, came - of);
      return { ...found, group, place, test: result.name, q: certainty, isBeyondChance: true };
    });
}
