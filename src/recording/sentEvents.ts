/** The published events for later subscribers: the latest ones, and the introductions of all actors named in them. */
import type { StatelyInspectionEvent } from '@statelyai/inspect';

/** `app` tells our own inspector which app sent an event, because the root of every chart has the same name. */
export type WireEvent = StatelyInspectionEvent & { readonly app?: string };

/** Number of kept events: as many as in a recording of an hour. */
const MOST_KEPT = 8_000;

const sourceOf = (event: WireEvent): string | undefined => (event.type === '@xstate.event' ? event.sourceId : undefined);

/** @param rootId session of the journey, whose introduction is always kept. @param most number of kept events. */
export function keepLatest(rootId: string, most = MOST_KEPT): { add: (event: WireEvent) => void; all: () => readonly WireEvent[] } {
  let sent: WireEvent[] = [];

  function drop(): void {
    const [earlier, latest] = [sent.slice(0, -most), sent.slice(-most)];
    const named = new Set([rootId, ...latest.flatMap((event) => [event.sessionId, sourceOf(event)])]);
    sent = [...earlier.filter((event) => event.type === '@xstate.actor' && named.has(event.sessionId)), ...latest];
  }
  return {
    add(event) {
      sent.push(event);
      // Events are dropped in batches, so that the list is not searched at every event.
      if (sent.length > most + most / 8) drop();
    },
    all: () => sent,
  };
}
