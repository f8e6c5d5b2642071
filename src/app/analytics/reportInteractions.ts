/**
 * Hears what happens in the journey, for analytics. All that is in the entry: what the events are called
 * is fetched with the first thing a person does, and what happens meanwhile waits.
 */
import type { JourneyActor } from '#machines/journey.machine.ts';
import type { Bridge } from '#src/bridge/bridge.ts';
import type { ObservedEvent } from './interactions.ts';

export function reportInteractions(actor: JourneyActor, bridge: Pick<Bridge, 'notify'>): void {
  const waiting: ObservedEvent[] = [];
  let isFetching = false;
  let log = (heard: ObservedEvent): void => {
    waiting.push(heard);
    // The app starting by itself is no reason to fetch anything.
    if (isFetching || heard.event.type.startsWith('xstate.')) return;
    isFetching = true;
    void fetchNames();
  };
  async function fetchNames(): Promise<void> {
    try {
      const { openLog } = await import('./interactions.ts');
      log = openLog(actor, bridge);
      waiting.splice(0).forEach(log);
    } catch {
      // Asked for again with the next thing that is done.
      isFetching = false;
    }
  }
  actor.system.inspect((inspection) => {
    if (inspection.type === '@xstate.event' && inspection.actorRef === actor) log({ event: inspection.event, before: actor.getSnapshot() });
  });
}
