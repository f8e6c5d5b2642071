/**
 * Where the chart could be wrong and nobody would notice: mutants that no check found, as `npm run mutants` wrote them into
 * `docs/mutants.json`.
 */
import type { ChartId } from '../charts/inspectedChart.ts';
import type { Arrow, ChartGraph } from './graph.ts';

/** What was tried of one state. */
interface StateScore {
  readonly mutants: number;
  /** The events whose transitions were changed; '' stands for the state itself. */
  readonly tried: readonly string[];
  /** By event, the names of the changes that were not noticed. */
  readonly missed: Readonly<Record<string, readonly string[]>>;
}

/** Of one chart. */
export interface StateScores {
  /** How many changes of the chart there are, how many of them were tried, and how many were noticed or make no difference. */
  readonly of: number;
  readonly mutants: number;
  readonly noticed: number;
  readonly equivalent: number;
  /** By id of a state. Of a state without an entry nothing was tried. */
  readonly states: Readonly<Record<string, StateScore>>;
}

export interface Unnoticed {
  /** By id of a visible box, what could be changed in it. */
  boxes: ReadonlyMap<string, readonly string[]>;
  /** The same by id of an arrow. */
  arrows: ReadonlyMap<string, readonly string[]>;
  /** Ids of arrows of which no change was tried: nothing is known of them. */
  untried: ReadonlySet<string>;
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
  const tried = new Set<string>();
  for (const [state, { missed, tried: events }] of Object.entries(states)) {
    const closed = graph.boxOf[state] ?? null;
    const box = closed !== null && opened.includes(closed) ? (graph.innerOf[state] ?? closed) : closed;
    if (box === null) continue;
    for (const { id, from, events: own } of arrows) if (from === box && own.some((event) => events.includes(event))) tried.add(id);
    for (const [event, names] of Object.entries(missed)) {
      add(found.boxes, box, names);
      if (event === '') continue;
      for (const { id, from, events } of arrows) if (from === box && events.includes(event)) add(found.arrows, id, names);
    }
  }
  return { ...found, untried: new Set(arrows.map(({ id }) => id).filter((id) => !tried.has(id))) };
}

const count = (n: number): string => n.toLocaleString('en');

/** How much the drawing says: a sample says nothing of what it did not draw. */
export const triedWords = ({ of, mutants, noticed, equivalent }: StateScores): string =>
  `${mutants < of ? `${count(mutants)} of ${count(of)} possible changes of the chart were tried, drawn by chance` : `All ${count(of)} possible changes of the chart were tried`}: ${count(noticed)} were noticed${equivalent === 0 ? '' : `, ${count(equivalent)} make no difference`}.`;
