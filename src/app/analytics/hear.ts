/**
 * Hears what happens in the journey, for analytics. All that is in the entry: what the events are called
 * is fetched with the first thing a person does, and what happens meanwhile waits.
 */
import type { JourneyActor } from '#machines/journey.machine.ts';
import type { Bridge } from '#src/bridge/bridge.ts';
import type { Heard } from './interactions.ts';

export function hearInteractions(actor: JourneyActor, bridge: Pick<Bridge, 'tell'>): void {
  const waiting: Heard[] = [];
  let isFetching = false;
  let log = (heard: Heard): void => {
    waiting.push(heard);
    // The app starting by itself is no reason to fetch anything.
    if (isFetching || heard.event.type.indexOf('xstate.') === 0) return;
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
