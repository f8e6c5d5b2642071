import type { JourneyActor } from '#machines/journey.machine.ts';
import { whenIdle } from './whenIdle.ts';

async function keep(actor: JourneyActor): Promise<void> {
  const [{ keepPage }, { keepScreen }] = await Promise.all([import('./keptPage/keepPage.ts'), import('./keptScreen/keepScreen.ts')]);
  keepPage(actor);
  keepScreen(actor);
}

/**
 * Keeps the page and the last screen on the phone of a borrower, from an idle moment after somebody is signed in. The code for
 * that is in `ports`.
 */
export function keepForBorrower(actor: JourneyActor): void {
  const subscription = actor.subscribe(({ context: { session } }) => {
    if (!session) return;
    subscription.unsubscribe();
    whenIdle(() => void keep(actor).catch(() => undefined));
  });
}
