/**
 * Online test: plans in the explored graph while an environment executes the steps, such as a real lender or a browser.
 * Each path heads for uncovered obligations and is planned again when the environment does not follow the plan.
 *
 * First, paths head for all obligations together, in as few steps as possible. An obligation that is still uncovered may have
 * failed because of the steps before it, so paths from the start then head for it alone. Obligations listed as impossible are
 * tried last, in the same way.
 */
import { stopwatch } from '../support/stopwatch.ts';
import type { Edge, Graph } from './explore.ts';
import { shrinkMismatch } from './shrink.ts';
import { createAttempts } from './attempts.ts';
import { EnvironmentGone, type PathDriver } from './pathDriver.ts';
import { createRound, MOST_TRIES, type Round, type RoundOptions } from './round.ts';

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
  /** The time ended before all obligations were tried, so an open one may be possible. */
  isCut: boolean;
  /** Duration, for display only. */
  took: string;
}

export interface OnlineOptions extends RoundOptions {
  /** Starts an environment in its initial state. @param covered is called with each obligation that a step covers. */
  begin(path: number, covered: (obligation: string) => void): Promise<PathDriver>;
  /** Maximum number of steps in a path. */
  longest: number;
  /** Paths executed at the same time. */
  workers?: number;
  /** Obligations to cover; all by default. */
  obligations?: ReadonlySet<string>;
  /** Maximum number of paths. */
  mostPaths?: number;
  /** Maximum number of mismatches. */
  mostMismatches?: number;
  /** Types of events that the environment sends by itself, for example with a timer; none by default. */
  ownEvents?: readonly string[];
  /** Maximum number of environments started to shrink one mismatch; none by default. */
  shrinkAttempts?: number;
  onPath?: (path: ExecutedPath, number: number, left: number) => void;
  /** Called with each mismatch as soon as it is found. */
  onMismatch?: (mismatch: Mismatch) => void;
  /** Called with the obligation of each plan that is begun. */
  onHeading?: (obligation: string, left: number) => void;
  /** Called with each obligation that is still open when a path heads for it alone. */
  onAlone?: (obligation: string) => void;
  /** Called before each step: true ends the test. */
  isTimeOver?: () => boolean;
}

/** Paths without progress after which a round ends. One path is not enough, because each has another environment. */
const MOST_WITHOUT_PROGRESS = 10;
/** Maximum number of paths that head for one obligation alone; failures on one of them do not count on the next. */
const MOST_PATHS_ALONE = 5;
/** Only the first mismatches are shrunk. */
const MOST_SHRUNK = 5;

const GOES_ON = 'the phone goes on before anything else can happen';

/** Id of the call that this step ends; null: the step ends none. Different answers are different steps of one call. */
const callOf = ({ step }: Edge): string | null => /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(step.event.type)?.[1] ?? null;

/**
 * The ends of pending calls, and the events of the environment itself, that led from this state to the present one; empty: there is
 * no such sequence.
 */
function wentOn(graph: Graph, state: string, passed: readonly string[], ownEvents: readonly string[]): Edge[] {
  const isByItself = (edge: Edge): boolean => callOf(edge) !== null || ownEvents.includes(edge.step.event.type);
  const from = passed.indexOf(state);
  const edges: Edge[] = [];
  if (from < 0) return edges;
  for (let index = from + 1; index < passed.length; index++) {
    if (passed[index] === passed[index - 1]) continue;
    const edge = (graph.edges.get(passed[index - 1] as string) ?? []).find((one) => one.to === passed[index] && isByItself(one));
    if (!edge) return [];
    edges.push(edge);
  }
  return edges;
}

interface Taken {
  /** Undefined where the graph has no such step. */
  step: Edge | undefined;
  /** Ends of further calls, which the path did not cause. */
  onward: Edge[];
}

/**
 * The step that was taken: the planned one, or another answer to the same call.
 * @param passed is called only where the reached state differs from the planned one.
 */
function takenFor(
  graph: Graph,
  at: string,
  planned: Edge,
  reached: string,
  passed: () => readonly string[],
  ownEvents: readonly string[],
): Taken {
  if (reached === planned.to) return { step: planned, onward: [] };
  const onward = wentOn(graph, planned.to, passed(), ownEvents);
  if (onward.length > 0) return { step: planned, onward };
  const call = callOf(planned);
  const isSameCall = (edge: Edge): boolean => call !== null && callOf(edge) === call;
  return { step: (graph.edges.get(at) ?? []).find((edge) => edge.to === reached && isSameCall(edge)), onward };
}

export async function testOnline(graph: Graph, options: OnlineOptions): Promise<OnlineReport> {
  const {
    begin,
    longest,
    impossible = new Map<string, RegExp>(),
    mostPaths = 1_000,
    mostMismatches = 20,
    workers = 1,
    shrinkAttempts = 0,
    ownEvents = [],
  } = options;
  const { isTimeOver = () => false } = options;
  const took = stopwatch();
  const covered = new Set<string>();
  const all = new Set(options.obligations ?? [...graph.edges.values()].flatMap((edges) => edges.flatMap(({ covers }) => [...covers])));
  /** Obligations that are neither covered nor proven impossible. */
  const open = new Set<string>();
  const reasons = new Map<string, string[]>();
  const mismatches: Mismatch[] = [];
  const complain = (mismatch: Mismatch): void => {
    mismatches.push(mismatch);
    options.onMismatch?.(mismatch);
  };
  const paths: ExecutedPath[] = [];
  let begun = 0;
  let steps = 0;
  /** Obligations that other workers head for. */
  const headedFor = new Set<readonly string[]>();
  let isCut = false;
  const isOver = (): boolean => (isCut ||= isTimeOver()) || begun >= mostPaths || mismatches.length >= mostMismatches;
  /** Running rounds: an obligation that one of them covers is closed in all of them. */
  const rounds = new Set<Round>();

  /** Executes one path. @returns whether it closed an obligation of the round; null: nothing can be planned. */
  async function runPath(round: Round): Promise<boolean | null> {
    /** Failed attempts of this path. */
    const here = createAttempts();
    // No plan may reach the open obligations, and starting an environment takes longer than planning.
    if (round.plan(graph.start, here, headedFor) === null) return null;
    const number = begun++;
    let isProgress = false;
    const bar = (from: string, edge: Edge, why: string, times = 1): void => {
      here.add(from, edge, 1);
      for (const proven of round.fail(from, edge, why, times)) {
        open.delete(proven);
        isProgress = true;
      }
    };
    const driver = await begin(number, (obligation) => {
      covered.add(obligation);
      open.delete(obligation);
      for (const one of rounds) if (one.close(obligation) && one === round) isProgress = true;
    });
    const path: ExecutedPath = { steps: [] };
    paths.push(path);
    let at = graph.start;
    let heading: readonly string[] = [];
    const executed = (): string[] => path.steps.map(({ step }) => step);
    try {
      steps: for (;;) {
        const plan = round.plan(at, here, headedFor);
        if (plan === null || (path.steps.length > 0 && path.steps.length + plan.edges.length > longest)) break;
        round.take(plan);
        const { edges } = plan;
        heading = edges[edges.length - 1]?.covers ?? [];
        headedFor.add(heading);
        options.onHeading?.(plan.to, open.size);
        for (let index = 0; index < edges.length; index++) {
          const planned = edges[index] as Edge;
          // Another path may have covered the obligation meanwhile.
          if (!round.coversOpen(edges[edges.length - 1] as Edge)) break;
          if ((isCut ||= isTimeOver())) break steps;
          const now = driver.key();
          if (now !== at) {
            // A call has ended since the last step, or the environment has sent an event of its own.
            const passed = driver.passed?.() ?? [];
            const between = wentOn(graph, at, passed.includes(at) ? passed : [at, ...passed], ownEvents);
            if (between.length === 0) {
              complain({ path: number, steps: executed(), message: `goes on from ${at} to ${now}, and no call has ended` });
              break steps;
            }
            bar(at, planned, GOES_ON);
            for (const edge of between) path.steps.push({ step: edge.step.name, to: edge.to });
            at = now;
            break;
          }
          const outcome = await driver.perform(planned.step.name, planned.to);
          const reached = driver.key();
          if (outcome.is === 'impossible') {
            bar(at, planned, outcome.why);
            // A failed attempt may have changed the state: leaving a field saves its text.
            if (!graph.states.has(reached)) break steps;
            at = reached;
            break;
          }
          const { step: taken, onward } = takenFor(graph, at, planned, reached, () => driver.passed?.() ?? [], ownEvents);
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
          if (!round.coversOpen(taken)) round.succeed(at, taken);
          path.steps.push({ step: taken.step.name, to: taken.to });
          for (const edge of onward) path.steps.push({ step: edge.step.name, to: edge.to });
          const complaints = await driver.disagreements();
          for (const message of complaints) complain({ path: number, steps: executed(), message: `${reached}: ${message}` });
          if (complaints.length > 0) break steps;
          const isOther = taken !== planned || round.coversOpen(planned);
          if (isOther)
            bar(at, planned, taken === planned ? 'another transition led to the same state' : `the answer was "${taken.step.name}"`);
          at = reached;
          const leaves = onward.findIndex(({ to }, ahead) => to !== edges[index + 1 + ahead]?.to);
          // Index of the planned step that another step replaced: the first with another target, else the last.
          const missedAt = leaves >= 0 ? leaves : onward.length - 1;
          const missed = onward.length === 0 ? undefined : edges[index + 1 + missedAt];
          if (missed && (leaves >= 0 || round.coversOpen(missed)))
            bar(missedAt === 0 ? taken.to : (onward[missedAt - 1] as Edge).to, missed, GOES_ON);
          if (isOther || leaves >= 0) break;
          index += onward.length;
        }
        headedFor.delete(heading);
      }
    } catch (error) {
      if (!(error instanceof EnvironmentGone)) throw error;
      complain({ path: number, steps: executed(), message: `after this step the environment was gone: ${error.message}` });
    } finally {
      headedFor.delete(heading);
      await driver.stop();
    }
    options.onPath?.(path, number, open.size);
    return isProgress;
  }

  const goesOn = (round: Round): boolean => round.open.size > 0 && !isOver();
  const inParallel = (work: () => Promise<void>) => Promise.all(Array.from({ length: workers }, work));

  /** Executes paths until `mostWithoutProgress` in a row closed no obligation. @returns whether a path could be planned. */
  async function runRound(obligations: readonly string[], mostWithoutProgress: number): Promise<boolean> {
    const round = createRound(graph, obligations, options);
    rounds.add(round);
    let isPlanned = false;
    let withoutProgress = 0;
    const runPaths = async (): Promise<void> => {
      while (goesOn(round) && withoutProgress < mostWithoutProgress) {
        const isProgress = await runPath(round);
        if (isProgress === null) return;
        isPlanned = true;
        withoutProgress = isProgress ? 0 : withoutProgress + 1;
      }
    };
    await (obligations.length === 1 ? runPaths() : inParallel(runPaths));
    rounds.delete(round);
    for (const [name, why] of round.reasons(obligations.filter((one) => !covered.has(one)))) {
      reasons.set(name, why);
      if (why.some((one) => impossible.get(name)?.test(one))) open.delete(name);
    }
    return isPlanned;
  }

  /** Executes paths to all obligations together, then to each obligation that is still open. */
  async function pursue(obligations: readonly string[]): Promise<void> {
    obligations.forEach((name) => open.add(name));
    await runRound(obligations, MOST_WITHOUT_PROGRESS);
    const left = obligations.filter((name) => open.has(name));
    await inParallel(async () => {
      for (let name = left.shift(); name !== undefined && !isOver(); name = left.shift()) {
        for (let path = 0; path < MOST_PATHS_ALONE && open.has(name) && !isOver(); path++) {
          options.onAlone?.(name);
          if (!(await runRound([name], 1))) break;
        }
      }
    });
  }

  await pursue([...all]);
  const listed = [...impossible.keys()].filter((name) => !covered.has(name));
  if (listed.length > 0 && !isOver()) {
    listed.forEach((name) => all.add(name));
    await pursue(listed);
  }
  if (shrinkAttempts > 0)
    for (const mismatch of mismatches.slice(0, MOST_SHRUNK))
      mismatch.steps = await shrinkMismatch(graph, mismatch.steps, () => begin(begun++, () => undefined), shrinkAttempts);
  return {
    paths: paths.filter((path) => path.steps.length > 0),
    steps,
    mismatches,
    covered,
    open: new Map([...all].filter((name) => !covered.has(name)).map((name) => [name, reasons.get(name) ?? []])),
    isCut,
    took: took(),
  };
}
