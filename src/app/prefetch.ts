/** Fetches the chunks of the screens that most likely come next while the browser is idle. */
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { screenOfStatus } from '#machines/model/orderStatus.ts';
import { ROUTES, type RoutePath } from '#machines/routes.ts';
import { routeOf } from '#src/router/currentPlace.ts';
import { fetchLaterPorts } from './bind.ts';
import { fetchScreen, screenKeyOf } from './screenStore.ts';
import { whenIdle } from './whenIdle.ts';

const NEXT: Partial<Record<RoutePath, RoutePath>> = {
  [ROUTES.login]: ROUTES.toBorrow,
  [ROUTES.register]: ROUTES.toBorrow,
  [ROUTES.toBorrow]: ROUTES.personalInfo,
  [ROUTES.personalInfo]: ROUTES.additionalInfo,
  [ROUTES.additionalInfo]: ROUTES.idPhotos,
  [ROUTES.idPhotos]: ROUTES.bankAccount,
  [ROUTES.bankAccount]: ROUTES.loanQuestion,
  [ROUTES.loanQuestion]: ROUTES.reviewTips,
  [ROUTES.reviewTips]: ROUTES.confirmBorrow,
  [ROUTES.confirmBorrow]: ROUTES.home,
  [ROUTES.lending]: ROUTES.repayDetail,
  [ROUTES.repayDetail]: ROUTES.cashier,
};

/** After home, the next screen depends on the session and on the status of the order. */
export function nextOf(snapshot: JourneySnapshot): RoutePath | null {
  const route = routeOf(snapshot);
  if (route !== ROUTES.home) return NEXT[route] ?? null;
  const { session, order } = snapshot.context;
  if (!session) return ROUTES.login;
  const screen = order && screenOfStatus(order.status);
  return screen === null ? ROUTES.toBorrow : screen === 'home' ? ROUTES.lending : ROUTES[screen];
}

/** @returns a function that cancels the prefetch. */
export function prefetchNext(snapshot: JourneySnapshot): () => void {
  const next = nextOf(snapshot);
  if (!next || window.savesData?.()) return () => undefined;
  return whenIdle(() => {
    // The login page needs no later port at first, so they are fetched after it. A port that needs this chunk fetches it again and
    // reports a failure.
    if (next !== ROUTES.login) fetchLaterPorts().catch(() => undefined);
    // What comes after the number, before what comes after signing in.
    if (routeOf(snapshot) === ROUTES.login) fetchScreen(ROUTES.login, 'ahead');
    fetchScreen(screenKeyOf(next, snapshot), 'ahead');
  }, 10_000);
}
