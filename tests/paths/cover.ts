/** Generates paths from the start that together cover everything the graph can cover. */
import type { Edge, Graph, Ways } from './explore.ts';

export interface Path {
  steps: readonly PathStep[];
}

export interface PathStep {
  /** Name of the step. */
  step: string;
  /** Key of the state to which it leads. */
  to: string;
}

interface Visit {
  from: Visit | null;
  at: string;
  by: Edge | null;
}

/** The shortest path from a state to a wanted edge, that edge included; null where none is reachable. */
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
      // Most edges lead to visited states, so the expensive predicate comes last.
      const isFound = isWanted(edge);
      if ((!isFound && seen.has(edge.to)) || isBarred(visit.at, edge)) continue;
      if (isFound) return [...edgesTo(visit), edge];
      seen.add(edge.to);
      queue.push({ from: visit, at: edge.to, by: edge });
    }
  }
  return null;
}

/** Whether an edge covers one of these obligations, which only become fewer. Edges share lists, so results are cached by list. */
export function coversOneOf(open: ReadonlySet<string>): (edge: Edge) => boolean {
  const known = new Map<readonly string[], boolean>();
  let size = open.size;
  return ({ covers }) => {
    if (open.size !== size) {
      size = open.size;
      for (const [list, isOpen] of known) if (isOpen) known.delete(list);
    }
    const before = known.get(covers);
    if (before !== undefined) return before;
    const isOpen = covers.some((obligation) => open.has(obligation));
    known.set(covers, isOpen);
    return isOpen;
  };
}

/**
 * Greedy: goes on to the nearest edge that covers something new, and begins a new path when this one grows too long.
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
  const isOpen = ({ covers }: Edge): boolean => (open.get(covers)?.size ?? 0) > 0;

  const paths: Path[] = [];
  while (holding.size > 0) {
    const path: Edge[] = [];
    for (;;) {
      const next = nearest(graph, path.length > 0 ? (path[path.length - 1] as Edge).to : graph.start, isOpen);
      if (next === null || (path.length > 0 && path.length + next.length > longest)) break;
      for (const { covers } of next) coverAll(covers);
      path.push(...next);
    }
    paths.push({ steps: path.map(({ step, to }) => ({ step: step.name, to })) });
  }
  return paths;
}

function edgesTo(visit: Visit): Edge[] {
  const edges: Edge[] = [];
  for (let at: Visit | null = visit; at !== null && at.by !== null; at = at.from) edges.push(at.by);
  return edges.reverse();
}
