/** Summary of a recording for the catalogue: its states, the time spent in them, and problems. Computed without a replay. */
import type { AnyStateNode } from 'xstate';
import { recordedViews, type Recording, type View } from '#src/recording/format.ts';
import { chartOfRecording, nameOf } from '../charts/index.ts';
import type { ChartId, InspectedChart } from '../charts/inspectedChart.ts';
import { rawType } from '../journey/callAnswers.ts';

/** The time that one recording spent in one state. */
export interface Stay {
  /** Number of entries. */
  entries: number;
  /** Milliseconds of all visits. */
  ms: number;
  /** Problems in this state as sentences, with their number. */
  problems: Readonly<Record<string, number>>;
  /** Whether the recording ends here. */
  isEnd: boolean;
  /** Names of the next places, with their number. */
  leftFor: Readonly<Record<string, number>>;
  /** Whether the person left from this state and did nothing more. */
  isGivenUp: boolean;
}

export interface Summary {
  chart: ChartId;
  events: number;
  ms: number;
  /** Id of the page on which the run was given up; null: it was not given up. */
  givenUpAt: string | null;
  /** By id of the state node, including parent nodes. */
  stays: Readonly<Record<string, Stay>>;
  eventTypes: readonly string[];
  /** The sentences of the timeline, each once. */
  sentences: readonly string[];
  /** The code of each problem, by its sentence: `✗ uploadPhoto 3005 photoUnreadable`. */
  codes: Readonly<Record<string, string>>;
  clauses: readonly string[];
}

/** The active nodes of a state value, outermost first, without nodes that are missing in the present chart. */
export function nodesOfValue(value: unknown, node: AnyStateNode): AnyStateNode[] {
  if (typeof value === 'string') {
    const child = node.states[value];
    return child ? [node, child] : [node];
  }
  if (typeof value !== 'object' || value === null) return [node];
  return [
    node,
    ...Object.entries(value).flatMap(([key, inner]) => {
      const child = node.states[key];
      return child ? nodesOfValue(inner, child) : [];
    }),
  ];
}

interface Open {
  entries: number;
  ms: number;
  problems: Record<string, number>;
  isEnd: boolean;
  leftFor: Record<string, number>;
  isGivenUp: boolean;
}

/** Whether an event leads home: a link to home, or Back. */
const isLeaving = ({ type, to }: { readonly type: string; readonly to?: unknown }): boolean =>
  type === 'back.requested' || (type === 'xstate.route' && to === '#home');

/** The page that the person left last, with its active inner states; empty: the run was not given up. */
function givenUpStates(
  chart: InspectedChart,
  recording: Recording,
  views: readonly View[],
  nodesAt: (index: number) => AnyStateNode[],
): AnyStateNode[] {
  const end = views[views.length - 1] as View;
  for (let index = views.length - 1; index > 0; index--) {
    const { event } = recording.steps[index - 1] as Recording['steps'][number];
    if (chart.describe(event, views[index - 1] as View, views[index] as View).kind !== 'person') continue;
    if (!isLeaving(event)) return [];
    const [before, after] = [nodesAt(index - 1), nodesAt(index)];
    const page = before.find((node) => chart.isPage(node) && !after.includes(node));
    return page && chart.isGivenUp(page, end)
      ? before.filter((node) => node === page || node.path.join('.').startsWith(`${page.path.join('.')}.`))
      : [];
  }
  return [];
}

/** The name of the page that is shown while these nodes are active; null: no page is shown. */
const placeAmong = ({ isPage }: InspectedChart, nodes: readonly AnyStateNode[]): string | null =>
  nodes.reduce<string | null>((found, node) => (node.meta && isPage(node) ? nameOf(node) : found), null);

export function summarise(recording: Recording): Summary {
  const chart = chartOfRecording(recording);
  const views = recordedViews(recording);
  const { steps } = recording;
  const stays: Record<string, Open> = {};
  const types = new Set<string>();
  const sentences = new Set<string>();
  const codes: Record<string, string> = {};
  const clauses = new Set<string>();
  const known = new Map<string, AnyStateNode[]>();
  const nodesAt = (index: number): AnyStateNode[] => {
    const value = views[index]?.value ?? null;
    const key = JSON.stringify(value);
    const nodes = known.get(key) ?? nodesOfValue(value, chart.machine.root);
    known.set(key, nodes);
    return nodes;
  };

  let before: readonly AnyStateNode[] = [];
  /** Ids of states that were left, until the next place is known. */
  let leaving = new Set<string>();
  for (let index = 0; index < views.length; index++) {
    const step = steps[index - 1];
    if (step) types.add(step.event.type);
    const description = step ? chart.describe(step.event, views[index - 1] as View, views[index] as View) : null;
    if (description) sentences.add(description.sentence);
    if (step && description?.code !== undefined) codes[description.sentence] = `${rawType(step.event)} ${description.code}`;
    // A problem belongs to the state in which the borrower acted.
    if (description?.kind === 'problem') {
      const { sentence } = description;
      for (const { id } of before) {
        const { problems } = stays[id] as Open;
        problems[sentence] = (problems[sentence] ?? 0) + 1;
      }
    }
    const nodes = nodesAt(index);
    for (const node of before) if (!nodes.includes(node)) leaving.add(node.id);
    for (const { id } of nodes) leaving.delete(id);
    const place = placeAmong(chart, nodes);
    if (place !== null) {
      for (const id of leaving) {
        const { leftFor } = stays[id] as Open;
        leftFor[place] = (leftFor[place] ?? 0) + 1;
      }
      leaving = new Set();
    }
    const until = steps[index]?.at ?? step?.at ?? 0;
    for (const node of nodes) {
      const stay = (stays[node.id] ??= { entries: 0, ms: 0, problems: {}, isEnd: false, leftFor: {}, isGivenUp: false });
      if (!before.includes(node)) stay.entries += 1;
      stay.ms += until - (step?.at ?? 0);
      stay.isEnd = index === views.length - 1;
      for (const clause of chart.clausesOfState(node)) clauses.add(clause);
    }
    before = nodes;
  }
  const givenUp = givenUpStates(chart, recording, views, nodesAt);
  for (const { id } of givenUp) (stays[id] as Open).isGivenUp = true;
  return {
    chart: chart.id,
    events: steps.length,
    givenUpAt: givenUp[0]?.id ?? null,
    ms: steps[steps.length - 1]?.at ?? 0,
    stays,
    eventTypes: [...types],
    sentences: [...sentences],
    codes,
    clauses: [...clauses],
  };
}
