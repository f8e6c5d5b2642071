/** Explores every state of the desk by taking every enabled step in every state, as `tests/paths/explore.ts` does for the journey. */
import {
  createActor,
  getNextTransitions,
  initialTransition,
  type AnyActorScope,
  type AnyStateNode,
  type AnyTransitionDefinition,
} from 'xstate';
import { deskMachine, type DeskMachine, type DeskSnapshot } from '#machines/desk.machine.ts';
import type { DeskPortName } from '#machines/desk/ports.ts';
import type { DeskInputs } from '#machines/desk/context.ts';
import { createShared, definitionName, nodeName, type Edge, type Graph } from '../explore.ts';
import { answers, events, failures, project } from './cases.ts';

export interface DeskStep {
  name: string;
  event: { type: string; [key: string]: unknown };
}

/** A field of the shared graph is about the journey alone. */
export type DeskGraph = Pick<Graph, 'start'> & {
  states: ReadonlyMap<string, DeskSnapshot>;
  edges: ReadonlyMap<string, readonly Edge[]>;
};

const named = (type: string, name: string): string => (name === '' ? type : `${type} (${name})`);

/** A question over the page takes every press but its own answers. */
const ANSWERS_OF_A_QUESTION: readonly string[] = [
  'stay.requested',
  'signOut.requested',
  'signOut.confirmed',
  'clock.ticked',
  'network.changed',
];
const isPossible = (snapshot: DeskSnapshot, type: string): boolean =>
  !(snapshot.matches({ working: { attendance: 'warned' } }) || snapshot.matches({ working: { attendance: 'leaving' } })) ||
  ANSWERS_OF_A_QUESTION.includes(type);

/** Everything that can happen in a snapshot. @throws for an event or a call without cases. */
export function enabledSteps(snapshot: DeskSnapshot): DeskStep[] {
  const out: DeskStep[] = [];
  for (const type of new Set(getNextTransitions(snapshot).map(({ eventType }) => eventType))) {
    if (type in events) {
      if (!isPossible(snapshot, type)) continue;
      for (const [name, payload] of Object.entries(events[type as keyof typeof events](snapshot.context)))
        out.push({ name: named(type, name), event: { ...payload, type } });
    } else if (type.startsWith('xstate.after.')) out.push({ name: type, event: { type } });
    else if (type !== '' && !/^xstate\.(done|error)\.actor\./.test(type)) throw new Error(`no cases for the event "${type}"`);
  }
  for (const { id, src } of snapshot._nodes.flatMap((node) => (node as AnyStateNode).invoke)) {
    const port = src as DeskPortName;
    for (const [name, output] of Object.entries(answers[port](snapshot.context)))
      out.push({ name: named(`${id} answered`, name), event: { type: `xstate.done.actor.${id}`, output, actorId: id } });
    for (const [name, error] of Object.entries(failures(port)))
      out.push({ name: `${id} failed (${name})`, event: { type: `xstate.error.actor.${id}`, error, actorId: id } });
  }
  return out;
}

const STATE_LIMIT = 30_000;

/** Steps the machine without running a call, and records what was taken and entered. */
export function createStepper(machine: DeskMachine, input: DeskInputs) {
  const shared = createShared();
  const taken = new Set<AnyTransitionDefinition>();
  const entered = new Set<AnyStateNode>();
  const probe = createActor(machine, {
    input,
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep') return;
      for (const transition of inspected._transitions) taken.add(transition);
      for (const node of (inspected.snapshot as DeskSnapshot)._nodes) entered.add(node);
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
    initial: (): DeskSnapshot => initialTransition(machine, input)[0],
    /** Null when no transition is selected. */
    step(snapshot: DeskSnapshot, { event }: DeskStep): { snapshot: DeskSnapshot; covers: readonly string[] } | null {
      taken.clear();
      entered.clear();
      const next = machine.transition(snapshot, event as never, scope);
      return taken.size === 0
        ? null
        : { snapshot: next, covers: shared([...[...taken].map(definitionName), ...[...entered].map(nodeName)]) };
    },
  };
}

/**
 * @param check called with every step that was taken. @throws what it throws, and where a state ends or fails the machine.
 */
export function explore(
  input: DeskInputs,
  check: (before: DeskSnapshot, step: DeskStep, after: DeskSnapshot) => void,
  machine: DeskMachine = deskMachine,
): DeskGraph {
  const stepper = createStepper(machine, input);
  const first = stepper.initial();
  const start = project(first);
  const states = new Map([[start, first]]);
  const edges = new Map<string, Edge[]>();
  for (const [key, snapshot] of states) {
    const found: Edge[] = [];
    for (const step of enabledSteps(snapshot)) {
      const next = stepper.step(snapshot, step);
      if (next === null) continue;
      if (next.snapshot.status !== 'active') throw new Error(`${step.name} ends the machine in ${key}: ${String(next.snapshot.error)}`);
      check(snapshot, step, next.snapshot);
      const to = project(next.snapshot);
      found.push({ step, to, covers: next.covers });
      if (!states.has(to)) states.set(to, next.snapshot);
    }
    edges.set(key, found);
    if (states.size > STATE_LIMIT) throw new Error(`more than ${STATE_LIMIT} states; the last is ${key}`);
  }
  return { start, states, edges };
}
