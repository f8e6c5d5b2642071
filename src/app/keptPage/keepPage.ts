/**
 * Keeps the page on the phone of a borrower who is signed in (`pageWorker.ts`). A visitor gets the page from the server, because
 * that one contains the figures of today.
 */
import type { JourneyActor, JourneySnapshot } from '#machines/journey.machine.ts';

const WORKER = './page-worker.js';

/** Follows the session: registers the worker with it, and removes the worker with its end. Some web views have no workers. */
export function keepPage(actor: JourneyActor): void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // Only a build has the file.
  if (!container || !import.meta.env.PROD) return;
  let isKept: boolean | null = null;
  const follow = async (isSignedIn: boolean): Promise<void> => {
    if (isSignedIn) await container.register(WORKER, { updateViaCache: 'none' });
    else await (await container.getRegistration(WORKER))?.unregister();
  };
  const update = ({ context: { session } }: JourneySnapshot): void => {
    if (isKept === (session !== null)) return;
    isKept = session !== null;
    // Without the worker the page comes from the server, as before.
    follow(isKept).catch(() => undefined);
  };
  update(actor.getSnapshot());
  actor.subscribe(update);
}
