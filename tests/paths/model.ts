/**
 * The chart that ships, asked what may happen in a snapshot: what the borrower and the phone may do,
 * what the running calls may answer, which timers may end. There is no second description of the journey.
 */
import { getNextTransitions, type AnyStateMachine, type AnyStateNode } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { answers, answersOfInvoke, events, failures, type EventType, type PortName } from './cases.ts';

/** One thing that happens. `name` is unique among the happenings of a snapshot and free of data, so it may be compared. */
export interface Happening {
  name: string;
  event: { type: string; [key: string]: unknown };
}

export const nodesOf = (machine: AnyStateMachine): AnyStateNode[] => [machine.root, ...getStateNodes(machine)];

const isEventType = (type: string): type is EventType => type in events;
const isPort = (src: string): src is PortName => src in answers;

const named = (type: string, name: string) => (name === '' ? type : `${type} (${name})`);

/** Calls that run in this snapshot. */
export const runningCalls = (snapshot: JourneySnapshot): { id: string; port: PortName }[] =>
  snapshot._nodes.flatMap((node) =>
    node.invoke.map(({ id, src }) => {
      if (typeof src !== 'string' || !isPort(src)) throw new Error(`no cases for the port of "${id}"`);
      return { id, port: src };
    }),
  );

/** What the call may be answered with here, by name; empty when the order chart refuses it in this status. */
export const answersTo = (call: { id: string; port: PortName }, snapshot: JourneySnapshot): Readonly<Record<string, unknown>> =>
  (answersOfInvoke[call.id] ?? answers[call.port])(snapshot.context);

/** Everything that may happen in this snapshot. Not all of it changes something: guards decide. */
export function happeningsIn(snapshot: JourneySnapshot): Happening[] {
  const out: Happening[] = [];
  for (const type of new Set(getNextTransitions(snapshot).map((transition) => transition.eventType))) {
    if (isEventType(type)) {
      for (const [name, payload] of Object.entries(events[type](snapshot.context)))
        out.push({ name: named(type, name), event: { ...payload, type } });
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
