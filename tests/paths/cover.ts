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

/**
 * {@link nearest} for many searches of one graph, where an edge that is no longer wanted never becomes wanted again. So each
 * state keeps only the edges that are still wanted, and for the search one edge to each next state.
 */
function createSearch({ edges }: Ways, isWanted: (edge: Edge) => boolean): (start: string) => Edge[] | null {
  const firsts = new Map<string, readonly Edge[]>();
  const left = new Map<string, readonly Edge[]>();
  for (const [at, all] of edges) {
    const [targets, lists] = [new Map<string, Edge>(), new Map<readonly string[], Edge>()];
    for (const edge of all) {
      if (!targets.has(edge.to)) targets.set(edge.to, edge);
      if (!lists.has(edge.covers)) lists.set(edge.covers, edge);
    }
    firsts.set(at, [...targets.values()]);
    left.set(at, [...lists.values()]);
  }
  const wantedAt = (at: string): Edge | undefined => {
    const before = left.get(at) ?? [];
    if (before.length === 0) return undefined;
    const now = before.filter(isWanted);
    left.set(at, now);
    return now[0];
  };
  return (start) => {
    const seen = new Set([start]);
    const queue: Visit[] = [{ from: null, at: start, by: null }];
    for (const visit of queue) {
      const found = wantedAt(visit.at);
      if (found) return [...edgesTo(visit), found];
      for (const edge of firsts.get(visit.at) ?? []) {
        if (seen.has(edge.to)) continue;
        seen.add(edge.to);
        queue.push({ from: visit, at: edge.to, by: edge });
      }
    }
    return null;
  };
}

/** Whether an edge covers one of these obligations, which only become fewer. Edges share lists, so results are cached by list. */
export function coversOneOf(open: ReadonlySet<string>): (edge: Edge) => boolean {
  const known = new Map<readonly string[], boolean>();
  let size = open.size;
  return ({ covers }) => {
    if (open.size !== size) {
      size = open.size;
      for (const [list, coversOne] of known) if (coversOne) known.delete(list);
    }
    const before = known.get(covers);
    if (before !== undefined) return before;
    const coversOne = covers.some((obligation) => open.has(obligation));
    known.set(covers, coversOne);
    return coversOne;
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

function edgesTo(visit: Visit): Edge[] {
  const edges: Edge[] = [];
  for (let at: Visit | null = visit; at !== null && at.by !== null; at = at.from) edges.push(at.by);
  return edges.reverse();
}
