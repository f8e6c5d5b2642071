/** Generates paths from the start that together cover every obligation of the graph. */
import type { Edge, Ways } from './explore.ts';
import { createSearch } from './graphSearch.ts';

export interface Path {
  steps: readonly PathStep[];
}

export interface PathStep {
  /** Name of the step. */
  step: string;
  /** Key of the state to which it leads. */
  to: string;
}

/**
 * Greedy: each path goes on to the nearest edge with an uncovered obligation, until the path is too long and a new path begins.
 * @param longest maximum steps of a path; the way to a single edge may be longer.
 */
export function cover(graph: Ways, longest = 40): Path[] {
  /** Uncovered obligations by shared list, and the lists by obligation. */
  const open = new Map<readonly string[], Set<string>>();
  const holding = new Map<string, Set<string>[]>();
  for (const edges of graph.edges.values())
    for (const { covers } of edges) {
      if (open.has(covers)) continue;
      const left = new Set(covers);
      open.set(covers, left);
      for (const obligation of left) {
        const known = holding.get(obligation);
        if (known) known.push(left);
        else holding.set(obligation, [left]);
      }
    }
  const coverAll = (covers: readonly string[]): void => {
    for (const obligation of covers) {
      for (const left of holding.get(obligation) ?? []) left.delete(obligation);
      holding.delete(obligation);
    }
  };
  const coversNew = ({ covers }: Edge): boolean => (open.get(covers)?.size ?? 0) > 0;
  const next = createSearch(graph, coversNew);

  const paths: Path[] = [];
  while (holding.size > 0) {
    const path: Edge[] = [];
    for (;;) {
      const way = next(path.length > 0 ? (path[path.length - 1] as Edge).to : graph.start);
      if (way === null || (path.length > 0 && path.length + way.length > longest)) break;
      for (const { covers } of way) coverAll(covers);
      path.push(...way);
    }
    paths.push({ steps: path.map(({ step, to }) => ({ step: step.name, to })) });
  }
  return paths;
}
