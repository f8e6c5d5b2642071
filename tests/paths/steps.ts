/** The steps that can happen in a snapshot of a machine: events of people and devices, timers, answers and failures of running calls. */
import { getNextTransitions, type AnyMachineSnapshot, type AnyStateMachine, type AnyStateNode } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import { hasEnded } from './endedCalls.ts';

/** One step. Its `name` is unique among the enabled steps of a snapshot and free of data, so names can be compared. */
export interface Step {
  name: string;
  event: { type: string; [key: string]: unknown };
}

export const nodesOf = (machine: AnyStateMachine): AnyStateNode[] => [machine.root, ...getStateNodes(machine)];

/** A call of a state. */
export interface Call<P extends string = string> {
  /** Id of the invoke. */
  id: string;
  port: P;
}

/** Values by the name that distinguishes them; the name of a single value may be empty. */
export type Named<T> = Readonly<Record<string, T>>;

/** The finite set of payloads, answers and failures that the exploration of a machine tries. */
export interface Cases<S extends AnyMachineSnapshot> {
  /** Payloads of an event; null: there are no cases for it. */
  events: (type: string, snapshot: S) => Named<object> | null;
  /** Answers of a running call; null: there are no cases for its port; empty: the call has no answer in this snapshot. */
  answers: (call: Call, snapshot: S) => Named<unknown> | null;
  failures: (call: Call) => Named<unknown>;
}

/** Cached, because a million steps have a few hundred names and are looked up by name. */
const stepNames = new Map<string, Map<string, string>>();
function named(type: string, name: string): string {
  if (name === '') return type;
  let ofType = stepNames.get(type);
  if (!ofType) stepNames.set(type, (ofType = new Map()));
  let whole = ofType.get(name);
  if (whole === undefined) ofType.set(name, (whole = `${type} (${name})`));
  return whole;
}

/** Steps by the object of their cases and by event. Cached, because most cases are the same in every state. */
const keptSteps = new WeakMap<object, Map<string, readonly Step[]>>();
function stepsOf<T>(cases: Named<T>, type: string, make: (name: string, value: T) => Step): readonly Step[] {
  const ofCases = keptSteps.get(cases) ?? new Map<string, readonly Step[]>();
  keptSteps.set(cases, ofCases);
  const known = ofCases.get(type) ?? Object.entries(cases).map(([name, value]) => make(name, value));
  ofCases.set(type, known);
  return known;
}

/** Calls by state node, cached: they are read a million times. */
const callsOfNode = new WeakMap<AnyStateNode, readonly Call[]>();
function callsOf(node: AnyStateNode): readonly Call[] {
  const known = callsOfNode.get(node);
  if (known) return known;
  const calls = node.invoke.map(({ id, src }): Call => {
    if (typeof src !== 'string') throw new Error(`the call "${id}" has no port`);
    return { id, port: src };
  });
  callsOfNode.set(node, calls);
  return calls;
}

/** Calls that run in this snapshot. */
export const callsRunningIn = (snapshot: AnyMachineSnapshot): Call[] =>
  snapshot._nodes.flatMap((node) => callsOf(node)).filter(({ id }) => !hasEnded(snapshot, id));

/** An event or a call of the chart without cases in the model. The message has the line to add and its file. */
export class MissingCase extends Error {}

/** All enabled steps of a snapshot. A guard may still select no transition. @throws for an event or a call without cases. */
export function stepsIn<S extends AnyMachineSnapshot>(snapshot: S, { events, answers, failures }: Cases<S>): Step[] {
  const out: Step[] = [];
  for (const type of new Set(getNextTransitions(snapshot).map((transition) => transition.eventType))) {
    if (type.startsWith('xstate.after.')) {
      out.push({ name: type, event: { type } });
      continue;
    }
    if (type === '' || /^xstate\.(done|error)\.actor\./.test(type)) continue;
    const payloads = events(type, snapshot);
    if (payloads === null) throw new MissingCase(`the event "${type}" has no cases: add what it may bring to the cases of the model`);
    out.push(...stepsOf(payloads, type, (name, payload) => ({ name: named(type, name), event: { ...payload, type } })));
  }
  for (const call of callsRunningIn(snapshot)) {
    const { id } = call;
    const outputs = answers(call, snapshot);
    if (outputs === null)
      throw new MissingCase(`the port "${call.port}" has no cases: add what may answer "${id}" to the cases of the model`);
    const [done, failed] = [`xstate.done.actor.${id}`, `xstate.error.actor.${id}`];
    out.push(
      ...stepsOf(outputs, done, (name, output) => ({ name: named(`${id} answered`, name), event: { type: done, output, actorId: id } })),
      ...stepsOf(failures(call), failed, (name, error) => ({
        name: `${id} failed (${name})`,
        event: { type: failed, error, actorId: id },
      })),
    );
  }
  return out;
}
