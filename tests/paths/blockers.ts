/** Finds which failed step keeps the obligations behind it uncovered. */
import type { Edge, Graph } from './explore.ts';

export interface Possibilities {
  /** Why the step failed in this state; null where it did not. */
  failure(at: string, edge: Edge): string | null;
  /** Whether a step is known to be impossible from a state; such a step was not tried. */
  never(at: string, edge: Edge): boolean;
}

/**
 * By uncovered obligation: the first failed step on a path to it with the fewest failed steps. An obligation that is reached
 * without a failed step, or on no possible path, has no entry.
 */
export function blockersOf(
  { start, edges }: Pick<Graph, 'start' | 'edges'>,
  open: ReadonlySet<string>,
  { failure, never }: Possibilities,
): Map<string, string> {
  const found = new Map<string, string | null>();
  const seen = new Set<string>();
  /** States behind the same number of failed steps, each with the first failed step. */
  let round = new Map<string, string | null>([[start, null]]);
  while (round.size > 0) {
    const behind = new Map<string, string | null>();
    // The loop also visits the states that it adds to the map.
    for (const [at, before] of round) {
      if (seen.has(at)) continue;
      seen.add(at);
      for (const edge of edges.get(at) ?? []) {
        if (never(at, edge)) continue;
        const why = failure(at, edge);
        const next = why === null ? round : behind;
        const blocker = before ?? (why === null ? null : `blocked by "${edge.step.name}", which failed in ${at}: ${why}`);
        if (!next.has(edge.to)) next.set(edge.to, blocker);
        if (why !== null) continue;
        for (const obligation of edge.covers) if (open.has(obligation) && !found.has(obligation)) found.set(obligation, blocker);
      }
    }
    round = behind;
  }
  return new Map([...found].filter((entry): entry is [string, string] => entry[1] !== null));
}
