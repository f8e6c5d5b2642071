/** Explores the graph of all reachable states by taking every enabled step in every state. */
import {
  createActor,
  initialTransition,
  type AnyActorScope,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
} from 'xstate';
import type { JourneyContext } from '#machines/context.ts';
import type { JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';
import { afterEnd } from './endedCalls.ts';
import { enabledSteps, nodesOf, type Step } from './model.ts';
import { project, surroundingsOf, type Projection } from './projection.ts';

export interface Edge {
  step: Step;
  to: string;
  /** Transition definitions taken and state nodes entered, the transient ones included. */
  covers: readonly string[];
}

export interface Graph {
  machine: JourneyMachine;
  projection: Projection;
  enabled: (snapshot: JourneySnapshot) => Step[];
  start: string;
  /** The first snapshot found for each key. */
  states: ReadonlyMap<string, JourneySnapshot>;
  edges: ReadonlyMap<string, readonly Edge[]>;
  /** Further snapshots of the key, each with a new value of some field of the context. */
  others: ReadonlyMap<string, readonly JourneySnapshot[]>;
}

/** More states than this mean that the projection is too fine. */
const STATE_LIMIT = 20_000;

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

/** Shares equal lists: a million edges cover only a few thousand different sets. */
export const createShared = (): ((names: string[]) => readonly string[]) => {
  const lists = new Map<string, readonly string[]>();
  return (names) => {
    const id = names.join('\n');
    const known = lists.get(id);
    if (known === undefined) lists.set(id, names);
    return known ?? names;
  };
};

/** For steps whose coverage is not recorded. */
const NOTHING_COVERED: readonly string[] = [];

/**
 * Steps a machine without running its effects, and records the transitions taken and the nodes entered.
 * @param withCoverage false: coverage is not recorded, which saves a fifth of the time.
 */
export function createStepper(machine: JourneyMachine, withCoverage = true) {
  const taken = new Set<AnyTransitionDefinition>();
  const entered = new Set<AnyStateNode>();
  const shared = createShared();
  const probe = createActor(machine, {
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep') return;
      for (const transition of inspected._transitions) taken.add(transition);
      if (!withCoverage) return;
      for (const node of (inspected.snapshot as JourneySnapshot)._nodes) entered.add(node);
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
    initial: (): JourneySnapshot => initialTransition(machine)[0],
    /** Null when no transition is selected: the step is not enabled in this state. */
    step(snapshot: JourneySnapshot, { event }: Step): { snapshot: JourneySnapshot; covers: readonly string[] } | null {
      taken.clear();
      entered.clear();
      const next = machine.transition(snapshot, event as never, scope);
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
 * Detects contexts with a new value of some field among equal surroundings. Other parts of a state, such as a pending
 * link or photos, multiply the states without new values, so the surroundings leave them out.
 */
export function createNoveltyCheck(): (snapshot: JourneySnapshot, first: JourneySnapshot) => boolean {
  const seen = new Set<string>();
  const texts = new WeakMap<object, string>();
  const textOf = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
    const text = texts.get(value) ?? JSON.stringify(value);
    texts.set(value, text);
    return text;
  };
  return (snapshot, first) => {
    const surroundings = surroundingsOf(snapshot);
    let isNovel = false;
    for (const field of Object.keys(snapshot.context) as (keyof JourneyContext)[]) {
      const value = snapshot.context[field];
      if (value === first.context[field] || textOf(value) === textOf(first.context[field])) continue;
      const id = `${surroundings} ${field} ${textOf(value)}`;
      if (!seen.has(id)) isNovel = true;
      seen.add(id);
    }
    return isNovel;
  };
}

export interface Exploration {
  projection?: Projection;
  /** Steps that are enabled in a snapshot; a test may restrict them to a small model. */
  enabled?: (snapshot: JourneySnapshot) => Step[];
}

const EVERYTHING: Exploration = {};

/** Graphs are immutable and take seconds to explore, so tests that explore the same chart in the same way share them. */
const explored = new WeakMap<JourneyMachine, WeakMap<Exploration, Graph>>();

/**
 * @param machine the chart that ships, or a mutant of it.
 * @throws when the graph exceeds the limit, or a state stops or fails the whole machine.
 */
export function explore(machine: JourneyMachine, exploration: Exploration = EVERYTHING): Graph {
  const ofMachine = explored.get(machine) ?? new WeakMap<Exploration, Graph>();
  const graph = ofMachine.get(exploration) ?? exploreAnew(machine, exploration);
  explored.set(machine, ofMachine.set(exploration, graph));
  return graph;
}

function exploreAnew(machine: JourneyMachine, { projection = project, enabled = enabledSteps }: Exploration): Graph {
  const stepper = createStepper(machine);
  const first = stepper.initial();
  const start = projection(first);
  const states = new Map([[start, first]]);
  const edges = new Map<string, Edge[]>();
  const others = new Map<string, JourneySnapshot[]>();
  const isNovel = createNoveltyCheck();
  for (const [key, snapshot] of states) {
    const found: Edge[] = [];
    for (const step of enabled(snapshot)) {
      const next = stepper.step(snapshot, step);
      if (next === null) continue;
      if (next.snapshot.status !== 'active')
        throw new Error(`${step.name} ends the whole machine in ${key}: ${String(next.snapshot.error)}`);
      const to = projection(next.snapshot);
      found.push({ step, to, covers: next.covers });
      const known = states.get(to);
      if (known === undefined) states.set(to, next.snapshot);
      else if (to !== key && isNovel(next.snapshot, known)) others.set(to, [...(others.get(to) ?? []), next.snapshot]);
    }
    edges.set(key, found);
    if (states.size > STATE_LIMIT) throw new Error(`more than ${STATE_LIMIT} states; the projection is too fine; the last state is ${key}`);
  }
  return { machine, projection, enabled, start, states, edges, others };
}
