import type { JourneyActor } from '#machines/journey.machine.ts';
import { whenIdle } from '../whenIdle.ts';

/** Keeps the page on the phone of a borrower, from an idle moment after somebody is signed in. The code for that is in `ports`. */
export function keepPageOfBorrower(actor: JourneyActor): void {
  const subscription = actor.subscribe(({ context: { session } }) => {
    if (!session) return;
    subscription.unsubscribe();
    whenIdle(() => void import('./keepPage.ts').then(({ keepPage }) => keepPage(actor)).catch(() => undefined));
  });
}
