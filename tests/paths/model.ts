/**
 * The model: the chart that ships with every step that can happen in a snapshot. These are events of borrower and phone,
 * answers and failures of running calls, and timers. There is no second description of the journey.
 */
import { getNextTransitions, type AnyStateMachine, type AnyStateNode } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { isPublicRoute, type RouteTarget } from '#machines/routes.ts';
import { answers, answersOfInvoke, events, failures, type EventType, type PortName } from './cases.ts';
import { hasEnded } from './endedCalls.ts';
import { isBeforeSync } from './projection.ts';

/** One step. Its `name` is unique among the enabled steps of a snapshot and free of data, so names can be compared. */
export interface Step {
  name: string;
  event: { type: string; [key: string]: unknown };
}

export const nodesOf = (machine: AnyStateMachine): AnyStateNode[] => [machine.root, ...getStateNodes(machine)];

const isEventType = (type: string): type is EventType => type in events;
const isPort = (src: string): src is PortName => src in answers;

const named = (type: string, name: string) => (name === '' ? type : `${type} (${name})`);

interface Call {
  id: string;
  port: PortName;
}

/** Calls by state node, cached: they are read a million times. */
const callsOfNode = new WeakMap<AnyStateNode, readonly Call[]>();
function callsOf(node: AnyStateNode): readonly Call[] {
  const known = callsOfNode.get(node);
  if (known) return known;
  const calls = node.invoke.map(({ id, src }): Call => {
    if (typeof src !== 'string' || !isPort(src)) throw new Error(`no cases for the port of "${id}"`);
    return { id, port: src };
  });
  callsOfNode.set(node, calls);
  return calls;
}

/** Calls that run in this snapshot. */
export const runningCalls = (snapshot: JourneySnapshot): Call[] =>
  snapshot._nodes.flatMap((node) => callsOf(node as AnyStateNode)).filter(({ id }) => !hasEnded(snapshot, id));

/** Possible answers of a call by name; empty where the order chart refuses the call in this status. */
export const answersTo = (call: Call, snapshot: JourneySnapshot): Readonly<Record<string, unknown>> =>
  (answersOfInvoke[call.id] ?? answers[call.port])(snapshot.context);

/**
 * Links explored while home is not loaded: the chart stores such a link and follows it later, like any other link. One
 * link of each kind is enough, because all links are explored once home is loaded. All of them would double the graph.
 */
const EXPLORED_EARLY: readonly string[] = [
  // public, and those that replace an awaited code
  '#home',
  '#faq',
  '#login',
  '#register',
  // private, with a guard of its own, about an order
  '#records',
  '#toBorrow',
  '#cashier',
  // with a query
  '#feedbackDetail of a ticket',
  '#yx1 of a channel',
];
function exploredLinks(snapshot: JourneySnapshot): (name: string, payload: { to?: RouteTarget }) => boolean {
  const isEarly = isBeforeSync(snapshot);
  const isVisitor = snapshot.context.session === null;
  return (name, { to }) => to === undefined || !(isEarly || (isVisitor && !isPublicRoute(to))) || EXPLORED_EARLY.includes(name);
}

/** All enabled steps of this snapshot. A guard may still select no transition. */
export function enabledSteps(snapshot: JourneySnapshot): Step[] {
  const out: Step[] = [];
  const isExplored = exploredLinks(snapshot);
  for (const type of new Set(getNextTransitions(snapshot).map((transition) => transition.eventType))) {
    if (isEventType(type)) {
      for (const [name, payload] of Object.entries(events[type](snapshot.context)))
        if (isExplored(name, payload)) out.push({ name: named(type, name), event: { ...payload, type } });
    } else if (type.startsWith('xstate.after.')) {
      out.push({ name: type, event: { type } });
    } else if (type !== '' && !/^xstate\.(done|error)\.actor\./.test(type)) {
      throw new Error(`no cases for the event "${type}"`);
    }
  }
  for (const call of runningCalls(snapshot)) {
    for (const [name, output] of Object.entries(answersTo(call, snapshot))) {
      const type = `xstate.done.actor.${call.id}`;
      out.push({ name: named(`${call.id} answered`, name), event: { type, output, actorId: call.id } });
    }
    for (const [name, error] of Object.entries(failures[call.port])) {
      out.push({ name: `${call.id} failed (${name})`, event: { type: `xstate.error.actor.${call.id}`, error, actorId: call.id } });
    }
  }
  return out;
}
