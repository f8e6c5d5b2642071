/** What the inspector must know of a statechart to show it. The borrower's app and the staff's desk each declare it once. */
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { ClauseId } from '#machines/specification.ts';
import type { Verdict } from '#machines/rule.ts';

/** The source of an event: the filters of the timeline. */
export const KINDS = ['person', 'server', 'shell', 'time', 'problem'] as const;
export type Kind = (typeof KINDS)[number];

export interface EventData {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** The part of a snapshot, or of a recorded view, that an event is described with. */
export interface Moment {
  readonly value: unknown;
  readonly context: { readonly problem?: unknown; readonly order?: unknown; readonly paying?: unknown; readonly mistakes?: unknown };
}

export interface EventDescription {
  kind: Kind;
  /** Without a full stop. */
  sentence: string;
  /** Of a problem that has a code, as it stands there: `3005 photoUnreadable`. */
  code?: string;
}

export interface Fact {
  name: string;
  value: string;
  isGood: boolean;
}

/** A transition of the chart with one of its targets; `always` has no event. */
export interface Transition {
  source: AnyStateNode;
  target: AnyStateNode;
  event: string;
}

/** Ids of the root machines. */
export type ChartId = 'journey' | 'desk' | 'order';

export interface InspectedChart {
  id: ChartId;
  machine: AnyStateMachine;
  /** Who publishes it, as a choice: "App". */
  name: string;
  /** What one run of it is called. */
  run: string;
  /** Over the drawing. */
  heading: string;
  /**
   * Whether a recording is run on the present chart. false: guards read texts that a recording hides, so its states are
   * shown as recorded.
   */
  isReplayed: boolean;

  /** Keys of states around everything: not drawn. */
  frames: readonly string[];
  /** Ids of regions beside the one with the places. Their states are never the place that is shown. */
  besides: readonly string[];
  /** Id of a state that is never occupied and leads to the place of a status; null: there is none. */
  switchState: string | null;
  /** Box from which a transition of a frame is drawn. */
  drawnFrom: (transition: Transition) => string | null;
  /** By id of a frame, the box that stands for it as a target. */
  drawnTo: Readonly<Record<string, string>>;
  /** Transitions that exist nearly everywhere and describe nothing: drawn only when they are taken. */
  isEverywhere: (transition: Transition) => boolean;
  /** Whether a person who leaves this page for the start and does nothing more has given up the run. */
  isGivenUp: (left: AnyStateNode, end: Moment) => boolean;
  /** Whether a state is a page. */
  isPage: (node: AnyStateNode) => boolean;

  nameOf: (node: AnyStateNode) => string;
  describe: (event: EventData, before: Moment, after: Moment) => EventDescription;
  /** A transition of the chart, of which no values are known. */
  transitionWords: (type: string) => string;
  /** What a guard asks, to be read after "if"; empty: the target of its transition says it. */
  guardWords: (guard: string) => string;
  facts: (context: Readonly<Record<string, unknown>>) => readonly Fact[];
  clausesOfState: (node: AnyStateNode) => readonly ClauseId[];
  clausesOfTransition: (transition: AnyTransitionDefinition) => readonly ClauseId[];
  /** Which rules hold at a step. */
  verdictsOf: (before: ChartStep | null, step: ChartStep) => Verdict[];
}

export interface ChartStep {
  readonly event: EventData | null;
  readonly snapshot: AnyMachineSnapshot;
}
