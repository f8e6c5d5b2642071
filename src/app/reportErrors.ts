/** Reports errors of this page to the lender, from its first line on. What reports them is loaded when there is one. */
import type { JourneyActor } from '#machines/journey.machine.ts';

export function reportErrors(actor: JourneyActor): void {
  const report = (error: unknown): void =>
    void import('./sendError.ts').then(({ sendError }) => sendError(error, actor)).catch(() => undefined);
  window.addEventListener('error', ({ error }) => report(error));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason));
}
