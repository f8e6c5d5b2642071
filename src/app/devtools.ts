/** Pages of ours around this one may look on: the sandbox records every journey in its phone. */
import type { Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';

/** What such a page leaves on its own window, for the app in its frame to find. */
export type WatchJourney = (journey: Actor<JourneyMachine>) => void;

/** Before the journey starts, so that nothing of it is missed. A page of another origin around this one is no onlooker. */
export function attachDevtools(journey: Actor<JourneyMachine>): void {
  try {
    (window.parent as Window & { watchJourney?: WatchJourney }).watchJourney?.(journey);
  } catch {
    // A stranger's page: its window may not even be looked at.
  }
  if (/[?&]inspect\b/.test(window.location.search))
    void import('./publishing.ts').then(({ publishToInspectors }) => publishToInspectors(journey));
}
