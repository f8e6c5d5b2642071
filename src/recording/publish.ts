/**
 * Publishes a running journey in the wire format of `@statelyai/inspect`: over a BroadcastChannel to our own inspector
 * in another tab, or over a WebSocket to any subscriber that reads the format. Events are redacted before they are
 * published. The senders of that package are not used (decision 178): they send when the browser is idle, which a hidden tab
 * never is, they cut the chart at ten levels, and they drop the earliest events.
 */
import type { StatelyActorEvent } from '@statelyai/inspect';
import type { Actor, AnyActorRef, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { toJson } from './canonical.ts';
import { openSocket } from './inspectorSocket.ts';
import { createRedactor, type Privacy, type Redactor } from './redact.ts';
import { keepLatest, type WireEvent } from './sentEvents.ts';

/** BroadcastChannel for the journeys of this origin. */
export const INSPECTION_CHANNEL = 'journey.inspection';
/** BroadcastChannel for the desk of the staff. Separate, so that an inspector of journeys does not switch to the desk. */
export const DESK_CHANNEL = 'desk.inspection';
/** Sent by an inspector when it subscribes; the publisher then repeats all earlier events. */
export const CONNECTED = '@statelyai.connected';
/** Version of the wire format: the version of the package, whose receivers read the events. */
const WIRE_VERSION = '0.7.2';

/** The last message of an app, sent when it is closed. */
export const GOODBYE = 'journey.goodbye';
export interface Goodbye {
  readonly type: typeof GOODBYE;
  readonly app: string;
}

/** Random for every journey, so that it identifies nobody. */
const nameOfApp = (): string => Array.from(crypto.getRandomValues(new Uint32Array(2))).join('-');

/** The WebSocket address in the parameter of a page: `?inspect=ws://127.0.0.1:8090`; null: no parameter, or no WebSocket. */
export function socketIn(search: string): string | null {
  const named = new URLSearchParams(search).get('inspect');
  return named !== null && /^wss?:\/\//.test(named) ? named : null;
}

export interface PublishOptions {
  privacy: Privacy;
  /** Address of a WebSocket subscriber, `ws://127.0.0.1:8090`; null: only the BroadcastChannel is used. */
  socket?: string | null;
  channel?: BroadcastChannel;
}

/** @returns a function that stops publishing. The journey itself is not affected. */
export const publishJourney = (journey: Actor<JourneyMachine>, { privacy, socket = null, channel }: PublishOptions): (() => void) =>
  publish(journey, createRedactor(privacy), { socket, channel: channel ?? new BroadcastChannel(INSPECTION_CHANNEL) });

/**
 * The configuration of the chart with all levels, and the states in their order. JSON cannot represent a function, so its
 * name is written in the form of a named guard or action.
 */
export const definitionOf = ({ config }: AnyStateMachine): string =>
  JSON.stringify(config, (_, value: unknown) => (typeof value === 'function' ? { type: value.name } : value));

/**
 * @returns a function that stops publishing. Works with any machine.
 * @param redactor removes personal data from events and context before they are sent.
 */
export function publish(
  journey: Actor<AnyStateMachine>,
  redactor: Redactor,
  { socket, channel: own }: { socket: string | null; channel: BroadcastChannel },
): () => void {
  const app = nameOfApp();
  const rootId = journey.sessionId;
  const sent = keepLatest(rootId);
  const other = socket === null ? null : openSocket(socket, sent.all);

  const send = (event: Record<string, unknown>): void => {
    const at = { createdAt: Date.now().toString(), _version: WIRE_VERSION, id: null, rootId, app };
    const plain = toJson({ ...event, ...at }) as unknown as WireEvent;
    sent.add(plain);
    own.postMessage(plain);
    other?.send(plain);
  };
  const redacted = ({ status, value, context, tags }: AnyMachineSnapshot) => ({
    status,
    value,
    tags: [...tags],
    context: redactor.context(context as object),
  });

  const known = new Set<string>();
  /** Publishes an actor. Of a call only the name is published: its input and result are in the journey's redacted events only. */
  const introduce = (actor: Pick<AnyActorRef, 'sessionId'> & Partial<Pick<AnyActorRef, 'id'>>): void => {
    if (known.has(actor.sessionId)) return;
    known.add(actor.sessionId);
    const isRoot = actor.sessionId === rootId;
    const introduction: Pick<StatelyActorEvent, 'type' | 'name' | 'sessionId' | 'parentId' | 'definition'> & { snapshot: unknown } = {
      type: '@xstate.actor',
      name: isRoot ? journey.logic.id : (actor.id ?? actor.sessionId),
      sessionId: actor.sessionId,
      parentId: isRoot ? undefined : rootId,
      definition: isRoot ? definitionOf(journey.logic) : JSON.stringify({ id: actor.id ?? actor.sessionId }),
      snapshot: isRoot ? redacted(journey.getSnapshot()) : { status: 'active' },
    };
    send(introduction);
  };

  const publishEnd = (): void => own.postMessage({ type: GOODBYE, app } satisfies Goodbye);
  // Closing a tab runs no cleanup, so the end is published on `pagehide`.
  if (typeof window !== 'undefined') window.addEventListener('pagehide', publishEnd);
  own.addEventListener('message', ({ data }: MessageEvent<{ type?: unknown } | null>) => {
    if (data?.type === CONNECTED) for (const event of sent.all()) own.postMessage(event);
  });

  introduce(journey);
  for (const child of Object.values(journey.getSnapshot().children as Record<string, AnyActorRef | undefined>)) if (child) introduce(child);
  const subscription = journey.system.inspect((event) => {
    if (event.type === '@xstate.actor') return introduce(event.actorRef);
    if (event.type !== '@xstate.event' && event.type !== '@xstate.snapshot') return;
    if (event.actorRef !== journey) {
      if (event.type === '@xstate.snapshot' && event.snapshot.status !== 'active')
        send({
          type: event.type,
          sessionId: event.actorRef.sessionId,
          event: { type: event.event.type },
          snapshot: { status: event.snapshot.status },
        });
      return;
    }
    if (event.type === '@xstate.event') {
      if (event.sourceRef) introduce(event.sourceRef);
      send({ type: event.type, sessionId: rootId, sourceId: event.sourceRef?.sessionId, event: redactor.event(event.event) });
    } else {
      send({
        type: event.type,
        sessionId: rootId,
        event: redactor.event(event.event),
        snapshot: redacted(event.snapshot as AnyMachineSnapshot),
      });
    }
  });

  let isPublishing = true;
  return () => {
    if (!isPublishing) return;
    isPublishing = false;
    subscription.unsubscribe();
    if (typeof window !== 'undefined') window.removeEventListener('pagehide', publishEnd);
    publishEnd();
    own.close();
    other?.close();
  };
}
