/** Judges a walk in a world with a will of its own: what it proved, what may stay open there, and what must not. */
import { obligations, type Graph } from './explore.ts';
import type { WalkReport } from './walk.ts';

/** What a world cannot bring about, and why. */
export interface Beyond {
  why: string;
  /** Transition definitions and state nodes, by their whole names. */
  names: readonly string[];
}

interface Share {
  proved: number;
  total: number;
}

export interface Verdict {
  nodes: Share;
  definitions: Share;
  paths: number;
  steps: number;
  milliseconds: number;
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
  const known = new Set(beyond.flatMap(({ names }) => names));
  const all = new Set([...nodes, ...definitions]);
  const mismatches = report.mismatches.map(({ path, step, happening, says }) => `path ${path}, step ${step} "${happening}": ${says}`);
  return {
    nodes: share(nodes),
    definitions: share(definitions),
    paths: report.paths.length,
    steps: report.steps,
    milliseconds: report.milliseconds,
    mismatches,
    beyond: beyond
      .map(({ why, names }) => ({ why, names: names.filter((name) => report.open.has(name)) }))
      .filter(({ names }) => names.length > 0),
    complaints: [
      ...mismatches,
      ...[...report.open]
        .filter(([name]) => !known.has(name))
        .map(([name, reasons]) => `not proved: ${name}${reasons.length === 0 ? '' : ` (${reasons.join('; ')})`}`),
      ...[...known].filter((name) => !all.has(name)).map((name) => `said to be beyond this world, but not in the chart: ${name}`),
      ...[...known].filter((name) => report.proved.has(name)).map((name) => `said to be beyond this world, but proved: ${name}`),
    ],
  };
}

const share = ({ proved, total }: Share) => `${proved} of ${total}`;

/** The verdict for reading. @param world in a word. */
export function describeVerdict(world: string, verdict: Verdict): string[] {
  const { nodes, definitions, paths, steps, milliseconds, mismatches, beyond, complaints } = verdict;
  return [
    world,
    `paths        ${paths} with ${steps} steps, walked in ${(milliseconds / 1000).toFixed(1)} s`,
    `state nodes  ${share(nodes)}`,
    `transitions  ${share(definitions)}`,
    `mismatches   ${mismatches.length}`,
    ...beyond.flatMap(({ why, names }) => [`cannot be brought about here, ${names.length}: ${why}`, ...names.map((name) => `  ${name}`)]),
    ...complaints,
  ];
}
