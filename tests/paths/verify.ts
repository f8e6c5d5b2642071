/** One run of everything: explore, check the projection, check the invariants, cover, walk. */
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { cover, type Path } from './cover.ts';
import { clauseComplaints, coverClauses, type ClauseCoverage } from './coverage.ts';
import { explore, obligations, type Exploration, type Graph } from './explore.ts';
import { breachText, INVARIANTS, type Breach } from './invariants.ts';
import { cannotBePerformed, createMachineDriver } from './machineDriver.ts';
import { checkSoundness } from './soundness.ts';
import { stopwatch } from '../support/stopwatch.ts';

export interface Coverage {
  total: number;
  /** By name, in the order of the chart. */
  missing: string[];
}

export interface Report {
  nodes: Coverage;
  definitions: Coverage;
  states: number;
  edges: number;
  paths: number;
  steps: number;
  walks: readonly Path[];
  /** Snapshots compared with the first one of their state. */
  compared: number;
  unsound: string[];
  broken: { invariant: string; breaches: Breach[] }[];
  /** Walks that led elsewhere than the graph says. */
  strayed: Strayed[];
  /** Which clause of the specification is proved where. */
  clauses: ClauseCoverage[];
  unclaimed: string[];
  /** How long each part took, for reading only. */
  took: { explore: string; soundness: string; invariants: string; cover: string; walk: string };
}

/** A step of a walk that led elsewhere than the graph says, or could not be performed; the walk ends there. */
export interface Strayed {
  path: number;
  /** Steps before it. */
  step: number;
  isPerformed: boolean;
  says: string;
}

export interface Proof {
  graph: Graph;
  report: Report;
}

/** For proofs whose projection is not in question. */
export const nothingCompared = (): readonly string[] => [];

/**
 * @param compared chooses the states whose snapshots are compared; all of them when left out.
 * @returns what was proved and what was not; it never throws for a defect of the chart that it can name.
 */
export async function prove(
  machine: JourneyMachine,
  exploration?: Exploration,
  compared: (keys: readonly string[]) => readonly string[] = (keys) => keys,
): Promise<Proof> {
  const [graph, exploring] = timed(() => explore(machine, exploration));
  const [soundness, comparing] = timed(() => checkSoundness(graph, 10, compared([...graph.states.keys()])));
  const [broken, checking] = timed(() =>
    INVARIANTS.map(({ name, check }) => ({ invariant: name, breaches: check(graph) })).filter(({ breaches }) => breaches.length > 0),
  );
  const [paths, covering] = timed(() => cover(graph));
  const walking = stopwatch();
  const { walked, strayed } = await walk(graph, paths);
  const proved = new Set(walked.flatMap((path) => [...path]));
  const walkTook = walking();
  const clauses = coverClauses(machine, walked);
  const expected = obligations(machine);
  const coverage = (names: string[]): Coverage => ({ total: names.length, missing: names.filter((name) => !proved.has(name)) });
  const report: Report = {
    nodes: coverage(expected.nodes),
    definitions: coverage(expected.definitions),
    states: graph.states.size,
    edges: [...graph.edges.values()].reduce((sum, edges) => sum + edges.length, 0),
    paths: paths.length,
    steps: paths.reduce((sum, { steps }) => sum + steps.length, 0),
    walks: paths,
    compared: soundness.compared,
    unsound: soundness.complaints,
    broken,
    strayed,
    clauses,
    unclaimed: clauseComplaints(machine, clauses),
    took: { explore: exploring, soundness: comparing, invariants: checking, cover: covering, walk: walkTook },
  };
  return { graph, report };
}

/**
 * Walks every path on the bare machine and compares the state after each step with the graph.
 * @returns what each path proved, in the order of the paths.
 */
async function walk(graph: Graph, paths: readonly Path[]): Promise<{ walked: ReadonlySet<string>[]; strayed: Strayed[] }> {
  const walked: ReadonlySet<string>[] = [];
  const strayed: Strayed[] = [];
  for (const [number, { steps }] of paths.entries()) {
    const proved = new Set<string>();
    walked.push(proved);
    const driver = createMachineDriver(graph.machine, (obligation) => proved.add(obligation));
    let at = graph.start;
    for (const [step, { happening, to }] of steps.entries()) {
      const why = await driver.perform(happening).then(
        () => null,
        (error: Error) => error.message,
      );
      if (why !== null) {
        strayed.push({ path: number, step, isPerformed: false, says: cannotBePerformed(happening, why, at) });
        break;
      }
      const reached = graph.projection(driver.snapshot());
      if (reached !== to) {
        strayed.push({ path: number, step, isPerformed: true, says: `"${happening}" leads to ${reached}, not to ${to}` });
        break;
      }
      at = to;
    }
    driver.stop();
  }
  return { walked, strayed };
}

function timed<T>(work: () => T): [T, string] {
  const took = stopwatch();
  return [work(), took()];
}

/** More places of a kind tell nothing new. */
const MOST_BREACHES = 3;

/**
 * Everything the report complains about, one sentence each; empty when all is proved. What is wrong comes before what
 * was not reached, which may be for that reason alone.
 */
export const complaintsOf = (report: Report): string[] => [
  ...report.broken.flatMap(({ invariant, breaches }) => [
    `broken in ${breaches.length} ${breaches.length === 1 ? 'place' : 'places'}: ${invariant}`,
    ...breaches.slice(0, MOST_BREACHES).map((breach) => `  ${breachText(breach)}`),
    ...(breaches.length > MOST_BREACHES ? [`  and ${breaches.length - MOST_BREACHES} more`] : []),
  ]),
  ...report.strayed.map(({ path, says }) => `path ${path}: ${says}`),
  ...report.unsound.map((complaint) => `the projection is unsound: ${complaint}`),
  ...report.nodes.missing.map((name) => `never entered: ${name.replace(/^state /, '')}`),
  ...report.definitions.missing.map((name) => `never taken: ${name}`),
  ...report.unclaimed,
];

const share = ({ total, missing }: Coverage) => `${total - missing.length} of ${total}`;

/** The report for reading. */
export function describe(report: Report): string[] {
  const { took } = report;
  return [
    `states       ${report.states} with ${report.edges} edges, explored in ${took.explore}`,
    `projection   ${report.unsound.length === 0 ? 'sound' : 'UNSOUND'}, ${report.compared} snapshots compared in ${took.soundness}`,
    `invariants   ${INVARIANTS.length - report.broken.length} of ${INVARIANTS.length} hold, checked in ${took.invariants}`,
    `paths        ${report.paths} with ${report.steps} steps, found in ${took.cover}, walked in ${took.walk}`,
    `state nodes  ${share(report.nodes)}`,
    `transitions  ${share(report.definitions)}`,
    `clauses      ${report.clauses.filter(({ paths }) => paths.length > 0).length} of ${report.clauses.length} proved by paths, the others by tests of their own`,
    ...complaintsOf(report),
  ];
}

/** Every path, step by step. */
export const listPaths = (paths: readonly Path[]): string[] =>
  paths.flatMap(({ steps }, number) => [`path ${number}`, ...steps.map(({ happening, to }) => `  ${happening}  ->  ${to}`)]);
