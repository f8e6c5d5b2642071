/** Explores the graph of all reachable states of a machine by taking every enabled step in every state. */
import {
  createActor,
  initialTransition,
  type AnyActorScope,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type SnapshotFrom,
} from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { afterEnd } from './endedCalls.ts';
import { createKnownOutcomes, createShared, isRefused, textOf, type Independence } from './independence.ts';
import { nodesOf, type Step } from './steps.ts';

export interface Edge {
  step: Step;
  to: string;
  /** Transition definitions taken and state nodes entered, the transient ones included. */
  covers: readonly string[];
}

/** The steps of a machine that are explored, and the projection that tells states apart. */
export interface Model<M extends AnyStateMachine = JourneyMachine> {
  /** Input of the machine; absent: the machine takes none. */
  input?: unknown;
  /** Steps that are enabled in a snapshot; a test may restrict them to a small model. */
  enabled: (snapshot: SnapshotFrom<M>) => Step[];
  /** Snapshots with the same key are one state. */
  projection: (snapshot: SnapshotFrom<M>) => string;
  /**
   * The part of the projection within which further snapshots with a new value in the context are collected, for the check of
   * soundness; absent: none are collected.
   */
  surroundings?: (snapshot: SnapshotFrom<M>) => string;
  /** Steps whose outcome does not depend on the place; absent: every step is taken in every state. */
  independence?: Independence<SnapshotFrom<M>>;
  /** Called with every step that was taken. An error of this function ends the exploration. */
  check?: (before: SnapshotFrom<M>, step: Step, after: SnapshotFrom<M>, covers: readonly string[]) => void;
  /** The exploration ends with the first edge for which this is true. */
  until?: (edge: Edge) => boolean;
  /** Called with every step that was taken and did nothing. */
  idle?: (snapshot: SnapshotFrom<M>, step: Step) => void;
  /** Called with every step that was not taken, because its place refuses it in every state. */
  refused?: (snapshot: SnapshotFrom<M>, step: Step) => void;
}

export interface Graph<M extends AnyStateMachine = JourneyMachine> {
  machine: M;
  model: Model<M>;
  start: string;
  /** The first snapshot found for each key. */
  states: ReadonlyMap<string, SnapshotFrom<M>>;
  edges: ReadonlyMap<string, readonly Edge[]>;
  /** Further snapshots of the key, each with a new value of some field of the context. */
  others: ReadonlyMap<string, readonly SnapshotFrom<M>[]>;
  /** Independent steps that led to different states in one group: one sentence each. */
  dependent: readonly string[];
}

/** The part of a graph that paths are made of. */
export type Ways = Pick<Graph, 'start' | 'edges'>;

/** More states than this mean that the projection is too fine. */
const STATE_LIMIT = 30_000;

/** Definitions are identified by their position, because `machine.provide()` builds every node again. */
export function definitionName(transition: AnyTransitionDefinition): string {
  const known = definitionNames.get(transition);
  if (known !== undefined) return known;
  const name = spellDefinition(transition);
  definitionNames.set(transition, name);
  return name;
}

/** Cached: millions of steps need a few hundred names. */
const definitionNames = new WeakMap<AnyTransitionDefinition, string>();

function spellDefinition(transition: AnyTransitionDefinition): string {
  const { source, eventType } = transition;
  const group = (eventType === '' ? source.always : source.transitions.get(eventType)) ?? [];
  const targets = (transition.target ?? []).map((node: AnyStateNode) => node.id).join(', ');
  const position = group.length > 1 ? `[${group.indexOf(transition)}]` : '';
  return `${source.id} --${eventType === '' ? 'always' : eventType}${position}--> ${targets === '' ? 'stays' : targets}`;
}

export const nodeName = (node: AnyStateNode): string => `state ${node.id}`;

/** The test obligations: enter each state node, take each transition definition. */
export function obligations(machine: AnyStateMachine): { nodes: string[]; definitions: string[] } {
  const nodes = nodesOf(machine);
  const definitions = nodes.flatMap((node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]);
  return { nodes: nodes.map(nodeName), definitions: definitions.map(definitionName) };
}

/** For steps whose coverage is not recorded. */
const NOTHING_COVERED: readonly string[] = [];

export interface StepperOptions {
  /** Input of the machine. */
  input?: unknown;
  /** false: coverage is not recorded, which saves a fifth of the time. */
  withCoverage?: boolean;
}

/** Steps a machine without running its effects, and records the transitions taken and the nodes entered. */
export function createStepper<M extends AnyStateMachine>(machine: M, { input, withCoverage = true }: StepperOptions = {}) {
  type Snapshot = SnapshotFrom<M>;
  const taken = new Set<AnyTransitionDefinition>();
  const entered = new Set<AnyStateNode>();
  const shared = createShared();
  const probe = createActor<AnyStateMachine>(machine, {
    input,
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep') return;
      for (const transition of inspected._transitions) taken.add(transition);
      if (!withCoverage) return;
      for (const node of (inspected.snapshot as SnapshotFrom<AnyStateMachine>)._nodes) entered.add(node);
    },
  });
  const nothing = () => undefined;
  const scope: AnyActorScope = {
    self: probe,
    system: probe.system,
    id: probe.id,
    sessionId: probe.sessionId,
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: nothing,
  };
  return {
    initial: (): Snapshot => initialTransition<AnyStateMachine>(machine, input)[0] as Snapshot,
    /** Null when no transition is selected: the step is not enabled in this state. */
    step(snapshot: Snapshot, { event }: Step): { snapshot: Snapshot; covers: readonly string[] } | null {
      taken.clear();
      entered.clear();
      const next = machine.transition(snapshot, event as never, scope) as Snapshot;
      const { type, actorId } = event;
      const isAnswer = typeof actorId === 'string';
      if (taken.size === 0) {
        // An answered call has ended even without a transition. A failed call must have one.
        const ended = isAnswer && type.startsWith('xstate.done.') ? afterEnd(snapshot, actorId, snapshot) : snapshot;
        return ended === snapshot ? null : { snapshot: ended, covers: NOTHING_COVERED };
      }
      return {
        snapshot: isAnswer ? afterEnd(snapshot, actorId, next) : next,
        covers: withCoverage ? shared([...[...taken].map(definitionName), ...[...entered].map(nodeName)]) : NOTHING_COVERED,
      };
    },
  };
}

/**
 * Detects contexts with a new value of some field among equal surroundings. The surroundings leave out the other parts of a
 * state, such as a pending link or photos, because these multiply the states without new values.
 */
export function createNoveltyCheck<M extends AnyStateMachine>({
  surroundings,
}: Pick<Model<M>, 'surroundings'>): (snapshot: SnapshotFrom<M>, first: SnapshotFrom<M>) => boolean {
  if (!surroundings) return () => false;
  const seen = new Set<string>();
  return (snapshot, first) => {
    const around = surroundings(snapshot);
    const [context, before] = [snapshot, first].map((one) => (one as SnapshotFrom<AnyStateMachine>).context as Record<string, unknown>);
    let isNovel = false;
    for (const field in context) {
      const value = context[field];
      if (value === before?.[field] || textOf(value) === textOf(before?.[field])) continue;
      const id = `${around} ${field} ${textOf(value)}`;
      if (!seen.has(id)) isNovel = true;
      seen.add(id);
    }
    return isNovel;
  };
}

/** Graphs are immutable and take seconds to explore, so tests that explore the same chart by the same model share them. */
const explored = new WeakMap<AnyStateMachine, WeakMap<object, unknown>>();

/**
 * @param machine a chart that ships, or a mutant of it.
 * @throws when the graph exceeds the limit, or a state stops or fails the whole machine.
 */
export function explore<M extends AnyStateMachine>(machine: M, model: Model<M>): Graph<M> {
  const ofMachine = explored.get(machine) ?? new WeakMap<object, unknown>();
  const graph = (ofMachine.get(model) as Graph<M> | undefined) ?? exploreAnew(machine, model);
  explored.set(machine, ofMachine.set(model, graph));
  return graph;
}

function exploreAnew<M extends AnyStateMachine>(machine: M, model: Model<M>): Graph<M> {
  type Snapshot = SnapshotFrom<M>;
  const { input, projection, enabled, check, idle, refused, until } = model;
  const stepper = createStepper(machine, { input });
  const first = stepper.initial();
  const start = projection(first);
  const states = new Map([[start, first]]);
  const edges = new Map<string, Edge[]>();
  const others = new Map<string, Snapshot[]>();
  const isNovel = createNoveltyCheck(model);
  const known = model.independence && createKnownOutcomes<SnapshotFrom<AnyStateMachine>>(model.independence as never);
  const dependent: string[] = [];
  for (const [key, snapshot] of states) {
    const found: Edge[] = [];
    const outcomes = known?.enter(snapshot as SnapshotFrom<AnyStateMachine>, key);
    for (const step of enabled(snapshot)) {
      const { type } = step.event;
      const before = outcomes?.of(type, step.name);
      if (before !== undefined) {
        if (before !== null) found.push({ step, to: before.to, covers: before.covers });
        if (refused && isRefused(snapshot, type)) refused(snapshot, step);
        continue;
      }
      const next = stepper.step(snapshot, step);
      if (next === null) {
        outcomes?.keep(type, step.name, null);
        idle?.(snapshot, step);
        continue;
      }
      const { status, error } = next.snapshot as SnapshotFrom<AnyStateMachine>;
      if (status !== 'active') throw new Error(`${step.name} ends the whole machine in ${key}: ${String(error)}`);
      check?.(snapshot, step, next.snapshot, next.covers);
      const to = projection(next.snapshot);
      const edge = { step, to, covers: next.covers };
      found.push(edge);
      const other = outcomes?.keep(type, step.name, edge, next.snapshot as SnapshotFrom<AnyStateMachine>);
      if (other !== undefined)
        dependent.push(`${key}: "${step.name}" leads to ${to}, and from the same context in another place to ${other?.to ?? 'nothing'}`);
      const first = states.get(to);
      if (first === undefined) states.set(to, next.snapshot);
      else if (to !== key && isNovel(next.snapshot, first)) {
        const further = others.get(to);
        if (further) further.push(next.snapshot);
        else others.set(to, [next.snapshot]);
      }
    }
    edges.set(key, found);
    if (until && found.some(until)) break;
    if (states.size > STATE_LIMIT) throw new Error(`more than ${STATE_LIMIT} states; the projection is too fine; the last state is ${key}`);
  }
  return { machine, model, start, states, edges, others, dependent };
}
