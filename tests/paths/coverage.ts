/** Coverage of the specification: the states and paths that cover each clause. */
import { fileURLToPath } from 'node:url';
import type { AnyStateNode } from 'xstate';
import { clausesOfState, clausesOfTransition } from '#machines/clauses.ts';
import { CLAUSES, NOT_OF_THE_CHART, type ClauseId } from '#machines/specification.ts';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { definitionName, nodeName } from './explore.ts';
import { nodesOf } from './steps.ts';

export interface ClauseCoverage {
  clause: ClauseId;
  says: string;
  /** Ids of the places that serve it, in the order of the chart. */
  places: string[];
  /** Numbers of the paths that cover it. */
  paths: number[];
}

/** The clauses that a state or a transition serves, and its place. */
interface Served {
  clauses: readonly ClauseId[];
  place: string;
}

/** The screen, routing state or group of a state: the nearest ancestor with an explicit id. */
export const placeIdOf = (node: AnyStateNode): string =>
  node.config.id !== undefined || !node.parent ? node.id : placeIdOf(node.parent as AnyStateNode);

/** Every state and transition of the chart with its clauses, by name of the obligation. */
export function servedBy(machine: JourneyMachine): Map<string, Served> {
  const served = new Map<string, Served>();
  for (const node of nodesOf(machine)) {
    const place = placeIdOf(node);
    served.set(nodeName(node), { clauses: clausesOfState(node), place });
    for (const transition of [...[...node.transitions.values()].flat(), ...(node.always ?? [])])
      served.set(definitionName(transition), { clauses: clausesOfTransition(transition), place });
  }
  return served;
}

/** @param executed the obligations that each path covered, in the order of the paths. */
export function coverClauses(machine: JourneyMachine, executed: readonly ReadonlySet<string>[]): ClauseCoverage[] {
  const found = new Map<ClauseId, { places: Set<string>; paths: Set<number> }>();
  const served = servedBy(machine);
  for (const [name, { clauses, place }] of served) {
    const paths = executed.flatMap((covered, number) => (covered.has(name) ? [number] : []));
    if (paths.length === 0) continue;
    for (const clause of clauses) {
      const entry = found.get(clause) ?? { places: new Set(), paths: new Set() };
      entry.places.add(place);
      for (const path of paths) entry.paths.add(path);
      found.set(clause, entry);
    }
  }
  return (Object.keys(CLAUSES) as ClauseId[]).map((clause) => ({
    clause,
    says: CLAUSES[clause],
    places: [...(found.get(clause)?.places ?? [])],
    paths: [...(found.get(clause)?.paths ?? [])].sort((a, b) => a - b),
  }));
}

/** Clauses that neither a path nor another test covers, and states or transitions without a clause; one sentence each. */
export function clauseComplaints(machine: JourneyMachine, coverage: readonly ClauseCoverage[]): string[] {
  return [
    ...coverage
      .filter(({ clause, paths }) => paths.length === 0 && !(clause in NOT_OF_THE_CHART))
      .map(({ clause, says }) => `no path covers the clause ${clause} (${says}): name it in machines/clauses.ts where it is served`),
    ...[...servedBy(machine)]
      .filter(([, { clauses }]) => clauses.length === 0)
      .map(([name]) => `serves no clause: ${name}; ${lineFor(name)}`),
  ];
}

/** The line of `machines/clauses.ts` that is missing. */
const lineFor = (name: string): string => {
  const state = /^state (.*)$/.exec(name)?.[1];
  const event = / --([^[]+?)(?:\[\d+\])?-->/.exec(name)?.[1];
  if (state !== undefined) return `add to PLACES of machines/clauses.ts: ${state}: ['<clause of machines/specification.ts>'],`;
  return event === undefined || event.startsWith('xstate.') || event === 'always'
    ? 'it serves what its port or its place serves: name the clause there'
    : `add to EVENTS of machines/clauses.ts: '${event}': ['<clause of machines/specification.ts>'],`;
};

const SHOWN_PATHS = 6;
const pathsCell = (paths: readonly number[]): string => {
  const shown = paths.slice(0, SHOWN_PATHS).join(', ');
  return paths.length > SHOWN_PATHS ? `${shown} and ${paths.length - SHOWN_PATHS} more` : shown;
};

export const COVERAGE_FILE = fileURLToPath(new URL('../../docs/coverage.md', import.meta.url));

/** docs/coverage.md. The last column changes with every path, so {@link withoutPaths} removes it for comparisons. */
export const coveragePage = (coverage: readonly ClauseCoverage[]): string =>
  [
    '# Coverage of the specification',
    '',
    'Made by `npm run paths -- --coverage` from `machines/clauses.ts` and the generated paths. The number before the dot is the section of the specification.',
    '`npm run paths -- --list` prints the paths by their numbers. A clause without a path and without a test of its own fails the check; so does this page when anything but the numbers of paths differs.',
    '',
    '| clause | says | places | test of its own | covered by path |',
    '|---|---|---|---|---|',
    ...coverage.map(({ clause, says, places, paths }) => {
      const own = NOT_OF_THE_CHART[clause];
      return `| ${clause} | ${says} | ${places.join(', ')} | ${own ? `\`${own}\`` : ''} | ${pathsCell(paths)} |`;
    }),
    '',
  ].join('\n');

/** The page without path numbers, which change with every change of the chart. */
export const withoutPaths = (page: string): string => page.replace(/ \| [\d, ]*(?: and \d+ more)? \|$/gm, ' |');

/** The page without path numbers that the chart has when every state and transition is covered. */
export const pageWithoutPaths = (machine: JourneyMachine): string =>
  withoutPaths(coveragePage(coverClauses(machine, [new Set(servedBy(machine).keys())])));
