/** The verdict on an online test: covered obligations, uncovered ones that are listed as unreachable, and complaints. */
import { obligations, type Graph } from './explore.ts';
import type { Mismatch, OnlineReport } from './onlineTest.ts';

/** Obligations that an environment cannot reach, and why. */
export interface Unreachable {
  why: string;
  /** Transition definitions and state nodes: full names, or patterns of names. */
  names: readonly (string | RegExp)[];
  /** The reason that the environment must give when one of the obligations is tried; absent: they are not tried. */
  says?: RegExp;
  /** When a run covers one of the obligations by chance; absent: a covered one is a complaint. */
  unless?: string;
}

const isLike = (name: string, known: string | RegExp): boolean => (typeof known === 'string' ? known === name : known.test(name));
const isUnreachable = ({ names }: Unreachable, name: string): boolean => names.some((known) => isLike(name, known));

/** The obligations of an online test: all except the unreachable ones. */
export const obligationsToCover = (graph: Graph, unreachable: readonly Unreachable[]): Set<string> => {
  const { nodes, definitions } = obligations(graph.machine);
  return new Set([...nodes, ...definitions].filter((name) => !unreachable.some((one) => isUnreachable(one, name))));
};

/** Obligations that count as impossible and are tried nevertheless, each with the reason that the environment must give. */
export function impossibleIn(graph: Graph, unreachable: readonly Unreachable[]): Map<string, RegExp> {
  const { nodes, definitions } = obligations(graph.machine);
  return new Map(
    [...nodes, ...definitions].flatMap((name): [string, RegExp][] => {
      const says = unreachable.find((one) => isUnreachable(one, name))?.says;
      return says ? [[name, says]] : [];
    }),
  );
}

interface Share {
  covered: number;
  total: number;
}

export interface Verdict {
  nodes: Share;
  definitions: Share;
  paths: number;
  steps: number;
  took: string;
  mismatches: string[];
  /** Uncovered for a listed reason. */
  unreachable: { why: string; names: string[] }[];
  /** Mismatches, obligations that are uncovered without a listed reason, and listed reasons that no longer hold. */
  complaints: string[];
}

export const mismatchText = ({ path, steps, message }: Mismatch): string =>
  `path ${path}, step ${steps.length}, "${steps[steps.length - 1]}": ${message}`;

/** @param unreachable obligations that this environment cannot cover; a covered one is a complaint too. */
export function verdictOf(graph: Graph, report: OnlineReport, unreachable: readonly Unreachable[]): Verdict {
  const { nodes, definitions } = obligations(graph.machine);
  const share = (names: readonly string[]): Share => ({
    covered: names.filter((name) => report.covered.has(name)).length,
    total: names.length,
  });
  const all = [...nodes, ...definitions];
  const mismatches = report.mismatches.map(mismatchText);
  return {
    nodes: share(nodes),
    definitions: share(definitions),
    paths: report.paths.length,
    steps: report.steps,
    took: report.took,
    mismatches,
    unreachable: unreachable
      .map((one) => ({ why: one.why, names: all.filter((name) => isUnreachable(one, name) && !report.covered.has(name)) }))
      .filter(({ names }) => names.length > 0),
    complaints: [
      ...mismatches,
      ...[...report.open]
        .filter(([name]) => !unreachable.some((one) => isUnreachable(one, name)))
        .map(([name, reasons]) => {
          const why = reasons.length === 0 && report.isCut ? ['the time was over'] : reasons;
          return `not covered: ${name}${why.length === 0 ? '' : ` (${why.join('; ')})`}`;
        }),
      ...unreachable
        .flatMap(({ names }) => names)
        .filter((known) => !all.some((name) => isLike(name, known)))
        .map((known) => `listed as unreachable, but not in the chart: ${known}`),
      ...all
        .filter((name) => report.covered.has(name) && unreachable.some((one) => one.unless === undefined && isUnreachable(one, name)))
        .map((name) => `listed as unreachable, but covered: ${name}`),
      ...[...report.open].flatMap(([name, reasons]) => {
        const listed = unreachable.find((one) => isUnreachable(one, name));
        if (!listed?.says || reasons.some((reason) => listed.says?.test(reason))) return [];
        const said = reasons.length === 0 ? 'it was not tried' : `the answer was: ${reasons.join('; ')}`;
        return report.isCut && reasons.length === 0 ? [] : [`listed as unreachable, because ${listed.why}, but ${said}: ${name}`];
      }),
    ],
  };
}

const share = ({ covered, total }: Share) => `${covered} of ${total}`;

/** Maximum number of names that are printed per reason. */
const MOST_NAMES = 4;

/** The verdict as lines of text. @param environment its title. */
export function describeVerdict(environment: string, verdict: Verdict): string[] {
  const { nodes, definitions, paths, steps, took, mismatches, unreachable, complaints } = verdict;
  return [
    environment,
    `paths        ${paths} with ${steps} steps, executed in ${took}`,
    `state nodes  ${share(nodes)}`,
    `transitions  ${share(definitions)}`,
    `mismatches   ${mismatches.length}`,
    ...unreachable.flatMap(({ why, names }) => [
      `unreachable here, ${names.length}: ${why}`,
      ...names.slice(0, MOST_NAMES).map((name) => `  ${name}`),
      ...(names.length > MOST_NAMES ? [`  and ${names.length - MOST_NAMES} more like these`] : []),
    ]),
    ...complaints,
  ];
}
