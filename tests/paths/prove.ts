/** One run of everything: explore, check the projection, check the invariants, cover, walk. */
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { cover, type Path } from './cover.ts';
import { explore, obligations, type Exploration, type Graph } from './explore.ts';
import { INVARIANTS } from './invariants.ts';
import { createMachineDriver } from './machineDriver.ts';
import { checkSoundness } from './soundness.ts';

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
  /** Snapshots compared with the first one of their state. */
  compared: number;
  unsound: string[];
  broken: { invariant: string; states: string[] }[];
  /** Steps of a walk that led elsewhere than the graph says. */
  strayed: string[];
  milliseconds: { explore: number; soundness: number; invariants: number; cover: number; walk: number };
}

/** @returns what was proved and what was not; it never throws for a defect of the chart that it can name. */
export async function prove(machine: JourneyMachine, exploration: Exploration = {}): Promise<Report> {
  const [graph, exploring] = timed(() => explore(machine, exploration));
  const [{ complaints, compared }, comparing] = timed(() => checkSoundness(graph));
  const [broken, checking] = timed(() =>
    INVARIANTS.map(({ name, check }) => ({ invariant: name, states: check(graph) })).filter(({ states }) => states.length > 0),
  );
  const [paths, covering] = timed(() => cover(graph));
  const before = performance.now();
  const { proved, strayed } = await walk(graph, paths);
  const expected = obligations(machine);
  const coverage = (names: string[]): Coverage => ({ total: names.length, missing: names.filter((name) => !proved.has(name)) });
  return {
    nodes: coverage(expected.nodes),
    definitions: coverage(expected.definitions),
    states: graph.states.size,
    edges: [...graph.edges.values()].reduce((sum, edges) => sum + edges.length, 0),
    paths: paths.length,
    steps: paths.reduce((sum, { steps }) => sum + steps.length, 0),
    compared,
    unsound: complaints,
    broken,
    strayed,
    milliseconds: { explore: exploring, soundness: comparing, invariants: checking, cover: covering, walk: performance.now() - before },
  };
}

/** Walks every path on the bare machine and compares the state after each step with the graph. */
async function walk(graph: Graph, paths: readonly Path[]): Promise<{ proved: Set<string>; strayed: string[] }> {
  const proved = new Set<string>();
  const strayed: string[] = [];
  for (const [number, { steps }] of paths.entries()) {
    const driver = createMachineDriver(graph.machine, (obligation) => proved.add(obligation));
    for (const { happening, to } of steps) {
      await driver.perform(happening);
      const reached = graph.projection(driver.snapshot());
      if (reached === to) continue;
      strayed.push(`path ${number}: "${happening}" leads to ${reached}, not to ${to}`);
      break;
    }
    driver.stop();
  }
  return { proved, strayed };
}

function timed<T>(work: () => T): [T, number] {
  const start = performance.now();
  return [work(), performance.now() - start];
}

/** Everything the report complains about, one sentence each; empty when all is proved. */
export const complaintsOf = (report: Report): string[] => [
  ...report.nodes.missing.map((name) => `never entered: ${name.replace(/^state /, '')}`),
  ...report.definitions.missing.map((name) => `never taken: ${name}`),
  ...report.unsound.map((complaint) => `the projection is unsound: ${complaint}`),
  ...report.broken.flatMap(({ invariant, states }) => [
    `broken in ${states.length} places: ${invariant}`,
    ...states.slice(0, 3).map((state) => `  ${state}`),
  ]),
  ...report.strayed,
];

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const share = ({ total, missing }: Coverage) => `${total - missing.length} of ${total}`;

/** The report for reading. */
export function describe(report: Report): string[] {
  const { milliseconds: ms } = report;
  return [
    `states       ${report.states} with ${report.edges} edges, explored in ${seconds(ms.explore)}`,
    `projection   ${report.unsound.length === 0 ? 'sound' : 'UNSOUND'}, ${report.compared} snapshots compared in ${seconds(ms.soundness)}`,
    `invariants   ${INVARIANTS.length - report.broken.length} of ${INVARIANTS.length} hold, checked in ${seconds(ms.invariants)}`,
    `paths        ${report.paths} with ${report.steps} steps, found in ${seconds(ms.cover)}, walked in ${seconds(ms.walk)}`,
    `state nodes  ${share(report.nodes)}`,
    `transitions  ${share(report.definitions)}`,
    ...complaintsOf(report),
  ];
}
