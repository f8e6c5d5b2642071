/** The graph of everything the journey can come to, found by trying every happening in every state. */
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
import { happeningsIn, nodesOf, type Happening } from './model.ts';
import { project, surroundingsOf, type Projection } from './projection.ts';

export interface Edge {
  happening: Happening;
  to: string;
  /** Transition definitions taken and state nodes entered on the way, the transient ones included. */
  proves: readonly string[];
}

export interface Graph {
  machine: JourneyMachine;
  projection: Projection;
  happenings: (snapshot: JourneySnapshot) => Happening[];
  start: string;
  /** The first snapshot that was found with each key. */
  states: ReadonlyMap<string, JourneySnapshot>;
  edges: ReadonlyMap<string, readonly Edge[]>;
  /** Further snapshots with the key, each with a value of some field of the context that no earlier one had. */
  others: ReadonlyMap<string, readonly JourneySnapshot[]>;
}

/** More states than this means that the projection has stopped being tight. */
const STATE_LIMIT = 20_000;

/** Definitions are told apart by where they stand, because `machine.provide()` builds every node anew. */
export function definitionName(transition: AnyTransitionDefinition): string {
  const known = definitionNames.get(transition);
  if (known !== undefined) return known;
  const name = spellDefinition(transition);
  definitionNames.set(transition, name);
  return name;
}

/** Millions of steps ask for a few hundred names. */
const definitionNames = new WeakMap<AnyTransitionDefinition, string>();

function spellDefinition(transition: AnyTransitionDefinition): string {
  const { source, eventType } = transition;
  const group = (eventType === '' ? source.always : source.transitions.get(eventType)) ?? [];
  const targets = (transition.target ?? []).map((node: AnyStateNode) => node.id).join(', ');
  const position = group.length > 1 ? `[${group.indexOf(transition)}]` : '';
  return `${source.id} --${eventType === '' ? 'always' : eventType}${position}--> ${targets === '' ? 'stays' : targets}`;
}

export const nodeName = (node: AnyStateNode): string => `state ${node.id}`;

/** Everything that must be proved: each state node entered, each transition definition taken. */
export function obligations(machine: AnyStateMachine): { nodes: string[]; definitions: string[] } {
  const nodes = nodesOf(machine);
  const definitions = nodes.flatMap((node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]);
  return { nodes: nodes.map(nodeName), definitions: definitions.map(definitionName) };
}

/** Lists with the same names are one list: a million edges prove only a few thousand different things. */
const createShared = (): ((names: string[]) => readonly string[]) => {
  const lists = new Map<string, readonly string[]>();
  return (names) => {
    const id = names.join('\n');
    const known = lists.get(id);
    if (known === undefined) lists.set(id, names);
    return known ?? names;
  };
};

/** Nobody asked. */
const UNPROVED: readonly string[] = [];

/**
 * Steps a machine without running anything, and says which transitions were taken and which nodes were active on the way.
 * @param withProof false: it is not said, which saves a fifth of the time.
 */
export function createStepper(machine: JourneyMachine, withProof = true) {
  const taken = new Set<AnyTransitionDefinition>();
  const entered = new Set<AnyStateNode>();
  const shared = createShared();
  const probe = createActor(machine, {
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep') return;
      for (const transition of inspected._transitions) taken.add(transition);
      if (!withProof) return;
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
    /** Null when nothing is selected: the happening does not concern this state. */
    step(snapshot: JourneySnapshot, { event }: Happening): { snapshot: JourneySnapshot; proves: readonly string[] } | null {
      taken.clear();
      entered.clear();
      const next = machine.transition(snapshot, event as never, scope);
      const { type, actorId } = event;
      const isAnswer = typeof actorId === 'string';
      if (taken.size === 0) {
        // A call that was answered is over, even where nothing comes of it. One that failed must be heard.
        const ended = isAnswer && type.startsWith('xstate.done.') ? afterEnd(snapshot, actorId, snapshot) : snapshot;
        return ended === snapshot ? null : { snapshot: ended, proves: UNPROVED };
      }
      return {
        snapshot: isAnswer ? afterEnd(snapshot, actorId, next) : next,
        proves: withProof ? shared([...[...taken].map(definitionName), ...[...entered].map(nodeName)]) : UNPROVED,
      };
    },
  };
}

/**
 * Notices contexts with a value of some field that was not looked at yet in the same surroundings. What else a
 * state remembers (a link to follow, photos) makes states multiply and values no more interesting, so it is left out.
 */
export function createNovelty(): (snapshot: JourneySnapshot, first: JourneySnapshot) => boolean {
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
  /** What may happen; a test that needs only a corner of the journey leaves some out. */
  happenings?: (snapshot: JourneySnapshot) => Happening[];
}

const EVERYTHING: Exploration = {};

/** Graphs are never changed, and to find one takes seconds: tests that explore the same chart in the same way share it. */
const explored = new WeakMap<JourneyMachine, WeakMap<Exploration, Graph>>();

/**
 * @param machine the journey's chart, or a changed one in a test.
 * @throws when the graph outgrows the limit, or a state stops or fails the whole machine.
 */
export function explore(machine: JourneyMachine, exploration: Exploration = EVERYTHING): Graph {
  const ofMachine = explored.get(machine) ?? new WeakMap<Exploration, Graph>();
  const graph = ofMachine.get(exploration) ?? exploreAnew(machine, exploration);
  explored.set(machine, ofMachine.set(exploration, graph));
  return graph;
}

function exploreAnew(machine: JourneyMachine, { projection = project, happenings = happeningsIn }: Exploration): Graph {
  const stepper = createStepper(machine);
  const first = stepper.initial();
  const start = projection(first);
  const states = new Map([[start, first]]);
  const edges = new Map<string, Edge[]>();
  const others = new Map<string, JourneySnapshot[]>();
  const isNovel = createNovelty();
  for (const [key, snapshot] of states) {
    const found: Edge[] = [];
    for (const happening of happenings(snapshot)) {
      const next = stepper.step(snapshot, happening);
      if (next === null) continue;
      if (next.snapshot.status !== 'active')
        throw new Error(`${happening.name} ends the whole machine in ${key}: ${String(next.snapshot.error)}`);
      const to = projection(next.snapshot);
      found.push({ happening, to, proves: next.proves });
      const known = states.get(to);
      if (known === undefined) states.set(to, next.snapshot);
      else if (to !== key && isNovel(next.snapshot, known)) others.set(to, [...(others.get(to) ?? []), next.snapshot]);
    }
    edges.set(key, found);
    if (states.size > STATE_LIMIT)
      throw new Error(`more than ${STATE_LIMIT} states; is the projection still tight? The last one is ${key}`);
  }
  return { machine, projection, happenings, start, states, edges, others };
}
