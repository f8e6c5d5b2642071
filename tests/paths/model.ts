/**
 * The chart that ships, asked what may happen in a snapshot: what the borrower and the phone may do,
 * what the running calls may answer, which timers may end. There is no second description of the journey.
 */
import { getNextTransitions, type AnyStateMachine, type AnyStateNode } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { isPublicRoute, type RouteTarget } from '#machines/routes.ts';
import { answers, answersOfInvoke, events, failures, type EventType, type PortName } from './cases.ts';
import { hasEnded } from './endedCalls.ts';
import { isBeforeSync } from './projection.ts';

/** One thing that happens. `name` is unique among the happenings of a snapshot and free of data, so it may be compared. */
export interface Happening {
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

/** Of a state node: looked at a million times, and always the same. */
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

/** What the call may be answered with here, by name; empty when the order chart refuses it in this status. */
export const answersTo = (call: Call, snapshot: JourneySnapshot): Readonly<Record<string, unknown>> =>
  (answersOfInvoke[call.id] ?? answers[call.port])(snapshot.context);

/**
 * Where a request is only remembered and followed after the next look at the lender, one of each kind is asked for:
 * it is followed like any other request then, and those are all asked for. All of them would be half the graph.
 */
const FOLLOWED_LATER: readonly string[] = [
  // open to everyone, and what an awaited code gives way to
  '#home',
  '#faq',
  '#login',
  '#register',
  // for borrowers, with a guard of its own, about an order
  '#records',
  '#toBorrow',
  '#cashier',
  // with a query
  '#feedbackDetail of a ticket',
  '#yx1 of a channel',
];
function askedForIn(snapshot: JourneySnapshot): (name: string, payload: { to?: RouteTarget }) => boolean {
  const isEarly = isBeforeSync(snapshot);
  const isVisitor = snapshot.context.session === null;
  return (name, { to }) => to === undefined || !(isEarly || (isVisitor && !isPublicRoute(to))) || FOLLOWED_LATER.includes(name);
}

/** Everything that may happen in this snapshot. Not all of it changes something: guards decide. */
export function happeningsIn(snapshot: JourneySnapshot): Happening[] {
  const out: Happening[] = [];
  const isAskedFor = askedForIn(snapshot);
  for (const type of new Set(getNextTransitions(snapshot).map((transition) => transition.eventType))) {
    if (isEventType(type)) {
      for (const [name, payload] of Object.entries(events[type](snapshot.context)))
        if (isAskedFor(name, payload)) out.push({ name: named(type, name), event: { ...payload, type } });
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
