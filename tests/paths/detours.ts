/** Paths through prescribed steps, for obligations that depend on more than the states of the graph. */
import type { Edge, Graph } from './explore.ts';
import { coversOneOf, createSearch, type Search } from './graphSearch.ts';

export interface Plan {
  edges: readonly Edge[];
  /** The obligation at its end. */
  to: string;
}

/** In this environment `to` is possible only right after `by`. */
export interface Strategy {
  /** Names of obligations. */
  to: RegExp;
  /** Names of steps, in their order. */
  by: readonly RegExp[];
  /** Maximum number of steps from the last step of `by` to the obligation; 1 by default. */
  within?: number;
}

type Barred = (at: string, edge: Edge) => boolean;

interface Detours {
  isFor(obligation: string): boolean;
  /** Whether this step covers an obligation that needs a detour. */
  isNeeded(edge: Edge): boolean;
  /** A detour to the obligation with the fewest attempts. @returns null where none is reachable. */
  from(at: string, isBarred: Barred): Plan | null;
  /** Counts an attempt of the detour to this obligation; one that needs no detour is not counted. */
  take(obligation: string): void;
}

/** Maximum number of attempts per obligation. */
const MOST_TIMES = 8;

/** @param uncovered the uncovered obligations; the caller deletes each one that a path covers. */
export function createDetours(graph: Graph, uncovered: ReadonlySet<string>, strategies: readonly Strategy[]): Detours {
  const taken = new Map([...uncovered].filter((name) => strategies.some(({ to }) => to.test(name))).map((name) => [name, 0]));
  const isToTry = (obligation: string): boolean => uncovered.has(obligation) && (taken.get(obligation) ?? 0) < MOST_TIMES;

  /** Whether the obligation is at most so many possible steps away: the environment remembers the steps before it for that long. */
  function createNearness(obligation: string, isBarred: Barred): (at: string, within: number) => boolean {
    const known = new Map<string, boolean>();
    const isNear = (at: string, within: number): boolean => {
      const id = `${within} ${at}`;
      const before = known.get(id);
      if (before !== undefined) return before;
      const found = (graph.edges.get(at) ?? []).some(
        (edge) =>
          !isBarred(at, edge) && (edge.covers.includes(obligation) || (within > 1 && edge.to !== at && isNear(edge.to, within - 1))),
      );
      known.set(id, found);
      return found;
    };
    return isNear;
  }

  const searchUncovered = createSearch(graph, coversOneOf(uncovered));
  const searches = new Map<RegExp, Search>();
  /** The cached search for a step whose name matches. */
  function searchFor(pattern: RegExp): Search {
    const known = searches.get(pattern) ?? createSearch(graph, ({ step }) => pattern.test(step.name));
    searches.set(pattern, known);
    return known;
  }

  function plan(start: string, obligation: string, { by, within = 1 }: Strategy, isBarred: Barred): Edge[] | null {
    const isNear = createNearness(obligation, isBarred);
    const edges: Edge[] = [];
    let at = start;
    for (const [index, pattern] of by.entries()) {
      const isLast = index === by.length - 1;
      const part = searchFor(pattern)(at, { isMeant: ({ to }) => !isLast || isNear(to, within), isBarred });
      if (!part) return null;
      edges.push(...part);
      at = part[part.length - 1]?.to ?? at;
    }
    const rest = searchUncovered(at, { isMeant: ({ covers }) => covers.includes(obligation), isBarred });
    return rest && [...edges, ...rest];
  }

  return {
    isFor: (obligation) => taken.has(obligation),
    isNeeded: coversOneOf(new Set(taken.keys())),
    from(at, isBarred) {
      for (const [obligation] of [...taken].sort(([, one], [, other]) => one - other)) {
        if (!isToTry(obligation)) continue;
        for (const strategy of strategies) {
          const edges = strategy.to.test(obligation) ? plan(at, obligation, strategy, isBarred) : null;
          if (edges) return { edges, to: obligation };
        }
      }
      return null;
    },
    take(obligation) {
      const times = taken.get(obligation);
      if (times !== undefined) taken.set(obligation, times + 1);
    },
  };
}
