/** Finds which failed step keeps the obligations behind it uncovered. */
import type { Edge, Graph } from './explore.ts';

/** By uncovered obligation: the first failed step on the shortest path to it. An obligation without such a step has no entry. */
export function blockersOf(graph: Graph, open: ReadonlySet<string>, hasFailed: (at: string, edge: Edge) => boolean): Map<string, string> {
  const found = new Map<string, string>();
  /** By state: the first failed step on the path there. */
  const blocked = new Map<string, string | null>([[graph.start, null]]);
  for (const [at, before] of blocked)
    for (const edge of graph.edges.get(at) ?? []) {
      const isNew = !blocked.has(edge.to);
      const isOpen = edge.covers.some((obligation) => open.has(obligation) && !found.has(obligation));
      if (!isNew && !isOpen) continue;
      const why = before ?? (hasFailed(at, edge) ? `blocked by "${edge.step.name}", which failed in ${at}` : null);
      if (isNew) blocked.set(edge.to, why);
      if (isOpen && why !== null) for (const obligation of edge.covers) if (!found.has(obligation)) found.set(obligation, why);
    }
  return found;
}
