/** Fetches the screen that most likely comes next, and what its calls need, when the phone has nothing better to do. */
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { screenOfStatus } from '#machines/model/orderStatus.ts';
import { ROUTES, type RoutePath } from '#machines/routes.ts';
import { routeOf } from '#src/router/currentPlace.ts';
import { fetchLaterPorts } from './bind.ts';
import { fetchScreen, screenKeyOf } from './screenStore.ts';

const NEXT: Partial<Record<RoutePath, RoutePath>> = {
  [ROUTES.login]: ROUTES.register,
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

/** From home it depends on who is there and how far the loan is. */
export function nextOf(snapshot: JourneySnapshot): RoutePath | null {
  const route = routeOf(snapshot);
  if (route !== ROUTES.home) return NEXT[route] ?? null;
  const { session, order } = snapshot.context;
  if (!session) return ROUTES.login;
  const screen = order && screenOfStatus(order.status);
  return screen === null ? ROUTES.toBorrow : screen === 'home' ? ROUTES.lending : ROUTES[screen];
}

interface Connection {
  saveData?: boolean;
}

const savesData = (): boolean => (navigator as Navigator & { connection?: Connection }).connection?.saveData === true;

/** @returns a function that calls it off. */
export function prefetchNext(snapshot: JourneySnapshot): () => void {
  const next = nextOf(snapshot);
  if (!next || savesData()) return () => undefined;
  const idle = requestIdleCallback(
    () => {
      // Whoever asks next tries again, and says so when it fails.
      fetchLaterPorts().catch(() => undefined);
      fetchScreen(screenKeyOf(next, snapshot), 'ahead');
    },
    { timeout: 10_000 },
  );
  return () => cancelIdleCallback(idle);
}
