/** A location hook for wouter that takes the location from the machine: `<Router hook={useJourneyLocation}>`. */
import { useSyncExternalStore } from 'react';
import type { BaseLocationHook } from 'wouter';
import type { JourneyActor } from '#machines/journey.machine.ts';
import type { JourneyRouter } from './journeyRouter.ts';
import { routeOf } from './currentPlace.ts';

/** The location is the route of the deepest active state. Navigating sends a request to the machine. */
export function createJourneyLocation(actor: JourneyActor, router: Pick<JourneyRouter, 'request'>): BaseLocationHook {
  const subscribe = (onChange: () => void): (() => void) => {
    const subscription = actor.subscribe(onChange);
    return () => subscription.unsubscribe();
  };
  const route = (): string => routeOf(actor.getSnapshot());
  const useJourneyLocation = (): [string, (path: string) => void] => [useSyncExternalStore(subscribe, route), router.request];
  useJourneyLocation.hrefs = (path: string): string => `#${path}`;
  return useJourneyLocation;
}
