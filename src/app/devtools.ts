/** Lets tools of this project observe the journey: the sandbox around this page, and the inspector. */
import type { Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';

/** Set by the sandbox on its own window; the app in its frame calls it. */
export type WatchJourney = (journey: Actor<JourneyMachine>) => void;

/** Called before the journey starts, so that no event is missed. A parent page of another origin is ignored. */
export function attachDevtools(journey: Actor<JourneyMachine>): void {
  try {
    (window.parent as Window & { watchJourney?: WatchJourney }).watchJourney?.(journey);
  } catch {
    // The parent page has another origin, so reading its window throws.
  }
  if (/[?&]inspect\b/.test(window.location.search))
    void import('./publishing.ts').then(({ publishToInspectors }) => publishToInspectors(journey));
}
