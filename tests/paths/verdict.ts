/** Judges a walk in a world with a will of its own: what it proved, what may stay open there, and what must not. */
import { obligations, type Graph } from './explore.ts';
import type { WalkReport } from './onlineTest.ts';

/** What a world cannot bring about, and why. */
export interface Beyond {
  why: string;
  /** Transition definitions and state nodes: their whole names, or what their names are like. */
  names: readonly (string | RegExp)[];
}

const isLike = (name: string, known: string | RegExp): boolean => (typeof known === 'string' ? known === name : known.test(name));
const isBeyond = ({ names }: Beyond, name: string): boolean => names.some((known) => isLike(name, known));

/** What a walk there heads for: everything but what is known to be beyond it. */
export const within = (graph: Graph, beyond: readonly Beyond[]): Set<string> => {
  const { nodes, definitions } = obligations(graph.machine);
  return new Set([...nodes, ...definitions].filter((name) => !beyond.some((one) => isBeyond(one, name))));
};

interface Share {
  proved: number;
  total: number;
}

export interface Verdict {
  nodes: Share;
  definitions: Share;
  paths: number;
  steps: number;
  took: string;
  mismatches: string[];
  /** Left open for a reason that is known. */
  beyond: { why: string; names: string[] }[];
  /** What must not be: mismatches, obligations left open without a known reason, reasons that do not hold any more. */
  complaints: string[];
}

/** @param beyond what this world may leave open; an entry of it that was proved is a complaint too. */
export function judge(graph: Graph, report: WalkReport, beyond: readonly Beyond[]): Verdict {
  const { nodes, definitions } = obligations(graph.machine);
  const share = (names: readonly string[]): Share => ({
    proved: names.filter((name) => report.proved.has(name)).length,
    total: names.length,
  });
  const all = [...nodes, ...definitions];
  const mismatches = report.mismatches.map(
    ({ path, steps, says }) => `path ${path}, step ${steps.length}, "${steps[steps.length - 1]}": ${says}`,
  );
  return {
    nodes: share(nodes),
    definitions: share(definitions),
    paths: report.paths.length,
    steps: report.steps,
    took: report.took,
    mismatches,
    beyond: beyond
      .map((one) => ({ why: one.why, names: all.filter((name) => isBeyond(one, name) && !report.proved.has(name)) }))
      .filter(({ names }) => names.length > 0),
    complaints: [
      ...mismatches,
      ...[...report.open]
        .filter(([name]) => !beyond.some((one) => isBeyond(one, name)))
        .map(([name, reasons]) => `not proved: ${name}${reasons.length === 0 ? '' : ` (${reasons.join('; ')})`}`),
      ...beyond
        .flatMap(({ names }) => names)
        .filter((known) => !all.some((name) => isLike(name, known)))
        .map((known) => `said to be beyond this world, but not in the chart: ${known}`),
      ...all
        .filter((name) => report.proved.has(name) && beyond.some((one) => isBeyond(one, name)))
        .map((name) => `said to be beyond this world, but proved: ${name}`),
    ],
  };
}

const share = ({ proved, total }: Share) => `${proved} of ${total}`;

/** More names of a kind tell nothing new. */
const MOST_NAMES = 4;

/** The verdict for reading. @param world in a word. */
export function describeVerdict(world: string, verdict: Verdict): string[] {
  const { nodes, definitions, paths, steps, took, mismatches, beyond, complaints } = verdict;
  return [
    world,
    `paths        ${paths} with ${steps} steps, walked in ${took}`,
    `state nodes  ${share(nodes)}`,
    `transitions  ${share(definitions)}`,
    `mismatches   ${mismatches.length}`,
    ...beyond.flatMap(({ why, names }) => [
      `cannot be brought about here, ${names.length}: ${why}`,
      ...names.slice(0, MOST_NAMES).map((name) => `  ${name}`),
      ...(names.length > MOST_NAMES ? [`  and ${names.length - MOST_NAMES} more like these`] : []),
    ]),
    ...complaints,
  ];
}
