/** Publishes every journey that starts in the sandbox's phone to the subscribers of this page. */
import type { Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';

type Journey = Actor<JourneyMachine>;

const listeners = new Set<(journey: Journey) => void>();

/** The app in the frame calls this function before it starts its journey. */
(window as Window & { watchJourney?: (journey: Journey) => void }).watchJourney = (journey: Journey) =>
  listeners.forEach((listener) => listener(journey));

/** @returns a function that unsubscribes. */
export function subscribeToJourneys(listener: (journey: Journey) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
