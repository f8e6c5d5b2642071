/** What stood in the way of that which a walk never came to try. */
import type { Edge, Graph } from './explore.ts';

/** By obligation that is open: the first step that failed on the shortest way to it. One that nothing blocks has no entry. */
export function behind(graph: Graph, open: ReadonlySet<string>, hasFailed: (at: string, edge: Edge) => boolean): Map<string, string> {
  const found = new Map<string, string>();
  /** By state: the first step on the way there that failed. */
  const blocked = new Map<string, string | null>([[graph.start, null]]);
  for (const [at, before] of blocked)
    for (const edge of graph.edges.get(at) ?? []) {
      const isNew = !blocked.has(edge.to);
      const isOpen = edge.proves.some((obligation) => open.has(obligation) && !found.has(obligation));
      if (!isNew && !isOpen) continue;
      const why = before ?? (hasFailed(at, edge) ? `behind "${edge.happening.name}", which did not happen in ${at}` : null);
      if (isNew) blocked.set(edge.to, why);
      if (isOpen && why !== null) for (const obligation of edge.proves) if (!found.has(obligation)) found.set(obligation, why);
    }
  return found;
}
