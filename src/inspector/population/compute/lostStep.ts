/** The end of a lost journey: the last visit, the problem, and the step at which the inspector opens the recording. */
import type { Visit } from './chartPlaces.ts';
import type { Population } from './columns.ts';
import { LOST, type Figures } from './placeFigures.ts';
import { endingProblem, OUTCOMES, visitsOf, type EventKinds } from './visits.ts';

export interface LostVisit {
  readonly visit: Visit;
  readonly outcome: (typeof LOST)[number];
  /** The recording ends with this visit. */
  readonly isLast: boolean;
}

/**
 * The last visit to the last page where the borrower was lost.
 *
 * @param position Index of the recording in the selection of the figures.
 * @returns null: the borrower was lost nowhere.
 */
export function lostVisit(population: Population, { selection, places, outcomes }: Figures, position: number): LostVisit | null {
  const visits = visitsOf(population, places, selection[position] as number);
  for (let at = visits.length - 1; at >= 0; at--) {
    const visit = visits[at] as Visit;
    const outcome = OUTCOMES[(outcomes[position * places.all.length + visit.place] as number) - 1];
    if (outcome && LOST.includes(outcome)) return { visit, outcome, isLast: at === visits.length - 1 };
  }
  return null;
}

/** Index of the problem in which a lost journey ended; 0: the borrower gave up. */
export const problemOfLost = (population: Population, kinds: EventKinds, { visit, outcome, isLast }: LostVisit): number =>
  outcome === 'problem' ? endingProblem(population, kinds, visit, isLast) : 0;

export interface LostAt {
  /** Name of the page. */
  readonly page: string;
  readonly outcome: LostVisit['outcome'];
}

/** The last page where the borrower was lost; null as for {@link lostStep}. */
export function lostAt(population: Population, figures: Figures, recording: number): LostAt | null {
  const position = figures.selection.indexOf(recording);
  const lost = position < 0 ? null : lostVisit(population, figures, position);
  const place = lost && figures.places.all[lost.visit.place];
  return lost && place ? { page: place.name, outcome: lost.outcome } : null;
}

/**
 * The last step at the last page where the borrower was lost. Step 0 is the start of the recording.
 *
 * @returns null: the figures do not include the recording, or the borrower was lost nowhere.
 */
export function lostStep(population: Population, figures: Figures, recording: number): number | null {
  const position = figures.selection.indexOf(recording);
  const lost = position < 0 ? null : lostVisit(population, figures, position);
  return lost ? lost.visit.to - 1 - (population.recordings.first[recording] as number) : null;
}
