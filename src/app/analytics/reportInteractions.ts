/**
 * Subscribes analytics to the journey. Only this subscription is in the entry chunk. The event names are fetched with
 * the borrower's first act, and events are queued until the names arrive. A page that nobody touches has events too, because
 * it polls the lender. A full queue therefore also fetches the names, and drops its oldest event if the fetch fails.
 */
import type { Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import type { Bridge } from '#src/bridge/bridge.ts';
import { whenIdle } from '../whenIdle.ts';
import type { ObservedEvent } from './interactions.ts';

/** The longest queue. Each event holds the snapshot before it, which takes memory. The start has some ten events. */
const MOST_WAITING = 300;

/** A phone that is never idle fetches the names after so many ms. */
const PATIENCE = 2_000;

export function reportInteractions(actor: Actor<JourneyMachine>, bridge: Pick<Bridge, 'notify'>): void {
  const waiting: ObservedEvent[] = [];
  let isFetching = false;
  let log = (observed: ObservedEvent): void => {
    waiting.push(observed);
    const isFull = waiting.length > MOST_WAITING;
    if (isFull) waiting.shift();
    // Events of the start-up itself do not fetch the names.
    if (isFetching || (observed.event.type.startsWith('xstate.') && !isFull)) return;
    isFetching = true;
    // Waits until the page has drawn the result of the event.
    whenIdle(() => void fetchNames(), PATIENCE);
  };
  async function fetchNames(): Promise<void> {
    try {
      const { openLog } = await import('./interactions.ts');
      log = openLog(actor, bridge, waiting.splice(0));
    } catch {
      // The borrower's next act tries again.
      isFetching = false;
    }
  }
  actor.system.inspect((inspection) => {
    if (inspection.type === '@xstate.event' && inspection.actorRef === actor) log({ event: inspection.event, before: actor.getSnapshot() });
  });
}
