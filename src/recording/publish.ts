/**
 * Tells inspectors what a running journey does, in the wire format of `@statelyai/inspect`: over a BroadcastChannel to
 * our own inspector in another tab, or over a WebSocket to any that speaks the format. Redacted before it leaves.
 */
import { createInspector, createWebSocketInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import type { Actor, MachineContext } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { toJson } from './canonical.ts';
import { createRedactor, type Privacy } from './redact.ts';

/** Where journeys of this origin are told of. */
export const INSPECTION_CHANNEL = 'journey.inspection';
/** An inspector says this when it begins to listen; all that happened so far is told again. */
export const CONNECTED = '@statelyai.connected';

/** Our own inspector is told which app speaks: every chart calls its root by the same name. */
export type WireEvent = StatelyInspectionEvent & { readonly app?: string };

/** An app says this when it is closed; nothing more comes from it. */
export const GOODBYE = 'journey.goodbye';
export interface Goodbye {
  readonly type: typeof GOODBYE;
  readonly app: string;
}

/** Made up anew for every journey, so that it says nothing of anybody. */
const nameOfApp = (): string => Array.from(crypto.getRandomValues(new Uint32Array(2))).join('-');

export interface PublishOptions {
  privacy: Privacy;
  /** Where a WebSocket inspector listens, `ws://127.0.0.1:8090`; null: only this origin's own inspector is told. */
  socket?: string | null;
  channel?: BroadcastChannel;
}

/** Events kept for an inspector that comes later: the same as a recording of an hour. */
const MOST_KEPT = 4_000;

/** @returns how to stop. The journey itself is not touched. */
export function publishJourney(journey: Actor<JourneyMachine>, { privacy, socket = null, channel }: PublishOptions): () => void {
  const redactor = createRedactor(privacy);
  const options = {
    // Calls hold answers of their own; what became of those is in the journey's events.
    filter: ({ sessionId }: WireEvent) => sessionId === journey.sessionId,
    sanitizeEvent: (event: { type: string }) => redactor.event(event) as { type: string },
    sanitizeContext: (context: MachineContext) => redactor.context(context) as MachineContext,
  };
  const own = channel ?? new BroadcastChannel(INSPECTION_CHANNEL);
  const app = nameOfApp();
  const told: WireEvent[] = [];
  /** What the inspector sends waits for an idle moment, which may come when we have stopped. */
  let isTelling = true;
  const here = createInspector(
    {
      send(event) {
        if (!isTelling) return;
        const plain: WireEvent = { ...(toJson(event) as unknown as WireEvent), app };
        told.push(plain);
        // The first one says what the journey is, and is never forgotten.
        if (told.length > MOST_KEPT) told.splice(1, 1);
        own.postMessage(plain);
      },
    },
    options,
  );
  const inspectors = [here, ...(socket === null ? [] : [createWebSocketInspector({ ...options, url: socket })])];
  own.addEventListener('message', ({ data }: MessageEvent<{ type?: unknown } | null>) => {
    if (data?.type === CONNECTED) for (const event of told) own.postMessage(event);
  });

  const goodbye = (): void => own.postMessage({ type: GOODBYE, app } satisfies Goodbye);
  // A tab that is closed stops nothing.
  if (typeof window !== 'undefined') window.addEventListener('pagehide', goodbye);

  const { status, value, context } = journey.getSnapshot();
  for (const inspector of inspectors) inspector.actor(journey, { status, value, context }, { rootId: journey.sessionId });
  const subscription = journey.system.inspect((event) => {
    for (const inspector of inspectors) inspector.inspect.next?.(event);
  });
  return () => {
    if (!isTelling) return;
    isTelling = false;
    subscription.unsubscribe();
    if (typeof window !== 'undefined') window.removeEventListener('pagehide', goodbye);
    goodbye();
    own.close();
    for (const inspector of inspectors) inspector.stop();
  };
}
