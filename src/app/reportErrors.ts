/** Reports errors of this page to the lender. The code that sends a report is loaded with the first error. */
import type { JourneyActor } from '#machines/journey.machine.ts';

async function loadAndSend(thrown: unknown, actor: JourneyActor): Promise<void> {
  try {
    (await import('./sendError.ts')).sendError(thrown, actor);
  } catch {
    // Without a connection there is no report.
  }
}

export function reportErrors(actor: JourneyActor): void {
  const report = (thrown: unknown): void => void loadAndSend(thrown, actor);
  window.addEventListener('error', ({ error }) => report(error));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason));
}
