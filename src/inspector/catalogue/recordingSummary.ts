/** What a catalogue has to know of a recording: where it went, how long it stayed, what went wrong there. Read without replaying it. */
import type { AnyStateNode } from 'xstate';
import { clausesOfState } from '#machines/clauses.ts';
import { journeyMachine } from '#machines/journey.machine.ts';
import { recordedViews, type Recording, type View } from '#src/recording/format.ts';
import { describeEvent } from '../journey/describeEvent.ts';
import { nameOf } from '../names.ts';

/** One recording's time in one state. */
export interface Stay {
  /** How often it was entered. */
  entries: number;
  /** Milliseconds, all visits together. */
  ms: number;
  /** Sentences of what went wrong there, with how often. */
  problems: Readonly<Record<string, number>>;
  /** The recording ends here. */
  isEnd: boolean;
  /** Names of the places it was left for, with how often. */
  leftFor: Readonly<Record<string, number>>;
}

export interface Summary {
  events: number;
  ms: number;
  /** By id of the state node, those around the innermost included. */
  stays: Readonly<Record<string, Stay>>;
  eventTypes: readonly string[];
  /** What the timeline prints, each sentence once. */
  sentences: readonly string[];
  clauses: readonly string[];
}

/** The active nodes of a state value, outermost first; nodes this chart does not know are left out. */
export function nodesOfValue(value: unknown, node: AnyStateNode = journeyMachine.root as AnyStateNode): AnyStateNode[] {
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
}

/** The page that is shown while these nodes are active; null on the way to one. */
const placeAmong = (nodes: readonly AnyStateNode[]): string | null =>
  nodes.reduce<string | null>((found, node) => (node.meta && node.config.route !== undefined ? nameOf(node) : found), null);

export function summarise(recording: Recording): Summary {
  const views = recordedViews(recording);
  const { steps } = recording;
  const stays: Record<string, Open> = {};
  const types = new Set<string>();
  const sentences = new Set<string>();
  const clauses = new Set<string>();
  const known = new Map<string, AnyStateNode[]>();
  const nodesAt = (index: number): AnyStateNode[] => {
    const value = views[index]?.value ?? null;
    const key = JSON.stringify(value);
    const nodes = known.get(key) ?? nodesOfValue(value);
    known.set(key, nodes);
    return nodes;
  };

  let before: readonly AnyStateNode[] = [];
  /** States that were left and whose next place is not reached yet. */
  let leaving = new Set<string>();
  for (let index = 0; index < views.length; index++) {
    const step = steps[index - 1];
    if (step) types.add(step.event.type);
    const said = step ? describeEvent(step.event, views[index - 1] as View, views[index] as View) : null;
    if (said) sentences.add(said.sentence);
    // What went wrong went wrong where the borrower was when it was tried.
    if (said?.kind === 'problem') {
      const { sentence } = said;
      for (const { id } of before) {
        const { problems } = stays[id] as Open;
        problems[sentence] = (problems[sentence] ?? 0) + 1;
      }
    }
    const nodes = nodesAt(index);
    for (const node of before) if (!nodes.includes(node)) leaving.add(node.id);
    for (const { id } of nodes) leaving.delete(id);
    const place = placeAmong(nodes);
    if (place !== null) {
      for (const id of leaving) {
        const { leftFor } = stays[id] as Open;
        leftFor[place] = (leftFor[place] ?? 0) + 1;
      }
      leaving = new Set();
    }
    const until = steps[index]?.at ?? step?.at ?? 0;
    for (const node of nodes) {
      const stay = (stays[node.id] ??= { entries: 0, ms: 0, problems: {}, isEnd: false, leftFor: {} });
      if (!before.includes(node)) stay.entries += 1;
      stay.ms += until - (step?.at ?? 0);
      stay.isEnd = index === views.length - 1;
      for (const clause of clausesOfState(node)) clauses.add(clause);
    }
    before = nodes;
  }
  return {
    events: steps.length,
    ms: steps[steps.length - 1]?.at ?? 0,
    stays,
    eventTypes: [...types],
    sentences: [...sentences],
    clauses: [...clauses],
  };
}
