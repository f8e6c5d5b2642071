/** Paths from the start that together prove everything the graph can prove. */
import type { Edge, Graph } from './explore.ts';

export interface Path {
  steps: readonly Step[];
}

export interface Step {
  /** Name of what happens. */
  happening: string;
  /** The state it must lead to. */
  to: string;
}

interface Visit {
  from: Visit | null;
  at: string;
  by: Edge | null;
}

/** The shortest way from here to an edge that is wanted, that edge included; null where none can be reached. */
export function nearest(
  { edges }: Pick<Graph, 'edges'>,
  start: string,
  isWanted: (edge: Edge) => boolean,
  isBarred: (at: string, edge: Edge) => boolean = () => false,
): Edge[] | null {
  const seen = new Set([start]);
  const queue: Visit[] = [{ from: null, at: start, by: null }];
  for (const visit of queue) {
    for (const edge of edges.get(visit.at) ?? []) {
      if (isBarred(visit.at, edge)) continue;
      if (isWanted(edge)) return [...walkTo(visit), edge];
      if (seen.has(edge.to)) continue;
      seen.add(edge.to);
      queue.push({ from: visit, at: edge.to, by: edge });
    }
  }
  return null;
}

/**
 * Greedy: walk on to the nearest edge that still proves something, begin anew when the path grows too long.
 * @param longest steps of a path; a single detour may be longer.
 */
export function cover(graph: Graph, longest = 40): Path[] {
  /** Edges that prove the same things share one list of them: which of the lists hold something that is not proved yet. */
  const open = new Map<readonly string[], Set<string>>();
  const holding = new Map<string, Set<string>[]>();
  for (const edges of graph.edges.values())
    for (const { proves } of edges) {
      if (open.has(proves)) continue;
      const left = new Set(proves);
      open.set(proves, left);
      for (const obligation of left) holding.set(obligation, [...(holding.get(obligation) ?? []), left]);
    }
  const proveAll = (proves: readonly string[]): void => {
    for (const obligation of proves) {
      for (const left of holding.get(obligation) ?? []) left.delete(obligation);
      holding.delete(obligation);
    }
  };
  const isOpen = ({ proves }: Edge): boolean => (open.get(proves)?.size ?? 0) > 0;

  const paths: Path[] = [];
  while (holding.size > 0) {
    const walked: Edge[] = [];
    for (;;) {
      const next = nearest(graph, walked.length > 0 ? (walked[walked.length - 1] as Edge).to : graph.start, isOpen);
      if (next === null || (walked.length > 0 && walked.length + next.length > longest)) break;
      for (const { proves } of next) proveAll(proves);
      walked.push(...next);
    }
    paths.push({ steps: walked.map(({ happening, to }) => ({ happening: happening.name, to })) });
  }
  return paths;
}

function walkTo(visit: Visit): Edge[] {
  const walk: Edge[] = [];
  for (let at: Visit | null = visit; at !== null && at.by !== null; at = at.from) walk.push(at.by);
  return walk.reverse();
}
