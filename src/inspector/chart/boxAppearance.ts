/** The appearance of boxes and arrows at one step of a journey: active, on the current path, visited, or new. */
import { leafOf, type Step, type Trail } from '../journey/journeyRun.ts';
import type { ChartGraph } from './graph.ts';

export type BoxAppearance = 'active' | 'path' | 'seen' | 'new';

export interface Way {
  from: string;
  to: string;
  event: string;
}

export interface Moment {
  /** The open screen; null: no screen is active. */
  open: string | null;
  /** Ids of the innermost active boxes. */
  active: string;
  /** Ids of all active state nodes. */
  activeIds: ReadonlySet<string>;
  /** The last transition, between visible boxes; null: none. */
  last: Way | null;
  /** The next transition of the journey. */
  next: Way | null;
}

/** The visible box of a state while the screen `open` is open; null: none. */
export function shownBox(graph: ChartGraph, id: string, open: string | null): string | null {
  const box = graph.boxOf[id] ?? null;
  return box !== null && box === open ? (graph.innerOf[id] ?? box) : box;
}

function wayBetween(graph: ChartGraph, a: Step | undefined, b: Step | undefined, open: string | null): Way | null {
  if (!a || !b || !b.event) return null;
  const from = shownBox(graph, leafOf(a.snapshot).id, open);
  const to = shownBox(graph, leafOf(b.snapshot).id, open);
  return from && to && from !== to ? { from, to, event: b.event.type } : null;
}

/** @param isOpened whether the active screen is open, if it has inner states. */
export function momentOf(graph: ChartGraph, steps: readonly Step[], index: number, isOpened = true): Moment {
  const step = steps[index] as Step;
  const leaf = leafOf(step.snapshot);
  const box = graph.boxOf[leaf.id] ?? null;
  const open = isOpened && box !== null && graph.innerGraphs[box] ? box : null;
  return {
    open,
    active: shownBox(graph, leaf.id, open) ?? '',
    activeIds: new Set(step.snapshot._nodes.map(({ id }) => id)),
    last: wayBetween(graph, steps[index - 1], step, open),
    next: wayBetween(graph, step, steps[index + 1], open),
  };
}

export function lookOf(id: string, { active, activeIds }: Moment, { visitedAt }: Trail, index: number): BoxAppearance {
  if (id === active) return 'active';
  if (activeIds.has(id)) return 'path';
  const visited = visitedAt.get(id);
  return visited !== undefined && visited <= index ? 'seen' : 'new';
}

/** By id of a visible arrow, the first step that took it. */
export function takenArrows(graph: ChartGraph, { takenAt }: Trail, opened: readonly string[]): ReadonlyMap<string, number> {
  const taken = new Map<string, number>();
  const shown = (id: string): string | null => shownBox(graph, id, opened.find((screen) => graph.boxOf[id] === screen) ?? null);
  for (const [way, at] of takenAt) {
    const [from, to] = way.split('>') as [string, string];
    const [x, y] = [shown(from), shown(to)];
    if (!x || !y || x === y) continue;
    const id = `${x}>${y}`;
    taken.set(id, Math.min(at, taken.get(id) ?? at));
  }
  return taken;
}
