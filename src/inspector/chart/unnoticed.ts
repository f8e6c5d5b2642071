/**
 * Where the chart could be wrong and nobody would notice: mutants that no check found, as `npm run mutants` wrote them into
 * `docs/mutants.json`.
 */
import type { ChartId } from '../charts/inspectedChart.ts';
import type { Arrow, ChartGraph } from './graph.ts';

/** Of one chart: by id of a state, its mutants, and the names of those that were not noticed, by event. */
export interface StateScores {
  readonly states: Readonly<Record<string, { readonly mutants: number; readonly missed: Readonly<Record<string, readonly string[]>> }>>;
}

export interface Unnoticed {
  /** By id of a visible box, what could be changed in it. */
  boxes: ReadonlyMap<string, readonly string[]>;
  /** The same by id of an arrow. */
  arrows: ReadonlyMap<string, readonly string[]>;
}

/** Absent from a build without the file. */
const files = import.meta.glob<Partial<Record<ChartId, StateScores>>>('../../../docs/mutants.json', { eager: true, import: 'default' });

/** The scores of a chart; null: it was not scored. */
export const scoresOf = (chart: ChartId): StateScores | null => Object.values(files)[0]?.[chart] ?? null;

const add = (to: Map<string, string[]>, id: string, names: readonly string[]): void => void to.set(id, [...(to.get(id) ?? []), ...names]);

/** What was not noticed, at the boxes and arrows that are drawn. @param opened ids of the open screens. */
export function unnoticedIn(graph: ChartGraph, { states }: StateScores, opened: readonly string[]): Unnoticed {
  const found: { boxes: Map<string, string[]>; arrows: Map<string, string[]> } = { boxes: new Map(), arrows: new Map() };
  const arrows: readonly Arrow[] = [...graph.arrows, ...opened.flatMap((screen) => graph.innerGraphs[screen]?.arrows ?? [])];
  for (const [state, { missed }] of Object.entries(states)) {
    const closed = graph.boxOf[state] ?? null;
    const box = closed !== null && opened.includes(closed) ? (graph.innerOf[state] ?? closed) : closed;
    if (box === null) continue;
    for (const [event, names] of Object.entries(missed)) {
      add(found.boxes, box, names);
      if (event === '') continue;
      for (const { id, from, events } of arrows) if (from === box && events.includes(event)) add(found.arrows, id, names);
    }
  }
  return found;
}
