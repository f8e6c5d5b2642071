/** The page that a visitor opens from home, drawn before they press (`drawAhead.tsx`, which is fetched with that page). */
import type { JourneyEvent } from '#machines/events.ts';
import type { Journey } from './journey.ts';

let drawing: typeof import('./drawAhead.tsx') | null = null;

/** Draws the page when the phone is idle, from now on after each change of home. @throws if the file cannot be fetched. */
export async function keepPageAhead(actor: Journey['actor']): Promise<void> {
  const fetched = await import('./drawAhead.tsx');
  if (drawing) return;
  drawing = fetched;
  drawing.keepDrawn(actor);
}

/** Sends an event of a screen to the chart. A press whose page is drawn already shows it first. */
export function sendToChart(actor: Journey['actor'], event: JourneyEvent): void {
  if (!drawing?.showAhead(actor, event)) actor.send(event);
}

/** Call it when the app has drawn another place. */
export const hidePageAhead = (): void => drawing?.hideAhead();
