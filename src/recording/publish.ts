/**
 * Publishes a running journey in the wire format of `@statelyai/inspect`: over a BroadcastChannel to our own inspector
 * in another tab, or over a WebSocket to any subscriber that reads the format. Events are redacted before they are
 * published.
 */
import { createInspector, createWebSocketInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import type { Actor, AnyStateMachine, MachineContext } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { toJson } from './canonical.ts';
import { createRedactor, type Privacy, type Redactor } from './redact.ts';

/** BroadcastChannel for the journeys of this origin. */
export const INSPECTION_CHANNEL = 'journey.inspection';
/** The same for the desk of the staff, so that who follows a journey is not led to it. */
export const DESK_CHANNEL = 'desk.inspection';
/** Sent by an inspector when it subscribes; the publisher then repeats all earlier events. */
export const CONNECTED = '@statelyai.connected';

/** Tells our own inspector which app an event is from: every chart has the same name for its root. */
export type WireEvent = StatelyInspectionEvent & { readonly app?: string };

/** Sent by an app when it is closed; no event of it follows. */
export const GOODBYE = 'journey.goodbye';
export interface Goodbye {
  readonly type: typeof GOODBYE;
  readonly app: string;
}

/** Random for every journey, so that it identifies nobody. */
const nameOfApp = (): string => Array.from(crypto.getRandomValues(new Uint32Array(2))).join('-');

export interface PublishOptions {
  privacy: Privacy;
  /** Address of a WebSocket subscriber, `ws://127.0.0.1:8090`; null: only the BroadcastChannel is used. */
  socket?: string | null;
  channel?: BroadcastChannel;
}

/** Events that are kept for a later subscriber: as many as in a recording of an hour. */
const MOST_KEPT = 4_000;

/** @returns a function that stops publishing. The journey itself is not affected. */
export const publishJourney = (journey: Actor<JourneyMachine>, { privacy, socket = null, channel }: PublishOptions): (() => void) =>
  publish(journey, createRedactor(privacy), { socket, channel: channel ?? new BroadcastChannel(INSPECTION_CHANNEL) });

/** Publishes any machine. @param redactor removes personal data from its events and its context before they are sent. */
export function publish(
  journey: Actor<AnyStateMachine>,
  redactor: Redactor,
  { socket, channel: own }: { socket: string | null; channel: BroadcastChannel },
): () => void {
  const options = {
    // Actors of calls are skipped: their outcome is an event of the journey.
    filter: ({ sessionId }: WireEvent) => sessionId === journey.sessionId,
    sanitizeEvent: (event: { type: string }) => redactor.event(event) as { type: string },
    sanitizeContext: (context: MachineContext) => redactor.context(context) as MachineContext,
  };
  const app = nameOfApp();
  const sent: WireEvent[] = [];
  /** The inspector package sends in idle moments, which may come after the end. */
  let isPublishing = true;
  const here = createInspector(
    {
      send(event) {
        if (!isPublishing) return;
        const plain: WireEvent = { ...(toJson(event) as unknown as WireEvent), app };
        sent.push(plain);
        // The first event introduces the journey and is always kept.
        if (sent.length > MOST_KEPT) sent.splice(1, 1);
        own.postMessage(plain);
      },
    },
    options,
  );
  const inspectors = [here, ...(socket === null ? [] : [createWebSocketInspector({ ...options, url: socket })])];
  own.addEventListener('message', ({ data }: MessageEvent<{ type?: unknown } | null>) => {
    if (data?.type === CONNECTED) for (const event of sent) own.postMessage(event);
  });

  const publishEnd = (): void => own.postMessage({ type: GOODBYE, app } satisfies Goodbye);
  // Closing a tab runs no clean-up, so the end is published on `pagehide`.
  if (typeof window !== 'undefined') window.addEventListener('pagehide', publishEnd);

  const { status, value, context } = journey.getSnapshot();
  for (const inspector of inspectors) inspector.actor(journey, { status, value, context }, { rootId: journey.sessionId });
  const subscription = journey.system.inspect((event) => {
    for (const inspector of inspectors) inspector.inspect.next?.(event);
  });
  return () => {
    if (!isPublishing) return;
    isPublishing = false;
    subscription.unsubscribe();
    if (typeof window !== 'undefined') window.removeEventListener('pagehide', publishEnd);
    publishEnd();
    own.close();
    for (const inspector of inspectors) inspector.stop();
  };
}
