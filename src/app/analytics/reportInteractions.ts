/**
 * Subscribes analytics to the journey. Only this subscription is in the entry chunk. The event names are fetched with
 * the borrower's first act, and events are queued until the names arrive. A page that nobody touches makes events too, because
 * it polls the lender. So a full queue also fetches the names, and drops its oldest event where they cannot be fetched.
 */
import type { Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import type { Bridge } from '#src/bridge/bridge.ts';
import { whenIdle } from '../whenIdle.ts';
import type { ObservedEvent } from './interactions.ts';

/** Each event holds the snapshot before it. The start has some ten. */
const MOST_WAITING = 300;

/** A busy phone fetches the names after this. ms. */
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
    // After the page has drawn the result of the event.
    whenIdle(() => void fetchNames(), PATIENCE);
  };
  async function fetchNames(): Promise<void> {
    try {
      const { openLog } = await import('./interactions.ts');
      log = openLog(actor, bridge, waiting.splice(0));
    } catch {
      // The next event of a person tries again.
      isFetching = false;
    }
  }
  actor.system.inspect((inspection) => {
    if (inspection.type === '@xstate.event' && inspection.actorRef === actor) log({ event: inspection.event, before: actor.getSnapshot() });
  });
}
