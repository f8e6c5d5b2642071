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
      // Most edges lead where the search was already: the dearer question is asked of the others.
      const isFound = isWanted(edge);
      if ((!isFound && seen.has(edge.to)) || isBarred(visit.at, edge)) continue;
      if (isFound) return [...walkTo(visit), edge];
      seen.add(edge.to);
      queue.push({ from: visit, at: edge.to, by: edge });
    }
  }
  return null;
}

/** Whether an edge proves one of these, which only grow fewer. Edges share their lists, so each list is looked at once. */
export function provesOneOf(open: ReadonlySet<string>): (edge: Edge) => boolean {
  const known = new Map<readonly string[], boolean>();
  let size = open.size;
  return ({ proves }) => {
    if (open.size !== size) {
      size = open.size;
      for (const [list, isOpen] of known) if (isOpen) known.delete(list);
    }
    const before = known.get(proves);
    if (before !== undefined) return before;
    const isOpen = proves.some((obligation) => open.has(obligation));
    known.set(proves, isOpen);
    return isOpen;
  };
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
