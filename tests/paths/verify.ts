/** Verification of a chart: explore it, check projection and invariants, generate covering paths, execute them. */
import type { JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';
import { cover, type Path } from './cover.ts';
import { clauseComplaints, coverClauses, type ClauseCoverage } from './coverage.ts';
import { explore, obligations, type Graph, type Model } from './explore.ts';
import { breachText, INVARIANTS, type Breach } from './invariants.ts';
import { createCarriedCheck } from './expected/carried.ts';
import { collectComplaints, withoutRow } from './expected/complaints.ts';
import type { Table } from './expected/table.ts';
import { journeyModel } from './model.ts';
import { cannotBePerformed, createMachineDriver } from './machineDriver.ts';
import { isRefused } from './independence.ts';
import { checkSoundness, type Soundness } from './soundness.ts';
import type { Step } from './steps.ts';
import { stopwatch } from '../support/stopwatch.ts';

export interface Coverage {
  total: number;
  /** Names, in the order of the chart. */
  missing: string[];
}

export interface Report {
  nodes: Coverage;
  definitions: Coverage;
  states: number;
  edges: number;
  paths: number;
  steps: number;
  generated: readonly Path[];
  /** Snapshots compared with the first one of their state. */
  compared: number;
  unsound: string[];
  /** Steps with another outcome than in the table `docs/expected.md`; one complaint for each edit of the table. */
  unexpected: string[];
  /** Rows of the table that change no expectation. */
  needless: string[];
  broken: { invariant: string; breaches: Breach[] }[];
  /** Paths that led to another state than in the graph. */
  diverged: Divergence[];
  /** The states and paths that cover each clause of the specification. */
  clauses: ClauseCoverage[];
  unclaimed: string[];
  /** Duration of each part, for display only. */
  took: { explore: string; soundness: string; invariants: string; cover: string; execute: string };
}

/** A step that led to another state than in the graph, or could not be performed; the path ends there. */
export interface Divergence {
  path: number;
  /** Number of steps before it. */
  step: number;
  isPerformed: boolean;
  message: string;
}

export interface Verification {
  graph: Graph;
  report: Report;
}

/** Options of a verification. */
interface Listening {
  /** Called with each complaint as soon as it is found. */
  found?: (complaint: string) => void;
  /** Called with each part of the work that begins. */
  begins?: (part: string) => void;
  /** The expectations; absent: steps are compared with no table. */
  table?: Table;
  /** The comparison of snapshots by another process; absent, or without a result: this process compares them. */
  elsewhere?: Promise<(Soundness & { took: string }) | null>;
}

/** For verifications that do not concern the projection. */
export const nothingCompared = (): readonly string[] => [];

/**
 * @param compared chooses the states whose snapshots are compared; all by default.
 * @returns the covered and the uncovered obligations. A defect of the chart that has a complaint is reported, not thrown.
 */
export async function verify(
  machine: JourneyMachine,
  model: Model = journeyModel,
  compared: (keys: readonly string[]) => readonly string[] = (keys) => keys,
  { found = () => undefined, begins = () => undefined, table, elsewhere }: Listening = {},
): Promise<Verification> {
  const unexpected = collectComplaints(table?.rowToAdd, table?.linksLine);
  let printed = 0;
  const expectations =
    table &&
    withExpectations(machine, model, table, (complaint) => {
      if (unexpected.add(complaint) && ++printed <= MOST_UNEXPECTED) found(withoutRow(complaint));
    });
  begins('exploring the chart');
  const [graph, exploring] = timed(() => explore(machine, expectations ?? model));
  const compare = (): Soundness & { took: string } => {
    begins('comparing snapshots of the same state');
    const [soundness, took] = timed(() => checkSoundness(graph, 10, compared([...graph.states.keys()])));
    return { ...soundness, took };
  };
  const here = elsewhere ? null : compare();
  here?.complaints.forEach((complaint) => found(`the projection is unsound: ${complaint}`));
  begins('checking invariants');
  const [broken, checking] = timed(() =>
    INVARIANTS.map(({ name, check }) => {
      const breaches = check(graph);
      if (breaches[0]) found(`broken: ${name}: ${breachText(breaches[0])}`);
      return { invariant: name, breaches };
    }).filter(({ breaches }) => breaches.length > 0),
  );
  begins('generating paths');
  const [paths, covering] = timed(() => cover(graph));
  begins('executing paths');
  const executing = stopwatch();
  const { executed, diverged } = await execute(graph, paths, ({ path, message }) => found(`path ${path}: ${message}`));
  const covered = new Set(executed.flatMap((path) => [...path]));
  const executionTook = executing();
  const soundness = here ?? (await elsewhere) ?? compare();
  const clauses = coverClauses(machine, executed);
  const expected = obligations(machine);
  const coverage = (names: string[]): Coverage => ({ total: names.length, missing: names.filter((name) => !covered.has(name)) });
  const report: Report = {
    nodes: coverage(expected.nodes),
    definitions: coverage(expected.definitions),
    states: graph.states.size,
    edges: [...graph.edges.values()].reduce((sum, edges) => sum + edges.length, 0),
    paths: paths.length,
    steps: paths.reduce((sum, { steps }) => sum + steps.length, 0),
    generated: paths,
    compared: soundness.compared,
    unsound: soundness.complaints,
    unexpected: unexpected.all(),
    // A part of the model, or a chart with unexpected steps, does not use all rows.
    needless: table && model === journeyModel && unexpected.all().length === 0 ? table.needless(graph.edges) : [],
    broken,
    diverged,
    clauses,
    unclaimed: clauseComplaints(machine, clauses),
    took: { explore: exploring, soundness: soundness.took, invariants: checking, cover: covering, execute: executionTook },
  };
  return { graph, report };
}

/**
 * Executes every path on the bare machine and compares the state after each step with the graph.
 * @returns the obligations that each path covered, in the order of the paths.
 */
async function execute(
  graph: Graph,
  paths: readonly Path[],
  found: (divergence: Divergence) => void,
): Promise<{ executed: ReadonlySet<string>[]; diverged: Divergence[] }> {
  const executed: ReadonlySet<string>[] = [];
  const diverged: Divergence[] = [];
  const diverge = (divergence: Divergence): void => {
    diverged.push(divergence);
    found(divergence);
  };
  for (const [number, { steps }] of paths.entries()) {
    const covered = new Set<string>();
    executed.push(covered);
    const driver = createMachineDriver(graph.machine, (obligation) => covered.add(obligation));
    let at = graph.start;
    for (const [index, { step, to }] of steps.entries()) {
      const why = await driver.perform(step).then(
        () => null,
        (error: Error) => error.message,
      );
      if (why !== null) {
        diverge({ path: number, step: index, isPerformed: false, message: cannotBePerformed(step, why, at) });
        break;
      }
      const reached = graph.model.projection(driver.snapshot());
      if (reached !== to) {
        diverge({ path: number, step: index, isPerformed: true, message: `"${step}" leads to ${reached}, not to ${to}` });
        break;
      }
      at = to;
    }
    driver.stop();
  }
  return { executed, diverged };
}

function timed<T>(work: () => T): [T, string] {
  const took = stopwatch();
  return [work(), took()];
}

/** Maximum number of unexpected steps that are listed. */
const MOST_UNEXPECTED = 20;

/** The model with each step compared with the table as soon as it was taken. */
function withExpectations(machine: JourneyMachine, model: Model, table: Table, complain: (complaint: string) => void): Model {
  const carried = createCarriedCheck(machine, table);
  const keys = new WeakMap<object, string>();
  const keyOf = (snapshot: JourneySnapshot): string => {
    const key = keys.get(snapshot) ?? model.projection(snapshot);
    keys.set(snapshot, key);
    return key;
  };
  const compare = (before: JourneySnapshot, step: Step, after: JourneySnapshot | null): void => {
    const complaints = table.complaintsAbout(keyOf(before), before, step, after);
    complaints.forEach(complain);
    // An event that a place refuses without a guard has no effect, whatever values are carried.
    if (isRefused(before, step.event.type)) return;
    // Where a row is missing, the check only adds the carried values to the row that the complaint proposes.
    const others = carried(keyOf(before), before, step);
    if (complaints.length === 0) others.forEach(complain);
  };
  const nothing = (snapshot: JourneySnapshot, step: Step): void => compare(snapshot, step, null);
  // Which states of a place take a refused step depends on the projection. The table must say the same of all of them.
  return { ...model, check: compare, idle: nothing, refused: nothing };
}

/** Maximum number of listed violations per invariant. */
const MOST_BREACHES = 3;

/**
 * All complaints of the report, one sentence each; empty when everything is covered. Failures come before uncovered
 * obligations, which may be their consequence.
 */
export const complaintsOf = (report: Report): string[] => [
  ...report.broken.flatMap(({ invariant, breaches }) => [
    `broken in ${breaches.length} ${breaches.length === 1 ? 'place' : 'places'}: ${invariant}`,
    ...breaches.slice(0, MOST_BREACHES).map((breach) => `  ${breachText(breach)}`),
    ...(breaches.length > MOST_BREACHES ? [`  and ${breaches.length - MOST_BREACHES} more`] : []),
  ]),
  ...report.unexpected.slice(0, MOST_UNEXPECTED),
  ...(report.unexpected.length > MOST_UNEXPECTED
    ? [`and ${report.unexpected.length - MOST_UNEXPECTED} more that docs/expected.md does not say`]
    : []),
  ...report.needless,
  ...report.diverged.map(({ path, message }) => `path ${path}: ${message}`),
  ...report.unsound.map((complaint) => `the projection is unsound: ${complaint}`),
  ...report.nodes.missing.map((name) => `never entered: ${name.replace(/^state /, '')}`),
  ...report.definitions.missing.map((name) => `never taken: ${name}`),
  ...report.unclaimed,
];

const share = ({ total, missing }: Coverage) => `${total - missing.length} of ${total}`;

/** The report as lines of text. */
export function describe(report: Report): string[] {
  const { took } = report;
  return [
    `states       ${report.states} with ${report.edges} edges, explored in ${took.explore}`,
    `projection   ${report.unsound.length === 0 ? 'sound' : 'UNSOUND'}, ${report.compared} snapshots compared in ${took.soundness}`,
    `expectations ${report.unexpected.length === 0 ? 'met' : `${report.unexpected.length} not met`}`,
    `invariants   ${INVARIANTS.length - report.broken.length} of ${INVARIANTS.length} hold, checked in ${took.invariants}`,
    `paths        ${report.paths} with ${report.steps} steps, generated in ${took.cover}, executed in ${took.execute}`,
    `state nodes  ${share(report.nodes)}`,
    `transitions  ${share(report.definitions)}`,
    `clauses      ${report.clauses.filter(({ paths }) => paths.length > 0).length} of ${report.clauses.length} covered by paths, the others by other tests`,
    ...complaintsOf(report),
  ];
}

/** Every path, step by step. */
export const listPaths = (paths: readonly Path[]): string[] =>
  paths.flatMap(({ steps }, number) => [`path ${number}`, ...steps.map(({ step, to }) => `  ${step}  ->  ${to}`)]);
