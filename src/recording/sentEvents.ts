/** The published events that a later subscriber gets: the latest ones, and the introduction of every actor that they name. */
import type { StatelyInspectionEvent } from '@statelyai/inspect';

/** Tells our own inspector which app an event is from: every chart has the same name for its root. */
export type WireEvent = StatelyInspectionEvent & { readonly app?: string };

/** Events that are kept: as many as in a recording of an hour. */
const MOST_KEPT = 8_000;

const sourceOf = (event: WireEvent): string | undefined => (event.type === '@xstate.event' ? event.sourceId : undefined);

/** @param rootId the session of the journey, whose introduction is always kept. @param most how many events are kept. */
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
      // Many at once, so that the list is not searched for every event.
      if (sent.length > most + most / 8) drop();
    },
    all: () => sent,
  };
}
