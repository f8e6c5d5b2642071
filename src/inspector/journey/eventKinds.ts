/** The source of an event of the journey, and the calls that run in a state. */
import type { AnyMachineSnapshot } from 'xstate';
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { LOCAL, toProblem } from '#machines/model/codes.ts';
import { isPortName, ports } from '#machines/ports/index.ts';
import type { EventData, Kind } from '../charts/inspectedChart.ts';
import { answerOf, type CallAnswer } from './callAnswers.ts';

type Node = JourneyMachine['root'];

/** The port of each invoke, by its id. */
const portOfInvoke: Record<string, string> = {};
(function collect(node: Node): void {
  for (const { id, src } of node.invoke) if (typeof src === 'string') portOfInvoke[id] = src;
  for (const child of Object.values(node.states)) collect(child as Node);
})(journeyMachine.root);

/** Events from the phone. All remaining events that are neither answers nor timers are actions of a person. */
const NOTICED_BY_PHONE: readonly string[] = [
  'network.changed',
  'shellSession.found',
  'draft.changedElsewhere',
  'application.sentElsewhere',
  'copy.finished',
];
const NOTICED_AS_TIME: readonly string[] = ['clock.ticked', 'draft.saved', 'notice.dismissed'];
const TROUBLE: readonly string[] = ['session.lost', 'draft.notKept', 'photo.refused'];

export interface PortAnswer extends CallAnswer {
  port: string;
}

/** Cached, like the answers. */
const portAnswers = new WeakMap<CallAnswer, PortAnswer>();

/** The call that an event answers, with its port; null: the event is no answer. */
export function portAnswerOf(type: string): PortAnswer | null {
  const answer = answerOf(type);
  if (!answer) return null;
  const known = portAnswers.get(answer);
  if (known) return known;
  const made = { ...answer, port: portOfInvoke[answer.id] ?? answer.id };
  portAnswers.set(answer, made);
  return made;
}

/** Whether the phone or the shell answers a port, alone or together with the lender. */
export const isPhonePort = (port: string): boolean => isPortName(port) && ports[port].answeredBy !== undefined;

/** Whether a call failed because a browser has no shell. The app then shows its own login pages, so this is no problem. */
export const isWithoutShell = ({ type, error }: EventData): boolean =>
  portAnswerOf(type)?.port === 'askShellLogin' && error !== undefined && toProblem(error).code === LOCAL.shellMissing;

/** Cached like the answers: millions of events have a few hundred types. */
const kinds = new Map<string, Kind>();
const MOST_KNOWN = 2_000;

export function kindOf(event: EventData): Kind {
  const { type } = event;
  const known = kinds.get(type);
  const kind = known ?? kindOfType(type);
  if (known === undefined && kinds.size < MOST_KNOWN) kinds.set(type, kind);
  return kind === 'problem' && isWithoutShell(event) ? 'shell' : kind;
}

function kindOfType(type: string): Kind {
  const answer = portAnswerOf(type);
  if (answer) return answer.is === 'failed' ? 'problem' : isPhonePort(answer.port) ? 'shell' : 'server';
  if (type.startsWith('xstate.after.') || NOTICED_AS_TIME.includes(type)) return 'time';
  if (NOTICED_BY_PHONE.includes(type)) return 'shell';
  return TROUBLE.includes(type) ? 'problem' : 'person';
}

/** The calls that run in a snapshot, by id of the invoke and port. */
export const callsIn = (snapshot: Pick<AnyMachineSnapshot, '_nodes'>): { id: string; port: string }[] =>
  snapshot._nodes.flatMap((node) => node.invoke.map(({ id, src }) => ({ id, port: typeof src === 'string' ? src : '' })));
