/** The properties of a chart that the inspector needs. The charts of app, desk and order each declare them once. */
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

/** The part of a snapshot, or of a recorded view, that describes an event. */
export interface Moment {
  readonly value: unknown;
  readonly context: { readonly problem?: unknown; readonly order?: unknown; readonly paying?: unknown; readonly mistakes?: unknown };
}

export interface EventDescription {
  kind: Kind;
  /** Without a full stop. */
  sentence: string;
  /** The code of a problem, if it has one: `3005 photoUnreadable`. */
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
  /** Name of the publisher as a choice: "App". */
  name: string;
  /** The noun for one run of the chart. */
  run: string;
  /** Heading above the drawing. */
  heading: string;
  /**
   * Whether a recording is replayed on the present chart. false: guards depend on texts that a recording hides, so the
   * recorded states are shown.
   */
  isReplayed: boolean;

  /** Keys of the outermost states, which are not drawn. */
  frames: readonly string[];
  /** Ids of regions beside the region of the places. Their states are never shown as the place. */
  besides: readonly string[];
  /** Id of the transient state that redirects to the place of a status; null: none. */
  switchState: string | null;
  /** The box from which the transition of an outermost state is drawn. */
  drawnFrom: (transition: Transition) => string | null;
  /** By id of an outermost state, the box at which its incoming transitions end. */
  drawnTo: Readonly<Record<string, string>>;
  /** Transitions that exist in nearly every state and describe nothing. They are drawn only when a journey takes them. */
  isEverywhere: (transition: Transition) => boolean;
  /** Whether a person gives the run up by leaving this page for the start and doing nothing more. */
  isGivenUp: (left: AnyStateNode, end: Moment) => boolean;
  /** Whether a state is a page. */
  isPage: (node: AnyStateNode) => boolean;

  nameOf: (node: AnyStateNode) => string;
  describe: (event: EventData, before: Moment, after: Moment) => EventDescription;
  /** The sentence for a transition of the chart, without values of an event. */
  transitionWords: (type: string) => string;
  /** The condition of a guard, as a clause after "if"; empty: the target of the transition is description enough. */
  guardWords: (guard: string) => string;
  facts: (context: Readonly<Record<string, unknown>>) => readonly Fact[];
  clausesOfState: (node: AnyStateNode) => readonly ClauseId[];
  clausesOfTransition: (transition: AnyTransitionDefinition) => readonly ClauseId[];
  /** The invariants with their results at a step. */
  verdictsOf: (before: ChartStep | null, step: ChartStep) => Verdict[];
}

export interface ChartStep {
  readonly event: EventData | null;
  readonly snapshot: AnyMachineSnapshot;
}
