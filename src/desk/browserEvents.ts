/** Sends events of the browser to the desk: time, network and activity of the clerk. Asks before a page with a draft closes. */
import { MINUTE } from '#machines/model/calendar.ts';
import type { DeskActor } from '#machines/desk.machine.ts';
import { isUnsent } from '#machines/desk/draft.ts';

/** The desk shows ages, promises and the rest of a session in minutes, so four ticks a minute are enough. ms. */
const TICK = 15_000;

/** @returns a function that stops sending. */
export function followBrowser(actor: DeskActor, now: () => number): () => void {
  const tick = (): void => actor.send({ type: 'clock.ticked', now: now() });
  const timer = window.setInterval(tick, TICK);
  // Timers stop while a computer sleeps: the time is sent at once when the page is visible again, and ends an expired session.
  const shown = (): void => {
    if (document.visibilityState === 'visible') tick();
  };
  let actedAt = -Infinity;
  const act = (): void => {
    if (now() - actedAt < MINUTE) return;
    actedAt = now();
    actor.send({ type: 'clerk.acted', now: actedAt });
  };
  const online = (): void => actor.send({ type: 'network.changed', online: navigator.onLine });
  const leave = (event: BeforeUnloadEvent): void => {
    if (Object.values(actor.getSnapshot().context.drafts).some(isUnsent)) event.preventDefault();
  };
  document.addEventListener('visibilitychange', shown);
  for (const type of ['keydown', 'pointerdown'] as const) document.addEventListener(type, act, { passive: true });
  for (const type of ['online', 'offline'] as const) window.addEventListener(type, online);
  window.addEventListener('beforeunload', leave);
  return () => {
    window.clearInterval(timer);
    document.removeEventListener('visibilitychange', shown);
    for (const type of ['keydown', 'pointerdown'] as const) document.removeEventListener(type, act);
    for (const type of ['online', 'offline'] as const) window.removeEventListener(type, online);
    window.removeEventListener('beforeunload', leave);
  };
}
