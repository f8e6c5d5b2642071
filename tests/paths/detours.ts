/** Ways to what a world shows only after something else, which the states of the graph do not tell apart. */
import { nearest, provesOneOf } from './cover.ts';
import type { Edge, Graph } from './explore.ts';

/** This world shows `to` only right after `by`. */
export interface Way {
  /** Names of obligations. */
  to: RegExp;
  /** Names of happenings, one after the other. */
  by: readonly RegExp[];
  /** So many steps after the last of them at most; 1 by default. */
  within?: number;
}

export interface Detour {
  plan: Edge[];
  /** The goal it leads to. */
  to: string;
}

export interface Detours {
  isFor(goal: string): boolean;
  /** Whether this step leads to one of the goals that are reached by a detour only. */
  isNeeded(edge: Edge): boolean;
  areLeft(): boolean;
  /** To the goal that was headed for the least. @returns null where none can be reached from there. */
  from(at: string, isBarred: (at: string, edge: Edge) => boolean): Detour | null;
  /** The detour to this goal is taken now. */
  take(goal: string): void;
}

/** So often a detour is taken in vain. */
const MOST_TIMES = 3;

/** @param goals what is proved is deleted from it. */
export function createDetours(graph: Graph, goals: ReadonlySet<string>, ways: readonly Way[]): Detours {
  const taken = new Map([...goals].filter((name) => ways.some(({ to }) => to.test(name))).map((name) => [name, 0]));
  const isOpen = (goal: string): boolean => goals.has(goal) && (taken.get(goal) ?? 0) < MOST_TIMES;

  /** Whether the goal is so few steps away: what was remembered on the way is soon forgotten. */
  function createNearness(goal: string): (at: string, within: number) => boolean {
    const known = new Map<string, boolean>();
    const isNear = (at: string, within: number): boolean => {
      const id = `${within} ${at}`;
      const before = known.get(id);
      if (before !== undefined) return before;
      const found = (graph.edges.get(at) ?? []).some(
        ({ proves, to }) => proves.includes(goal) || (within > 1 && to !== at && isNear(to, within - 1)),
      );
      known.set(id, found);
      return found;
    };
    return isNear;
  }

  function plan(start: string, goal: string, { by, within = 1 }: Way, isBarred: (at: string, edge: Edge) => boolean): Edge[] | null {
    const isNear = createNearness(goal);
    const edges: Edge[] = [];
    let at = start;
    for (const [index, pattern] of by.entries()) {
      const isLast = index === by.length - 1;
      const isWanted = (edge: Edge): boolean => pattern.test(edge.happening.name) && (!isLast || isNear(edge.to, within));
      const part = nearest(graph, at, isWanted, isBarred);
      if (!part) return null;
      edges.push(...part);
      at = part[part.length - 1]?.to ?? at;
    }
    const rest = nearest(graph, at, ({ proves }) => proves.includes(goal), isBarred);
    return rest && [...edges, ...rest];
  }

  return {
    isFor: (goal) => taken.has(goal),
    isNeeded: provesOneOf(new Set(taken.keys())),
    areLeft: () => [...taken.keys()].some(isOpen),
    from(at, isBarred) {
      for (const [goal] of [...taken].sort(([, one], [, other]) => one - other)) {
        if (!isOpen(goal)) continue;
        for (const way of ways) {
          const edges = way.to.test(goal) ? plan(at, goal, way, isBarred) : null;
          if (edges) return { plan: edges, to: goal };
        }
      }
      return null;
    },
    take: (goal) => void taken.set(goal, (taken.get(goal) ?? 0) + 1),
  };
}
