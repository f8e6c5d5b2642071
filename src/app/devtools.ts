/** Lets tools of this project observe the journey: the sandbox around this page, and the inspector. */
import type { Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';

interface Publishing {
  publishToInspectors: (journey: Actor<JourneyMachine>) => void;
}

/** Set by the sandbox on its own window; the app in its frame calls it. */
export type WatchJourney = (journey: Actor<JourneyMachine>) => void;

/** `src/inspector/live/publishing.ts`. The built file is in the tools' folder, which production does not serve. */
const PUBLISHING = import.meta.env.DEV ? '/src/inspector/live/publishing.ts' : '../publishing.js';

/** Called before the journey starts, so that no event is missed. A parent page of another origin is ignored. */
export function attachDevtools(journey: Actor<JourneyMachine>): void {
  try {
    (window.parent as Window & { watchJourney?: WatchJourney }).watchJourney?.(journey);
  } catch {
    // The parent page has another origin, so reading its window throws.
  }
  if (/[?&]inspect\b/.test(window.location.search))
    (import(/* @vite-ignore */ PUBLISHING) as Promise<Publishing>).then(
      ({ publishToInspectors }) => publishToInspectors(journey),
      () => undefined,
    );
}
