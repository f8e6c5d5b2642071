/** The places of the app as a population sees them: each page and each passing state is one place. */
import { readChart, type ChartGraph } from '../../chart/graph.ts';
import { journeyChart } from '../../charts/journeyChart.ts';
import type { Names } from './columns.ts';

export const chartGraph: ChartGraph = readChart(journeyChart);

/** Pages on which the borrower has something to finish. To leave them for good before that is to give up. */
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

/** Where everybody ends up who has given something up, or is done. */
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
  /** Id of the box in the chart; of a state that this chart does not have, what it was called. */
  readonly id: string;
  readonly name: string;
  /** Nobody stays here: the app is on its way to a page. */
  readonly isPassing: boolean;
  readonly isTask: boolean;
  readonly isResting: boolean;
}

/** One stay of a journey at a place. */
export interface Visit {
  place: number;
  /** Index of the step that entered, and of the one that left; of the last visit, the number of steps. */
  from: number;
  to: number;
  /** Milliseconds since the start of the recording. */
  enteredAt: number;
  leftAt: number;
}

/** Divides the states of a population into places. */
export interface Places {
  readonly all: readonly Place[];
  /** By index of a state, the index of its place. */
  readonly of: Uint16Array;
  /** Visits by recording that were worked out already, because every answer asks for them; null: they are not kept. */
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

/** The pages, and what leads from one to the next. Of one population only: the visits are kept. */
export function placesOf({ states }: Pick<Names, 'states'>): Places {
  const ids = states.map((state) => chartGraph.boxOf[state] ?? state);
  const all = [...new Set(ids)];
  return { all: all.map(placeOf), of: Uint16Array.from(ids, (id) => all.indexOf(id)), visits: [] };
}

/**
 * One state, or one group of states, against everything else: for the figures of what is no page. Place 1 is the
 * state.
 *
 * @param isInside Whether a state belongs to it, by its id.
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

/** @throws Error when the chart has no such page: the lists above are of this chart. */
export function checkPlaces(): void {
  const missing = [...TASKS, ...RESTING, ...APPLICATION.flat()].filter((id) => !nameOfBox.has(id));
  if (missing.length > 0) throw new Error(`no page of the chart is called ${missing.join(', ')}`);
}
