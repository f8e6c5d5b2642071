/** Who an event came from: the filters of the timeline. */
import type { AnyMachineSnapshot } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { journeyMachine } from '#machines/journey.machine.ts';
import { LOCAL, toProblem } from '#machines/model/codes.ts';
import { isPortName, ports } from '#machines/ports/index.ts';
import type { JourneyEventData } from './steps.ts';

export const KINDS = ['person', 'server', 'shell', 'time', 'problem'] as const;
export type Kind = (typeof KINDS)[number];

type Node = JourneyMachine['root'];

/** By id of an invoke, the port it calls. */
const portOfInvoke: Record<string, string> = {};
(function collect(node: Node): void {
  for (const { id, src } of node.invoke) if (typeof src === 'string') portOfInvoke[id] = src;
  for (const child of Object.values(node.states)) collect(child as Node);
})(journeyMachine.root);

/** Events that the phone noticed; everything else that is no answer and no timer was done by a person. */
const NOTICED_BY_PHONE: readonly string[] = ['network.changed', 'draft.changedElsewhere', 'application.sentElsewhere', 'copy.finished'];
const NOTICED_AS_TIME: readonly string[] = ['clock.ticked', 'draft.saved', 'notice.dismissed'];
const TROUBLE: readonly string[] = ['session.lost', 'draft.notKept', 'photo.refused'];

export interface Answer {
  /** Id of the invoke. */
  id: string;
  port: string;
  is: 'done' | 'failed';
}

/** The call an event answers; null where it is none. */
export function answerOf(type: string): Answer | null {
  const found = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type);
  const id = found?.[2];
  if (!found || id === undefined) return null;
  return { id, port: portOfInvoke[id] ?? id, is: found[1] === 'done' ? 'done' : 'failed' };
}

/** Answered by the phone or the app around the page; all others ask the lender. */
export const isPhonePort = (port: string): boolean => isPortName(port) && ports[port].answeredBy !== undefined;

/** In a browser no shell is around the page, and the app's own pages ask for the number: nothing went wrong. */
export const isWithoutShell = ({ type, error }: JourneyEventData): boolean =>
  answerOf(type)?.port === 'askShellLogin' && error !== undefined && toProblem(error).code === LOCAL.shellMissing;

export function kindOf(event: JourneyEventData): Kind {
  const { type } = event;
  const answer = answerOf(type);
  if (isWithoutShell(event)) return 'shell';
  if (answer) return answer.is === 'failed' ? 'problem' : isPhonePort(answer.port) ? 'shell' : 'server';
  if (type.startsWith('xstate.after.') || NOTICED_AS_TIME.indexOf(type) >= 0) return 'time';
  if (NOTICED_BY_PHONE.indexOf(type) >= 0) return 'shell';
  return TROUBLE.indexOf(type) >= 0 ? 'problem' : 'person';
}

/** Calls that run in a snapshot, by id of the invoke and port. */
export const callsIn = (snapshot: Pick<AnyMachineSnapshot, '_nodes'>): { id: string; port: string }[] =>
  snapshot._nodes.flatMap((node) => node.invoke.map(({ id, src }) => ({ id, port: typeof src === 'string' ? src : '' })));
