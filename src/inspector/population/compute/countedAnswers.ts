/** Answers in numbers. Each number comes with the recordings that it counts. */
import { endsSession } from '#machines/model/codes.ts';
import { isIncomplete, isOffered, STATUS } from '#machines/model/orderStatus.ts';
import type { Population } from './columns.ts';
import { lostVisit, problemOfLost } from './lostStep.ts';
import { eventKindsOf, LOST, lostAt, recordingsAt, type Figures } from './placeFigures.ts';
import { APPLICATION } from './chartPlaces.ts';
import { visitsOf } from './visits.ts';

/** A line of an answer: a name, and the recordings that the line counts. */
export interface Line {
  readonly name: string;
  readonly recordings: Uint32Array;
}

/** Collects recordings by a key. A recording counts once for each key. */
function createCollector(): {
  add: (key: number | string, recording: number) => void;
  lines: (nameOf?: (key: string) => string) => Line[];
} {
  const found = new Map<string, Set<number>>();
  return {
    add(key, recording) {
      const set = found.get(String(key));
      if (set) set.add(recording);
      else found.set(String(key), new Set([recording]));
    },
    lines: (nameOf = (key) => key) =>
      [...found]
        .map(([key, set]) => ({ name: nameOf(key), recordings: Uint32Array.from(set) }))
        .sort((a, b) => b.recordings.length - a.recordings.length),
  };
}

/** Calls `visit` for every step of every selected recording. */
function eachStep({ recordings }: Population, selection: Uint32Array, visit: (step: number, recording: number) => void): void {
  for (const recording of selection)
    for (let step = recordings.first[recording] as number; step < (recordings.first[recording + 1] as number); step++)
      visit(step, recording);
}

/** The lost journeys by page, the page with the most losses first. */
export const lostByPlace = (figures: Figures): (Line & { came: number; id: string })[] =>
  figures.byPlace
    .filter((one) => lostAt(one) > 0)
    .map(({ place: { id, name }, came }) => ({ id, name, came, recordings: recordingsAt(figures, id, LOST) }))
    .sort((a, b) => b.recordings.length - a.recordings.length);

/** The last touched field and the last problem at a page, for each journey that was lost there. */
export function lastAt(population: Population, figures: Figures, id: string): { fields: Line[]; problems: Line[] } {
  const { names, steps } = population;
  const { places } = figures;
  const fields = createCollector();
  const problems = createCollector();
  const lost = new Set(recordingsAt(figures, id, LOST));
  for (const recording of recordingsAt(figures, id)) {
    let [field, problem] = [0, 0];
    for (const { place, from, to } of visitsOf(population, places, recording)) {
      if (places.all[place]?.id !== id) continue;
      // The leaving step is counted too, because its answer may contain the problem.
      const end = Math.min(to, (population.recordings.first[recording + 1] as number) - 1);
      for (let step = from + 1; step <= end; step++) {
        const name = names.fields[steps.field[step] as number] as string;
        if (name.startsWith(`${id}.`)) field = steps.field[step] as number;
        if (steps.problem[step] !== 0) problem = steps.problem[step] as number;
      }
    }
    if (!lost.has(recording)) continue;
    fields.add(field, recording);
    problems.add(problem, recording);
  }
  const fieldName = (key: string): string => (names.fields[Number(key)] as string).replace(/^[^.]*\./, '');
  return {
    fields: fields.lines(fieldName),
    problems: problems.lines((key) => (names.problems[Number(key)]?.words ?? '') || 'No problem before'),
  };
}

/** A problem, and the journeys in which it occurred. */
export interface ProblemLine extends Line {
  readonly code: number;
  readonly fields: readonly string[];
  /** Number of occurrences; one journey may have several. */
  readonly times: number;
  /** Journeys lost at a page where the problem was the last answer, or led away from the page. */
  readonly ended: Uint32Array;
}

export function problemsOf(population: Population, figures: Figures): ProblemLine[] {
  const { names, recordings, steps } = population;
  const had = names.problems.map(() => new Set<number>());
  const ended = names.problems.map(() => new Set<number>());
  const times = new Uint32Array(names.problems.length);
  const kinds = eventKindsOf(names);
  figures.selection.forEach((recording, position) => {
    for (let step = recordings.first[recording] as number; step < (recordings.first[recording + 1] as number); step++) {
      const problem = steps.problem[step] as number;
      if (problem === 0) continue;
      had[problem]?.add(recording);
      times[problem] = (times[problem] as number) + 1;
    }
    const lost = lostVisit(population, figures, position);
    const last = lost ? problemOfLost(population, kinds, lost) : 0;
    if (last !== 0) ended[last]?.add(recording);
  });
  return names.problems
    .map(({ words, code, fields }, at): ProblemLine => {
      const of = Uint32Array.from(had[at] as Set<number>);
      return { name: words, code, fields, recordings: of, times: times[at] as number, ended: Uint32Array.from(ended[at] as Set<number>) };
    })
    .filter((line, at) => at > 0 && line.times > 0)
    .sort((a, b) => b.recordings.length - a.recordings.length);
}

/** Number of steps before the end of a session that are counted. */
const BEFORE_THE_END = 10;

/** The ends of sessions by code, and the events of the ten steps before each end. */
export function sessionEnds(population: Population, selection: Uint32Array): { byCode: Line[]; before: Line[]; ended: Uint32Array } {
  const { names, recordings, steps } = population;
  const byCode = createCollector();
  const before = createCollector();
  const ended = createCollector();
  eachStep(population, selection, (step, recording) => {
    const problem = names.problems[steps.problem[step] as number];
    if (!problem || !endsSession(problem.code)) return;
    byCode.add(problem.code, recording);
    ended.add('', recording);
    const first = recordings.first[recording] as number;
    for (let at = Math.max(first + 1, step - BEFORE_THE_END); at < step; at++) before.add(steps.event[at] as number, recording);
  });
  return {
    byCode: byCode.lines(),
    before: before.lines((key) => names.events[Number(key)] as string),
    ended: ended.lines()[0]?.recordings ?? new Uint32Array(),
  };
}

/** The end of an offer; `open`: the offer is neither accepted, declined nor lapsed when the recording ends. */
export type OfferEnd = 'accepted' | 'declined' | 'lapsed' | 'open';

export function offersOf(population: Population, selection: Uint32Array): Readonly<Record<OfferEnd, Uint32Array>> {
  const { names, recordings, steps } = population;
  const found: Record<OfferEnd, number[]> = { accepted: [], declined: [], lapsed: [], open: [] };
  const declined = names.events.indexOf('decline.confirmed');
  for (const recording of selection) {
    let end: OfferEnd | null = null;
    let saysNo = false;
    for (let step = recordings.first[recording] as number; step < (recordings.first[recording + 1] as number); step++) {
      const status = steps.status[step] as number;
      if (declined > 0 && steps.event[step] === declined) saysNo = true;
      if (isOffered(status)) end = 'open';
      else if (end === 'open' && (status === STATUS.lending || status === STATUS.repaying)) end = 'accepted';
      else if (end === 'open' && status === STATUS.cancel) end = saysNo ? 'declined' : 'lapsed';
    }
    if (end !== null) found[end].push(recording);
  }
  const { accepted, declined: no, lapsed, open } = found;
  return {
    accepted: Uint32Array.from(accepted),
    declined: Uint32Array.from(no),
    lapsed: Uint32Array.from(lapsed),
    open: Uint32Array.from(open),
  };
}

/** One step of the application. */
export interface FunnelStep {
  /** Ids of the pages of this step. */
  readonly ids: readonly string[];
  readonly came: Uint32Array;
  /** Journeys that came and were lost at this step. */
  readonly lost: Uint32Array;
  /** Journeys that came and went on. */
  readonly went: Uint32Array;
}

/** Recordings that are in any of these sets, ascending. */
export const union = (sets: readonly Uint32Array[]): Uint32Array => Uint32Array.from(new Set(sets.flatMap((set) => [...set]))).sort();
const without = (set: Uint32Array, gone: Uint32Array): Uint32Array => {
  const drop = new Set(gone);
  return set.filter((one) => !drop.has(one));
};

/** The steps from the sign-in to the offer, and the offers that were paid out. */
export function funnelOf(population: Population, figures: Figures): { steps: FunnelStep[]; paidOut: Uint32Array } {
  const steps = APPLICATION.map((ids): FunnelStep => {
    const came = union(ids.map((id) => recordingsAt(figures, id)));
    // A journey that went on from one page of a step may be lost at another page of the same step. It counts as lost.
    const lost = union(ids.map((id) => recordingsAt(figures, id, LOST)));
    const went = without(union(ids.map((id) => recordingsAt(figures, id, ['wentOn']))), lost);
    return { ids, came, went, lost };
  });
  const paid = new Set<number>();
  eachStep(population, figures.selection, (step, recording) => {
    const status = population.steps.status[step] as number;
    if (status === STATUS.repaying || status === STATUS.lending) paid.add(recording);
  });
  const offered = steps[steps.length - 1]?.came ?? new Uint32Array();
  return { steps, paidOut: offered.filter((one) => paid.has(one)) };
}

/** The wait for the money, of the journeys whose recording shows all of it. All times are milliseconds, ascending. */
export interface TimeToMoney {
  readonly recordings: Uint32Array;
  /** From the start of the application. */
  readonly fromStart: Float64Array;
  /** From the sending of the application. */
  readonly fromSent: Float64Array;
}

/** The first money of each journey. The phone's clock counts, so the money arrives when the phone shows it. */
export function timeToMoney({ names, recordings, steps }: Population, selection: Uint32Array): TimeToMoney {
  const found: { recording: number; fromStart: number; fromSent: number }[] = [];
  const started = names.events.indexOf('xstate.done.actor.startApplication');
  for (const recording of selection) {
    let [began, sent]: [number | null, number | null] = [null, null];
    for (let step = recordings.first[recording] as number; step < (recordings.first[recording + 1] as number); step++) {
      const [status, at] = [steps.status[step] as number, steps.at[step] as number];
      if (steps.event[step] === started && started > 0) [began, sent] = [at, null];
      if (began === null) continue;
      // New photos may be asked for afterwards; the wait goes on.
      if (sent === null && status !== 0 && !isIncomplete(status)) sent = at;
      if (sent === null || status !== STATUS.repaying) continue;
      found.push({ recording, fromStart: at - began, fromSent: at - sent });
      break;
    }
  }
  const ascending = (of: 'fromStart' | 'fromSent'): Float64Array => Float64Array.from(found, (one) => one[of]).sort();
  return {
    recordings: Uint32Array.from(found, ({ recording }) => recording),
    fromStart: ascending('fromStart'),
    fromSent: ascending('fromSent'),
  };
}

/** For each photo, the journeys in which it was taken, and the causes of its refusals. */
export function photosOf(population: Population, selection: Uint32Array): { side: string; taken: Line; causes: Line[] }[] {
  const { names, steps } = population;
  const taken = createCollector();
  const causes = new Map<string, ReturnType<typeof createCollector>>();
  const isTaken = names.events.map((type) => type === 'photo.taken' || type === 'turnedPhoto.taken');
  eachStep(population, selection, (step, recording) => {
    const field = names.fields[steps.field[step] as number] as string;
    if (!field.startsWith('idPhotos.')) return;
    const side = field.slice('idPhotos.'.length);
    if (isTaken[steps.event[step] as number]) taken.add(side, recording);
    const problem = steps.problem[step] as number;
    if (problem === 0 || names.problems[problem]?.fields[0] !== side) return;
    const of = causes.get(side) ?? createCollector();
    causes.set(side, of);
    of.add(problem, recording);
  });
  return taken.lines().map((line) => ({
    side: line.name,
    taken: line,
    causes: causes.get(line.name)?.lines((key) => names.problems[Number(key)]?.words ?? '') ?? [],
  }));
}
