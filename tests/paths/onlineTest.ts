/**
 * Online test: plans in the explored graph while an environment executes the steps, such as a real lender or a browser.
 * Each path heads for uncovered obligations and is planned again when the environment does not follow the plan.
 */
import { stopwatch } from '../support/stopwatch.ts';
import { nearest, coversOneOf } from './cover.ts';
import { createDetours, type Detour, type Strategy } from './detours.ts';
import type { Edge, Graph } from './explore.ts';
import { blockersOf } from './blockers.ts';
import { shrinkMismatch } from './shrink.ts';
import { byCoverage, byState, byStep, createAttempts } from './attempts.ts';
import type { PathDriver } from './pathDriver.ts';

export interface Mismatch {
  path: number;
  /** Names of the executed steps, the mismatch last; shrunk where possible. */
  steps: readonly string[];
  message: string;
}

export interface ExecutedPath {
  steps: { step: string; to: string }[];
}

export interface OnlineReport {
  paths: ExecutedPath[];
  steps: number;
  mismatches: Mismatch[];
  /** Covered obligations. */
  covered: Set<string>;
  /** Uncovered obligations, each with the reasons that the environment gave on the way there. */
  open: Map<string, string[]>;
  /** The time was over before all was tried: what is open may be possible. */
  isCut: boolean;
  /** For display only. */
  took: string;
}

export interface OnlineOptions {
  /** Starts an environment in its initial state. @param covered is called with each obligation that a step covers. */
  begin(path: number, covered: (obligation: string) => void): Promise<PathDriver>;
  /** Maximum number of steps in a path. */
  longest: number;
  /** Paths executed at the same time. */
  workers?: number;
  /** Obligations to cover; all by default. */
  obligations?: ReadonlySet<string>;
  /** Obligations that count as impossible here. Each is tried when nothing else is left, so that a reason is known. */
  last?: ReadonlySet<string>;
  /** Maximum number of paths. */
  mostPaths?: number;
  /** Maximum number of mismatches. */
  mostMismatches?: number;
  /** Maximum number of environments started to shrink one mismatch; none by default. */
  shrinkAttempts?: number;
  onPath?: (path: ExecutedPath, number: number, left: number) => void;
  /** Called with each mismatch as soon as it is found. */
  onMismatch?: (mismatch: Mismatch) => void;
  /** Called with the obligation of each plan that is begun. */
  onHeading?: (obligation: string, left: number) => void;
  /** Asked before each step: true ends the test. */
  isTimeOver?: () => boolean;
  /** Steps that are known to be impossible from a state, so that they are not tried. */
  never?: (from: string, edge: Edge) => boolean;
  /**
   * Maximum number of failed attempts in a row at one place, and anywhere for the same obligation. A deterministic
   * environment needs fewer than the default; there the attempts are counted per obligation, and per state instead of place.
   */
  tries?: { there: number; anywhere: number };
  /** Which steps must come before an obligation because the environment remembers more than the states of the graph. */
  strategies?: readonly Strategy[];
}

/** A step that failed so often in a row at one place, in different paths, counts as impossible there. */
const MOST_TRIES = 3;
/** A step that failed so often in a row anywhere counts as impossible. */
const MOST_TRIES_ANYWHERE = 40;
/** The test ends after so many paths without progress. One is not enough: each path has another environment. */
const MOST_WITHOUT_PROGRESS = 10;
/** Only the first mismatches are shrunk. */
const MOST_SHRUNK = 5;

/** The call that ends with this step: different answers are different steps of the same call. */
const callOf = ({ step }: Edge): string | null => /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(step.event.type)?.[1] ?? null;

/** The planned state was reached and left at once, because pending calls ended by themselves. */
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
  /** Undefined where the graph has no such step. */
  step: Edge | undefined;
  /** Steps that followed by themselves. */
  onward: Edge[];
}

/**
 * The step that was taken: the planned one, or another answer to the same call.
 * @param passed is called only where the state reached is not the planned one.
 */
function takenFor(graph: Graph, at: string, planned: Edge, reached: string, passed: () => readonly string[]): Taken {
  if (reached === planned.to) return { step: planned, onward: [] };
  const onward = wentOn(graph, planned.to, passed());
  if (onward.length > 0) return { step: planned, onward };
  const call = callOf(planned);
  const isSameCall = (edge: Edge): boolean => call !== null && callOf(edge) === call;
  return { step: (graph.edges.get(at) ?? []).find((edge) => edge.to === reached && isSameCall(edge)), onward };
}

export async function testOnline(graph: Graph, options: OnlineOptions): Promise<OnlineReport> {
  const { begin, longest, mostPaths = 1_000, mostMismatches = 20, workers = 1, shrinkAttempts = 0 } = options;
  const took = stopwatch();
  const covered = new Set<string>();
  let uncovered = new Set(options.obligations ?? [...graph.edges.values()].flatMap((edges) => edges.flatMap(({ covers }) => [...covers])));
  /** Failed attempts by place, reset by a success. */
  const newAttempts = () => (options.tries ? createAttempts(byCoverage, byState) : createAttempts(byStep));
  let failures = newAttempts();
  const reasons = new Map<string, string[]>();
  /** Why a step failed last, by step and the first obligation that it covers. */
  const failedBecause = new Map<string, string>();
  const mismatches: Mismatch[] = [];
  const complain = (mismatch: Mismatch): void => {
    mismatches.push(mismatch);
    options.onMismatch?.(mismatch);
  };
  const paths: ExecutedPath[] = [];
  let steps = 0;
  /** Obligations that other workers head for. */
  const headedFor = new Set<readonly string[]>();

  let coversUncovered = coversOneOf(uncovered);
  const { isTimeOver = () => false, last = new Set<string>(), strategies = [] } = options;
  const { never = () => false, tries = { there: MOST_TRIES, anywhere: MOST_TRIES_ANYWHERE } } = options;
  let isCut = false;
  /** The last round: each step that counts as impossible is tried once more, at the end of the shortest path to it. */
  let isTryingLast = false;
  const isCutNow = (): boolean => (isCut ||= uncovered.size > 0 && isTimeOver());
  const isGivenUp = (from: string, edge: Edge): boolean =>
    failures.of(from, edge) >= tries.there ||
    failures.anywhere(edge) >= tries.anywhere ||
    ((!isTryingLast || !coversUncovered(edge)) && never(from, edge));

  let detours = createDetours(graph, uncovered, strategies);
  const directObligations = (): Set<string> => new Set([...uncovered].filter((name) => !detours.isFor(name)));
  let direct = directObligations();
  let isDirect = coversOneOf(direct);

  /** Executes one path. @returns whether it covered anything new; null: nothing can be planned. */
  async function runPath(number: number): Promise<boolean | null> {
    let isNews = false;
    /** Failed attempts of this path. */
    const here = createAttempts();
    const isBarred = (from: string, edge: Edge): boolean => here.of(from, edge) > 0 || isGivenUp(from, edge);
    /** @param times attempts that this failure counts for. */
    const bar = (from: string, edge: Edge, why: string, times = 1): void => {
      here.add(from, edge, 1);
      failures.add(from, edge, times);
      failedBecause.set(byCoverage(edge), why);
      for (const obligation of edge.covers) {
        const known = reasons.get(obligation) ?? [];
        if (known.length < 3 && !known.includes(why)) reasons.set(obligation, [...known, why]);
        if (isTryingLast && uncovered.delete(obligation)) direct.delete(obligation);
      }
    };
    const isSkipped = (from: string, edge: Edge): boolean => detours.isNeeded(edge) || isBarred(from, edge);
    const planFrom = (from: string): (Partial<Detour> & Pick<Detour, 'plan'>) | null => {
      const isFree = (edge: Edge): boolean =>
        isDirect(edge) && ![...headedFor].some((others) => edge.covers.some((one) => others.includes(one)));
      const plan = (headedFor.size > 0 ? nearest(graph, from, isFree, isSkipped) : null) ?? nearest(graph, from, isDirect, isSkipped);
      return plan ? { plan } : detours.from(from, isBarred);
    };
    // An environment costs more than a plan, and what is left may be reachable by no plan.
    if (planFrom(graph.start) === null) return null;
    const driver = await begin(number, (obligation) => {
      covered.add(obligation);
      direct.delete(obligation);
      if (uncovered.delete(obligation)) isNews = true;
    });
    const path: ExecutedPath = { steps: [] };
    paths.push(path);
    let at = graph.start;
    let heading: readonly string[] = [];
    const executed = (): string[] => path.steps.map(({ step }) => step);
    try {
      steps: for (;;) {
        const next = planFrom(at);
        if (next === null || (path.steps.length > 0 && path.steps.length + next.plan.length > longest)) break;
        const { plan, to } = next;
        if (to !== undefined) detours.take(to);
        heading = plan[plan.length - 1]?.covers ?? [];
        headedFor.add(heading);
        options.onHeading?.(to ?? heading.find((one) => uncovered.has(one)) ?? '', uncovered.size);
        for (let index = 0; index < plan.length; index++) {
          if (isCutNow()) break steps;
          const planned = plan[index] as Edge;
          const outcome = await driver.perform(planned.step.name, planned.to);
          const reached = driver.key();
          if (outcome.is === 'impossible') {
            bar(at, planned, outcome.why);
            // A failed attempt may have changed the state: leaving a field saves its text.
            if (!graph.states.has(reached)) break steps;
            at = reached;
            break;
          }
          const { step: taken, onward } = takenFor(graph, at, planned, reached, () => driver.passed?.() ?? []);
          if (!taken && reached === at && callOf(planned) === null) {
            bar(at, planned, 'nothing happened: a guard of the environment forbids it');
            break;
          }
          if (!taken) {
            complain({
              path: number,
              steps: [...executed(), planned.step.name],
              message: `leads from ${at} to ${reached}, not to ${planned.to}`,
            });
            bar(at, planned, 'it leads to another state', MOST_TRIES);
            break steps;
          }
          steps += 1;
          // Another transition to the same state does not show that the planned one works.
          if (!coversUncovered(taken)) failures.forget(at, taken);
          path.steps.push({ step: taken.step.name, to: taken.to });
          for (const edge of onward) path.steps.push({ step: edge.step.name, to: edge.to });
          const complaints = await driver.disagreements();
          for (const message of complaints) complain({ path: number, steps: executed(), message: `${reached}: ${message}` });
          if (complaints.length > 0) break steps;
          const isOther = taken !== planned || coversUncovered(planned);
          if (isOther)
            bar(at, planned, taken === planned ? 'another transition led to the same state' : `the answer was "${taken.step.name}"`);
          at = reached;
          const leaves = onward.findIndex(({ to }, ahead) => to !== plan[index + 1 + ahead]?.to);
          // The first planned step that another one came before; the last one, where another led to the same state.
          const missedAt = leaves >= 0 ? leaves : onward.length - 1;
          const missed = onward.length === 0 ? undefined : plan[index + 1 + missedAt];
          if (missed && (leaves >= 0 || coversUncovered(missed)))
            bar(missedAt === 0 ? taken.to : (onward[missedAt - 1] as Edge).to, missed, 'the phone goes on before anything else can happen');
          if (isOther || leaves >= 0) break;
          index += onward.length;
        }
        headedFor.delete(heading);
      }
    } finally {
      headedFor.delete(heading);
      await driver.stop();
    }
    options.onPath?.(path, number, uncovered.size);
    return isNews;
  }

  let begun = 0;
  let withoutProgress = 0;
  const goesOn = (): boolean =>
    uncovered.size > 0 &&
    !isCutNow() &&
    begun < mostPaths &&
    mismatches.length < mostMismatches &&
    withoutProgress < MOST_WITHOUT_PROGRESS &&
    (detours.areLeft() || nearest(graph, graph.start, isDirect, (from, edge) => detours.isNeeded(edge) || isGivenUp(from, edge)) !== null);
  async function runWorker(): Promise<void> {
    while (goesOn()) {
      const isNews = await runPath(begun++);
      if (isNews === null) return;
      withoutProgress = isNews ? 0 : withoutProgress + 1;
    }
  }
  const runWorkers = () => Promise.all(Array.from({ length: workers }, runWorker));
  await runWorkers();
  // A step that failed on the way to other obligations may succeed as the only obligation, so it is retried with fresh counters.
  if (uncovered.size > 0 && !isCut) {
    failures = newAttempts();
    detours = createDetours(graph, uncovered, strategies);
    withoutProgress = 0;
    await runWorkers();
  }
  const open = new Set(uncovered);
  const impossibles = [...last].filter((name) => !covered.has(name));
  if (impossibles.length > 0 && !isCut) {
    uncovered = new Set(impossibles);
    coversUncovered = coversOneOf(uncovered);
    failures = newAttempts();
    detours = createDetours(graph, uncovered, strategies);
    direct = directObligations();
    isDirect = coversOneOf(direct);
    isTryingLast = true;
    withoutProgress = -impossibles.length;
    await runWorkers();
    impossibles.filter((name) => !covered.has(name)).forEach((name) => open.add(name));
  }
  if (shrinkAttempts > 0)
    for (const mismatch of mismatches.slice(0, MOST_SHRUNK))
      mismatch.steps = await shrinkMismatch(graph, mismatch.steps, () => begin(begun++, () => undefined), shrinkAttempts);
  const hasFailed = (at: string, edge: Edge): boolean => failures.of(at, edge) > 0 || failures.anywhere(edge) >= tries.anywhere;
  const obstacles = blockersOf(graph, open, {
    failure: (at, edge) => (hasFailed(at, edge) ? (failedBecause.get(byCoverage(edge)) ?? '') : null),
    never,
  });
  const reasonsFor = (obligation: string): string[] => {
    const obstacle = obstacles.get(obligation);
    return reasons.get(obligation) ?? (obstacle === undefined ? [] : [obstacle]);
  };
  return {
    paths: paths.filter((path) => path.steps.length > 0),
    steps,
    mismatches,
    covered,
    open: new Map([...open].map((obligation) => [obligation, reasonsFor(obligation)])),
    isCut,
    took: took(),
  };
}
