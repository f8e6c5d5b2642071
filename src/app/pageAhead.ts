/** The page that a visitor opens from home, drawn before they press (`drawAhead.tsx`, which is fetched with that page). */
import type { JourneyEvent } from '#machines/events.ts';
import type { Journey } from './journey.ts';

let fetched: typeof import('./drawAhead.tsx') | null = null;

/** Follows the chart from now on, once: draws the page when the phone is idle. @throws if the file cannot be fetched. */
export async function startDrawingAhead(actor: Journey['actor']): Promise<void> {
  const file = await import('./drawAhead.tsx');
  if (fetched) return;
  fetched = file;
  fetched.followChart(actor);
}

/** Sends an event of a screen to the chart. A press whose page is drawn already shows it first. */
export function sendToChart(actor: Journey['actor'], event: JourneyEvent): void {
  if (!fetched?.showAhead(actor, event)) actor.send(event);
}

/** Removes the copy, if one is shown. Call it when the app has drawn another place. */
export const hidePageAhead = (): void => fetched?.hideAhead();
