/** The places of the app as the figures of a population count them: each page and each passing state is one place. */
import { readChart, type ChartGraph } from '../../chart/graph.ts';
import { journeyChart } from '../../charts/journeyChart.ts';
import type { Names } from './columns.ts';

export const chartGraph: ChartGraph = readChart(journeyChart);

/** Pages with a task. A borrower who leaves such a page before the end of the task, and does nothing more, has given up. */
const TASKS: readonly string[] = [
  'login',
  'register',
  'toBorrow',
  'personalInfo',
  'additionalInfo',
  'idPhotos',
  'bankAccount',
  'loanQuestion',
  'confirmBorrow',
  'agreement',
  'cashier',
  'rollover',
  'proofs',
  'addFeedback',
  'cancellationForm',
];

/** Pages to which borrowers return after they gave up or finished. A journey that ends on one of them has no open task. */
const RESTING: readonly string[] = ['home', 'records', 'me'];

/** The pages of an application in their order, from the sign-in to the offer. */
export const APPLICATION: readonly (readonly string[])[] = [
  ['login', 'register'],
  ['toBorrow'],
  ['personalInfo'],
  ['additionalInfo'],
  ['idPhotos'],
  ['bankAccount'],
  ['loanQuestion'],
  ['reviewTips'],
  ['confirmBorrow'],
];

export interface Place {
  /** Id of the box in the chart; for a state that the present chart does not have, the recorded id of the state. */
  readonly id: string;
  readonly name: string;
  /** The place is a passing state: the app is on its way to a page. */
  readonly isPassing: boolean;
  readonly isTask: boolean;
  readonly isResting: boolean;
}

/** One stay of a journey at a place. */
export interface Visit {
  place: number;
  /** Indices of the step that entered and of the step that left; for the last visit, `to` is the index after the last step. */
  from: number;
  to: number;
  /** Milliseconds since the start of the recording. */
  enteredAt: number;
  leftAt: number;
}

/** The places of a population, and the place of each state. */
export interface Places {
  readonly all: readonly Place[];
  /** By index of a state, the index of its place. */
  readonly of: Uint16Array;
  /** Cache of the visits by recording, because every answer needs the visits; null: no cache. */
  readonly visits: Visit[][] | null;
}

const nameOfBox = new Map(chartGraph.boxes.map(({ id, plain }) => [id, plain]));
const passing = new Set(chartGraph.boxes.filter(({ kind }) => kind === 'passing').map(({ id }) => id));

/** The name of a page, by the id of its box. */
export const placeName = (id: string): string => nameOfBox.get(id) ?? id;

const placeOf = (id: string): Place => ({
  id,
  name: placeName(id),
  isPassing: passing.has(id),
  isTask: TASKS.includes(id),
  isResting: RESTING.includes(id),
});

/** The pages and passing states of one population. No other population may use the result, because it caches visits. */
export function placesOf({ states }: Pick<Names, 'states'>): Places {
  const ids = states.map((state) => chartGraph.boxOf[state] ?? state);
  const all = [...new Set(ids)];
  return { all: all.map(placeOf), of: Uint16Array.from(ids, (id) => all.indexOf(id)), visits: [] };
}

/**
 * Two places for the figures of a state that is no page: place 1 is the state, place 0 is every other state.
 *
 * @param isInside Whether the state with this id belongs to place 1.
 */
export function oneAgainstAll({ states }: Pick<Names, 'states'>, id: string, isInside: (state: string) => boolean): Places {
  const page = chartGraph.boxOf[id] ?? id;
  const elsewhere: Place = { id: '', name: 'Elsewhere', isPassing: false, isTask: false, isResting: false };
  return {
    all: [elsewhere, { ...placeOf(page), id, isPassing: false }],
    of: Uint16Array.from(states, (state) => (isInside(state) ? 1 : 0)),
    visits: null,
  };
}

/** Checks the lists of pages above against the chart. @throws Error when a listed page is not in the chart. */
export function checkPlaces(): void {
  const missing = [...TASKS, ...RESTING, ...APPLICATION.flat()].filter((id) => !nameOfBox.has(id));
  if (missing.length > 0) throw new Error(`no page of the chart is called ${missing.join(', ')}`);
}
