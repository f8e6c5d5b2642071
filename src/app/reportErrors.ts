/** Reports errors of this page to the lender, from its first line on. What reports them is loaded when there is one. */
import type { JourneyActor } from '#machines/journey.machine.ts';

async function loadAndSend(thrown: unknown, actor: JourneyActor): Promise<void> {
  try {
    (await import('./sendError.ts')).sendError(thrown, actor);
  } catch {
    // Without a connection nobody can be told.
  }
}

export function reportErrors(actor: JourneyActor): void {
  const report = (thrown: unknown): void => void loadAndSend(thrown, actor);
  window.addEventListener('error', ({ error }) => report(error));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason));
}
