/** Every journey that starts in the sandbox's phone, for whoever on this page wants to look on. */
import type { Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';

type Journey = Actor<JourneyMachine>;

const listeners = new Set<(journey: Journey) => void>();

/** The app in the frame calls this when it is there; it has not started its journey yet. */
(window as Window & { watchJourney?: (journey: Journey) => void }).watchJourney = (journey: Journey) =>
  listeners.forEach((listener) => listener(journey));

/** @returns how to stop being told. */
export function onJourney(listener: (journey: Journey) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
