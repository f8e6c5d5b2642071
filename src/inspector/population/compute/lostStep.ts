/** Where a journey was lost: the step at which its recording is opened. */
import type { Population } from './columns.ts';
import { LOST, type Figures } from './placeFigures.ts';
import { OUTCOMES, visitsOf } from './visits.ts';

const isLost = (outcome: number): boolean => LOST.some((one) => OUTCOMES.indexOf(one) + 1 === outcome);

/**
 * The last step at the last page where the borrower was lost, the start of the recording being step 0.
 *
 * @returns null: the recording is not among those of the figures, or its borrower was lost nowhere.
 */
export function lostStep(population: Population, { selection, places, outcomes }: Figures, recording: number): number | null {
  const position = selection.indexOf(recording);
  if (position < 0) return null;
  const visit = [...visitsOf(population, places, recording)]
    .reverse()
    .find(({ place }) => isLost(outcomes[position * places.all.length + place] as number));
  return visit ? visit.to - 1 - (population.recordings.first[recording] as number) : null;
}
