/** A journey as visits to places, and its outcome at each place. */
import type { Population } from './columns.ts';
import type { Places, Visit } from './chartPlaces.ts';

/** The outcomes of a journey at a place. Exactly one is true for each place to which the journey came. */
export const OUTCOMES = ['wentOn', 'wentBack', 'gaveUp', 'problem', 'stayed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Names of the outcomes: "gave up". */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  wentOn: 'went on',
  wentBack: 'went back',
  gaveUp: 'gave up',
  problem: 'ended in a problem',
  stayed: 'stayed',
};

export function visitsOf(population: Population, places: Places, recording: number): readonly Visit[] {
  const known = places.visits?.[recording];
  if (known) return known;
  const found = followed(population, places, recording);
  if (places.visits) places.visits[recording] = found;
  return found;
}

function followed({ recordings, steps }: Population, { of }: Places, recording: number): Visit[] {
  const [first, end] = [recordings.first[recording] as number, recordings.first[recording + 1] as number];
  const visits: Visit[] = [];
  let now: Visit | null = null;
  for (let step = first; step < end; step++) {
    const place = of[steps.state[step] as number] as number;
    const at = steps.at[step] as number;
    if (now && now.place === place) {
      now.to = step + 1;
      now.leftAt = at;
      continue;
    }
    if (now) {
      now.to = step;
      now.leftAt = at;
    }
    now = { place, from: step, to: step + 1, enteredAt: at, leftAt: at };
    visits.push(now);
  }
  return visits;
}

/** By index of an event, 1 for the kind: an act of the borrower that finishes nothing, or an answer that succeeded. */
export interface EventKinds {
  isPerson: Uint8Array;
  isDone: Uint8Array;
}

/** Index of the last problem in a visit; 0: the visit had no problem, or an answer succeeded after the problem. */
function lastProblem({ steps }: Population, { isDone }: EventKinds, { from, to }: Visit): number {
  for (let step = to - 1; step > from; step--) {
    const problem = steps.problem[step] as number;
    if (problem !== 0) return problem;
    if (isDone[steps.event[step] as number] === 1) return 0;
  }
  return 0;
}

/** Index of the problem in which a lost journey ended; 0: none. @param isLast Whether the recording ends with the visit. */
export const endingProblem = (population: Population, kinds: EventKinds, visit: Visit, isLast: boolean): number =>
  (isLast ? 0 : (population.steps.problem[visit.to] as number)) || lastProblem(population, kinds, visit);

/**
 * Sets the outcome of a journey at each place. The last visit to a place decides.
 *
 * - Went on: the journey left for a page where it had not been before, or an answer led to another page.
 * - Went back: the borrower left for a page where the journey had been before.
 * - Gave up: the place has a task, and the recording ends there, or the borrower left for a resting page and did nothing more.
 * - Ended in a problem: as gave up, but the last answer at the place was a problem, or a problem led away.
 * - Stayed: the recording ends at a place without a task, or on the way from there to a page.
 *
 * @param outcomes Output: by place, an index of OUTCOMES plus one.
 */
export function judgeVisits(
  population: Population,
  { all }: Places,
  kinds: EventKinds,
  visits: readonly Visit[],
  outcomes: Uint8Array,
): void {
  const { steps } = population;
  const firstVisit = new Map<number, number>();
  visits.forEach(({ place }, at) => firstVisit.set(place, firstVisit.get(place) ?? at));
  /** Whether all visits after the present one are to resting pages and passing states. */
  let onlyRest = true;
  let next: number | null = null;
  const judged = new Set<number>();
  for (let at = visits.length - 1; at >= 0; at--) {
    const visit = visits[at] as Visit;
    const place = all[visit.place];
    if (!place) continue;
    if (!judged.has(visit.place)) {
      judged.add(visit.place);
      outcomes[visit.place] = 1 + OUTCOMES.indexOf(outcome(visit, at));
    }
    if (!place.isPassing) {
      onlyRest &&= place.isResting;
      next = at;
    }
  }

  function outcome(visit: Visit, at: number): Outcome {
    const { isTask } = all[visit.place] as Places['all'][number];
    const lost = (): Outcome => (lastProblem(population, kinds, visit) === 0 ? 'gaveUp' : 'problem');
    if (at === visits.length - 1) return isTask ? lost() : 'stayed';
    const byPerson = kinds.isPerson[steps.event[visit.to] as number] === 1;
    if (isTask && onlyRest) {
      if (steps.problem[visit.to] !== 0) return 'problem';
      return byPerson ? lost() : 'wentOn';
    }
    if (next === null) return 'stayed';
    const wasThere = (firstVisit.get((visits[next] as Visit).place) as number) < (firstVisit.get(visit.place) as number);
    return byPerson && wasThere ? 'wentBack' : 'wentOn';
  }
}
