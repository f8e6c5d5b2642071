/**
 * Walks the explored graph in a world that has a will of its own: a real lender, a real browser. The walk heads for
 * what is not proved yet, like the cover for the bare machine, and finds another way where this world does not go along.
 */
import { stopwatch } from '../support/stopwatch.ts';
import { nearest, provesOneOf } from './cover.ts';
import { createDetours, type Detour, type Way } from './detours.ts';
import type { Edge, Graph } from './explore.ts';
import { behind } from './obstacles.ts';
import { shortened } from './shrink.ts';
import { byHappening, byProof, createTally } from './attempts.ts';
import type { Walker } from './driver.ts';

export interface Mismatch {
  path: number;
  /** What happened, what did not agree last: as it was walked, or shorter. */
  steps: readonly string[];
  says: string;
}

export interface WalkedPath {
  steps: { happening: string; to: string }[];
}

export interface WalkReport {
  paths: WalkedPath[];
  steps: number;
  mismatches: Mismatch[];
  /** Obligations that were proved. */
  proved: Set<string>;
  /** Obligations of the graph that no path proved, with the reasons this world gave on the way there. */
  open: Map<string, string[]>;
  /** For reading only. */
  took: string;
}

export interface WalkOptions {
  /** A world as it is on the first day. @param proved hears what the walk really proves. */
  begin(path: number, proved: (obligation: string) => void): Promise<Walker>;
  /** Steps of one path. */
  longest: number;
  /** Paths that are walked at a time. */
  lanes?: number;
  /** Obligations that are headed for; all by default. */
  goals?: ReadonlySet<string>;
  /** No further path is begun after so many. */
  mostPaths?: number;
  /** No further path is begun where these many things did not agree. */
  mostMismatches?: number;
  /** So many worlds may be begun to find a shorter way to each of the first things that did not agree; none by default. */
  shorten?: number;
  onPath?: (path: WalkedPath, number: number, left: number) => void;
  /** What never happens in this world from there, known without a try. */
  never?: (from: string, edge: Edge) => boolean;
  /**
   * So often in a row a thing is tried in one place, and anywhere to prove the same: a world without chance needs fewer
   * tries than one with a will of its own, where it counts how often a thing is tried at all.
   */
  tries?: { there: number; anywhere: number };
  /** What the states of the graph do not tell, and this world remembers: where to pass on the way. */
  ways?: readonly Way[];
}

/** So often in a row a thing is tried in one place, in different paths, before the walk believes that it does not happen there. */
const MOST_TRIES = 3;
/** So often in a row a thing is tried anywhere. */
const MOST_TRIES_ANYWHERE = 40;
/** So many paths may bring nothing new before the walk gives up: each world is another one. */
const MOST_IN_VAIN = 10;
/** More things that do not agree are told as they were walked. */
const MOST_SHORTENED = 5;

/** The call that ends with this step: different answers are different steps of the same call. */
const callOf = ({ happening }: Edge): string | null => /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(happening.event.type)?.[1] ?? null;

/** The state was reached and left at once: calls that were answered on their own led on. */
function wentOn(graph: Graph, to: string, passed: readonly string[]): Edge[] {
  const from = passed.indexOf(to);
  const edges: Edge[] = [];
  if (from < 0) return edges;
  for (let index = from + 1; index < passed.length; index++) {
    if (passed[index] === passed[index - 1]) continue;
    const edge = (graph.edges.get(passed[index - 1] as string) ?? []).find((one) => one.to === passed[index] && callOf(one) !== null);
    if (!edge) return [];
    edges.push(edge);
  }
  return edges;
}

interface Taken {
  /** Undefined where the graph knows no such step. */
  step: Edge | undefined;
  /** What happened by itself after it. */
  onward: Edge[];
}

/**
 * What was really taken: the planned step, or another answer to the same call.
 * @param passed is asked only where the walk stands elsewhere than planned.
 */
function takenFor(graph: Graph, at: string, planned: Edge, reached: string, passed: () => readonly string[]): Taken {
  if (reached === planned.to) return { step: planned, onward: [] };
  const onward = wentOn(graph, planned.to, passed());
  if (onward.length > 0) return { step: planned, onward };
  const call = callOf(planned);
  const isSameCall = (edge: Edge): boolean => call !== null && callOf(edge) === call;
  return { step: (graph.edges.get(at) ?? []).find((edge) => edge.to === reached && isSameCall(edge)), onward };
}

export async function walkAll(graph: Graph, options: WalkOptions): Promise<WalkReport> {
  const { begin, longest, mostPaths = 1_000, mostMismatches = 20, lanes = 1, shorten = 0 } = options;
  const took = stopwatch();
  const proved = new Set<string>();
  const goals = new Set(options.goals ?? [...graph.edges.values()].flatMap((edges) => edges.flatMap(({ proves }) => [...proves])));
  /** What did not happen where, and how often since it last did. */
  const newTally = () => createTally(options.tries ? byProof : byHappening);
  let failures = newTally();
  const reasons = new Map<string, string[]>();
  const mismatches: Mismatch[] = [];
  const paths: WalkedPath[] = [];
  let steps = 0;
  /** What other lanes are on their way to. */
  const headedFor = new Set<readonly string[]>();

  const isGoal = provesOneOf(goals);
  const { never = () => false, ways = [], tries = { there: MOST_TRIES, anywhere: MOST_TRIES_ANYWHERE } } = options;
  const isGivenUp = (from: string, edge: Edge): boolean =>
    failures.of(from, edge) >= tries.there || failures.anywhere(edge) >= tries.anywhere || never(from, edge);

  let roundabout = createDetours(graph, goals, ways);
  const straight = new Set([...goals].filter((name) => !roundabout.isFor(name)));
  const isStraight = provesOneOf(straight);

  /** One path. @returns whether it brought the walk on. */
  async function walkOne(number: number): Promise<boolean> {
    let isNews = false;
    /** What did not happen in this path. */
    const here = createTally();
    const isBarred = (from: string, edge: Edge): boolean => here.of(from, edge) > 0 || isGivenUp(from, edge);
    /** @param times that this counts as. */
    const bar = (from: string, edge: Edge, why: string, times = 1): void => {
      here.add(from, edge, 1);
      failures.add(from, edge, times);
      for (const obligation of edge.proves) {
        const known = reasons.get(obligation) ?? [];
        if (known.length < 3 && !known.includes(why)) reasons.set(obligation, [...known, why]);
      }
    };
    const isFarther = (from: string, edge: Edge): boolean => roundabout.isNeeded(edge) || isBarred(from, edge);
    const wayOn = (from: string): (Partial<Detour> & Pick<Detour, 'plan'>) | null => {
      const isFree = (edge: Edge): boolean =>
        isStraight(edge) && ![...headedFor].some((others) => edge.proves.some((one) => others.includes(one)));
      const plan = (headedFor.size > 0 ? nearest(graph, from, isFree, isFarther) : null) ?? nearest(graph, from, isStraight, isFarther);
      return plan ? { plan } : roundabout.from(from, isBarred);
    };
    const walker = await begin(number, (obligation) => {
      proved.add(obligation);
      straight.delete(obligation);
      if (goals.delete(obligation)) isNews = true;
    });
    const path: WalkedPath = { steps: [] };
    paths.push(path);
    let at = graph.start;
    let heading: readonly string[] = [];
    const walked = (): string[] => path.steps.map(({ happening }) => happening);
    try {
      walking: for (;;) {
        const next = wayOn(at);
        if (next === null || (path.steps.length > 0 && path.steps.length + next.plan.length > longest)) break;
        const { plan, to } = next;
        if (to !== undefined) roundabout.take(to);
        heading = plan[plan.length - 1]?.proves ?? [];
        headedFor.add(heading);
        for (let index = 0; index < plan.length; index++) {
          const planned = plan[index] as Edge;
          const outcome = await walker.perform(planned.happening.name, planned.to);
          const reached = walker.key();
          if (outcome.is === 'impossible') {
            bar(at, planned, outcome.why);
            // Trying may have moved something all the same: a field that was left tells what is in it.
            if (!graph.states.has(reached)) break walking;
            at = reached;
            break;
          }
          const { step: taken, onward } = takenFor(graph, at, planned, reached, () => walker.passed?.() ?? []);
          if (!taken && reached === at && callOf(planned) === null) {
            bar(at, planned, 'nothing happened: what this world knows forbids it');
            break;
          }
          if (!taken) {
            mismatches.push({
              path: number,
              steps: [...walked(), planned.happening.name],
              says: `leads from ${at} to ${reached}, not to ${planned.to}`,
            });
            bar(at, planned, 'it leads elsewhere', MOST_TRIES);
            break walking;
          }
          steps += 1;
          // What went another way to the same state has not been shown to happen.
          if (!isGoal(taken)) failures.forget(at, taken);
          path.steps.push({ happening: taken.happening.name, to: taken.to });
          for (const edge of onward) path.steps.push({ happening: edge.happening.name, to: edge.to });
          const complaints = await walker.disagreements();
          for (const says of complaints) mismatches.push({ path: number, steps: walked(), says: `${reached}: ${says}` });
          if (complaints.length > 0) break walking;
          const isOther = taken !== planned || isGoal(planned);
          if (isOther)
            bar(at, planned, taken === planned ? 'it went another way to the same state' : `the answer was "${taken.happening.name}"`);
          at = reached;
          if (isOther || onward.some(({ to }, ahead) => to !== plan[index + 1 + ahead]?.to)) break;
          index += onward.length;
        }
        headedFor.delete(heading);
      }
    } finally {
      headedFor.delete(heading);
      await walker.stop();
    }
    options.onPath?.(path, number, goals.size);
    return isNews;
  }

  let begun = 0;
  let inVain = 0;
  const goesOn = (): boolean =>
    goals.size > 0 &&
    begun < mostPaths &&
    mismatches.length < mostMismatches &&
    inVain < MOST_IN_VAIN &&
    (roundabout.areLeft() ||
      nearest(graph, graph.start, isStraight, (from, edge) => roundabout.isNeeded(edge) || isGivenUp(from, edge)) !== null);
  async function walkOn(): Promise<void> {
    while (goesOn()) inVain = (await walkOne(begun++)) ? 0 : inVain + 1;
  }
  const walkInLanes = () => Promise.all(Array.from({ length: lanes }, walkOn));
  await walkInLanes();
  // What failed again and again on the way to other things may well happen when it is all that is headed for.
  if (goals.size > 0) {
    failures = newTally();
    roundabout = createDetours(graph, goals, ways);
    inVain = 0;
    await walkInLanes();
  }
  if (shorten > 0)
    for (const mismatch of mismatches.slice(0, MOST_SHORTENED))
      mismatch.steps = await shortened(graph, mismatch.steps, () => begin(begun++, () => undefined), shorten);
  const obstacles = behind(graph, goals, (at, edge) => failures.of(at, edge) > 0);
  const reasonsFor = (obligation: string): string[] => {
    const obstacle = obstacles.get(obligation);
    return reasons.get(obligation) ?? (obstacle === undefined ? [] : [obstacle]);
  };
  return {
    paths: paths.filter((path) => path.steps.length > 0),
    steps,
    mismatches,
    proved,
    open: new Map([...goals].map((obligation) => [obligation, reasonsFor(obligation)])),
    took: took(),
  };
}
