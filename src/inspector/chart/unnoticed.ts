/**
 * The parts of the chart that no check protects: mutants that no check found, written to `docs/mutants.json` by
 * `npm run mutants`.
 */
import type { ChartId } from '../charts/inspectedChart.ts';
import type { Arrow, ChartGraph } from './graph.ts';

/** The mutants of one state. */
interface StateScore {
  readonly mutants: number;
  /** The events with a mutated transition; '' stands for the state itself. */
  readonly tried: readonly string[];
  /** Names of the mutants that no check found, by event. */
  readonly missed: Readonly<Record<string, readonly string[]>>;
}

/** The mutants of one chart. */
export interface StateScores {
  /** Number of possible mutants, of tried ones, and of those that a check found or that make no difference. */
  readonly of: number;
  readonly mutants: number;
  readonly noticed: number;
  readonly equivalent: number;
  /** By id of a state. A state without an entry has no tried mutant. */
  readonly states: Readonly<Record<string, StateScore>>;
}

export interface Unnoticed {
  /** Names of unnoticed mutants by id of a visible box. */
  boxes: ReadonlyMap<string, readonly string[]>;
  /** Names of unnoticed mutants by id of an arrow. */
  arrows: ReadonlyMap<string, readonly string[]>;
  /** Ids of arrows without a tried mutant, for which the result is unknown. */
  untried: ReadonlySet<string>;
}

/** Empty in a build without the file. */
const files = import.meta.glob<Partial<Record<ChartId, StateScores>>>('../../../docs/mutants.json', { eager: true, import: 'default' });

/** The scores of a chart; null: the chart has none. */
export const scoresOf = (chart: ChartId): StateScores | null => Object.values(files)[0]?.[chart] ?? null;

const add = (to: Map<string, string[]>, id: string, names: readonly string[]): void => void to.set(id, [...(to.get(id) ?? []), ...names]);

/** The unnoticed mutants at visible boxes and arrows. @param opened ids of the open screens. */
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

/** The coverage of the scores as a sentence, because a sample does not cover all mutants. */
export const triedWords = ({ of, mutants, noticed, equivalent }: StateScores): string =>
  `${mutants < of ? `${count(mutants)} of ${count(of)} possible changes of the chart were tried, drawn by chance` : `All ${count(of)} possible changes of the chart were tried`}: ${count(noticed)} were noticed${equivalent === 0 ? '' : `, ${count(equivalent)} make no difference`}.`;
