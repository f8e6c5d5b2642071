/** The figures of a population by place: number of journeys, their outcomes, the times they stayed, and their ways. */
import { kindOf } from '../../journey/eventKinds.ts';
import { answerOf } from '../../journey/callAnswers.ts';
import type { Names, Population } from './columns.ts';
import type { Places } from './chartPlaces.ts';
import { judgeVisits, OUTCOMES, visitsOf, type EventKinds, type Outcome } from './visits.ts';

export interface PlaceFigures {
  readonly place: Places['all'][number];
  /** Number of journeys that came to the place. It is the sum of the outcomes. */
  readonly came: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** Milliseconds that each journey spent at the place before it left, ascending. Journeys that did not leave are omitted. */
  readonly stays: Float64Array;
}

export interface Figures {
  /** The examined recordings. */
  readonly selection: Uint32Array;
  readonly places: Places;
  readonly byPlace: readonly PlaceFigures[];
  /** By `from>to` (ids of places), the number of journeys that took this way. */
  readonly arrows: ReadonlyMap<string, number>;
  /** At `position in the selection * number of places + place`: an index of OUTCOMES plus one; 0: did not come. */
  readonly outcomes: Uint8Array;
}

/** Events of a borrower who has finished. A journey that leaves a page by one of these events has not given up. */
const FINISHING: readonly string[] = ['receipt.closed', 'decline.confirmed'];

export function eventKindsOf({ events }: Pick<Names, 'events'>): EventKinds {
  return {
    isPerson: Uint8Array.from(events, (type) => (type !== '' && !FINISHING.includes(type) && kindOf({ type }) === 'person' ? 1 : 0)),
    isDone: Uint8Array.from(events, (type) => (answerOf(type)?.is === 'done' ? 1 : 0)),
  };
}

export function figuresOf(population: Population, selection: Uint32Array, places: Places): Figures {
  const { all } = places;
  const size = all.length;
  const kinds = eventKindsOf(population.names);
  const outcomes = new Uint8Array(selection.length * size);
  /** At `from * size + to`: the position of the last journey that took this way, plus one; and the number of journeys. */
  const lastOn = new Uint32Array(size * size);
  const counts = new Uint32Array(size * size);
  const stays: number[][] = all.map(() => []);
  const spent = new Float64Array(size);
  selection.forEach((recording, position) => {
    const visits = visitsOf(population, places, recording);
    judgeVisits(population, places, kinds, visits, outcomes.subarray(position * size, (position + 1) * size));
    spent.fill(-1);
    visits.forEach(({ place, enteredAt, leftAt }, at) => {
      const after = visits[at + 1];
      if (!after) return;
      spent[place] = Math.max(0, spent[place] as number) + leftAt - enteredAt;
      const way = place * size + after.place;
      if (lastOn[way] === position + 1) return;
      lastOn[way] = position + 1;
      counts[way] = (counts[way] as number) + 1;
    });
    for (let place = 0; place < size; place++) if ((spent[place] as number) >= 0) (stays[place] as number[]).push(spent[place] as number);
  });

  const arrows = new Map<string, number>();
  counts.forEach((journeys, way) => {
    if (journeys > 0) arrows.set(`${all[Math.floor(way / size)]?.id}>${all[way % size]?.id}`, journeys);
  });
  const outcomeCounts = new Uint32Array(size * (OUTCOMES.length + 1));
  outcomes.forEach((outcome, at) => {
    const cell = (at % size) * (OUTCOMES.length + 1) + outcome;
    outcomeCounts[cell] = (outcomeCounts[cell] as number) + 1;
  });
  const byPlace = all.map((place, at): PlaceFigures => {
    const of = OUTCOMES.map((name, i) => [name, outcomeCounts[at * (OUTCOMES.length + 1) + 1 + i] as number] as const);
    return {
      place,
      came: of.reduce((sum, [, count]) => sum + count, 0),
      outcomes: Object.fromEntries(of) as Record<Outcome, number>,
      stays: Float64Array.from(stays[at] as number[]).sort(),
    };
  });
  return { selection, places, byPlace, arrows, outcomes };
}

export const placeFigures = ({ byPlace }: Figures, id: string): PlaceFigures | null => byPlace.find(({ place }) => place.id === id) ?? null;

/** A quantile of ascending numbers, by the nearest rank; null: no numbers. @param share Between 0 and 1. */
export const quantile = (sorted: ArrayLike<number>, share: number): number | null =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;

/** Recordings that came to a place and have one of the wanted outcomes there. */
export function recordingsAt({ selection, places, outcomes }: Figures, id: string, wanted: readonly Outcome[] = OUTCOMES): Uint32Array {
  const size = places.all.length;
  const place = places.all.findIndex((one) => one.id === id);
  if (place < 0) return new Uint32Array();
  const codes = wanted.map((one) => OUTCOMES.indexOf(one) + 1);
  return selection.filter((_, position) => codes.includes(outcomes[position * size + place] as number));
}

/** Recordings that came to a place and left it, so that the time of the stay is known. */
export function leftBy(population: Population, { selection, places }: Figures, id: string): Uint32Array {
  return selection.filter((recording) => {
    const visits = visitsOf(population, places, recording);
    return visits.some(({ place }, at) => at < visits.length - 1 && places.all[place]?.id === id);
  });
}

/** Recordings that went directly from one place to another. */
export function recordingsOnWay(population: Population, { selection, places }: Figures, way: string): Uint32Array {
  return selection.filter((recording) => {
    const visits = visitsOf(population, places, recording);
    return visits.some((visit, at) => {
      const next = visits[at + 1];
      return next !== undefined && `${places.all[visit.place]?.id}>${places.all[next.place]?.id}` === way;
    });
  });
}

/** Outcomes that count as lost. */
export const LOST: readonly Outcome[] = ['gaveUp', 'problem'];
export const lostAt = ({ outcomes: { gaveUp, problem } }: Pick<PlaceFigures, 'outcomes'>): number => gaveUp + problem;
