/** Fetches the chunks of the screens that most likely come next while the browser is idle. */
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { screenOfStatus } from '#machines/model/orderStatus.ts';
import { ROUTES, type RoutePath } from '#machines/routes.ts';
import { routeOf } from '#src/router/currentPlace.ts';
import { fetchLaterPorts } from './bind.ts';
import type { Journey } from './journey.ts';
import { startDrawingAhead } from './pageAhead.ts';
import { fetchScreen, type ScreenKey } from './screenStore.ts';
import { whenIdle } from './whenIdle.ts';

const NEXT: Partial<Record<RoutePath, readonly ScreenKey[]>> = {
  // What comes after the number, before what comes after signing in.
  [ROUTES.login]: [ROUTES.login, ROUTES.toBorrow],
  [ROUTES.register]: [ROUTES.toBorrow],
  [ROUTES.toBorrow]: [ROUTES.personalInfo],
  [ROUTES.personalInfo]: [ROUTES.additionalInfo],
  [ROUTES.additionalInfo]: [ROUTES.idPhotos],
  [ROUTES.idPhotos]: [ROUTES.bankAccount],
  [ROUTES.bankAccount]: [ROUTES.loanQuestion],
  [ROUTES.loanQuestion]: [ROUTES.reviewTips],
  [ROUTES.reviewTips]: [ROUTES.confirmBorrow],
  [ROUTES.confirmBorrow]: [ROUTES.home],
  [ROUTES.lending]: [ROUTES.repayDetail],
  [ROUTES.repayDetail]: [ROUTES.cashier],
};

/** The likeliest first. After home, it depends on the session and on the status of the order. */
function nextOf(snapshot: JourneySnapshot): readonly ScreenKey[] {
  const route = routeOf(snapshot);
  if (route !== ROUTES.home) return NEXT[route] ?? [];
  const { session, order } = snapshot.context;
  if (!session) return ['number'];
  const screen = order && screenOfStatus(order.status);
  return [screen === null ? ROUTES.toBorrow : screen === 'home' ? ROUTES.lending : ROUTES[screen]];
}

/** @returns a function that cancels the prefetch. */
export function prefetchNext(actor: Journey['actor']): () => void {
  const next = nextOf(actor.getSnapshot());
  if (next.length === 0 || window.savesData?.()) return () => undefined;
  return whenIdle(() => {
    if (next.includes('number')) startDrawingAhead(actor).catch(() => undefined);
    // The number needs no later port, so they are fetched after it. A port that needs this chunk fetches it again and reports a
    // failure.
    else fetchLaterPorts().catch(() => undefined);
    for (const screen of next) fetchScreen(screen, 'ahead');
  }, 10_000);
}
