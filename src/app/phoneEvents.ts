/** Sends the chart events about the phone: clock ticks, network changes, return to the app, changes in other tabs. */
import type { JourneyActor, JourneySnapshot } from '#machines/journey.machine.ts';
import { nairobiDate, type Instant } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { ROUTES } from '#machines/routes.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { isWaiting } from '#machines/model/orderStatus.ts';
import { routeOf } from '#src/router/currentPlace.ts';
import type { LenderClock } from './lenderClock.ts';
import { type DeviceStorage } from './storage.ts';
import { STORAGE_KEY } from './storedFormat.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** @returns a function that unsubscribes. */
export function sendPhoneEvents(actor: JourneyActor, clock: LenderClock, storage: DeviceStorage): () => void {
  const stops = [
    sendClockTicks(actor, clock),
    sendNetworkChanges(actor),
    sendRefreshRequests(actor, clock),
    sendCrossTabChanges(actor, storage),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function listen(target: Window | Document, type: string, listener: (event: Event) => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}

/** Ticks only while the shown state has a countdown. */
function sendClockTicks(actor: JourneyActor, clock: LenderClock): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = (): void => actor.send({ type: 'clock.ticked', now: clock.now() });
  const subscription = actor.subscribe((snapshot) => {
    const counts = snapshot.hasTag('ticking');
    if (counts && timer === undefined) {
      timer = setInterval(tick, SECOND);
      tick();
    } else if (!counts && timer !== undefined) {
      clearInterval(timer);
      timer = undefined;
    }
  });
  return () => {
    clearInterval(timer);
    subscription.unsubscribe();
  };
}

function sendNetworkChanges(actor: JourneyActor): () => void {
  const send = (): void => actor.send({ type: 'network.changed', online: navigator.onLine });
  const sendIfChanged = (): void => {
    if (navigator.onLine !== actor.getSnapshot().context.online) send();
  };
  sendIfChanged();
  // A web view that is asleep misses these events, so the state is compared when the page becomes visible.
  const stops = [listen(window, 'online', send), listen(window, 'offline', send), listen(document, 'visibilitychange', sendIfChanged)];
  return () => stops.forEach((stop) => stop());
}

/** Places that show the state of a loan, and are therefore refreshed. States with an unknown outcome are refreshed too. */
const LOAN_PLACES: readonly string[] = [
  ROUTES.home,
  ROUTES.records,
  ROUTES.repayDetail,
  ROUTES.confirmBorrow,
  ROUTES.reviewTips,
  ROUTES.lending,
];

/** The most refreshes in a row that a timer causes: a page that was left open does not load all night. */
const REFRESHES_BY_TIME = 10;

/** Places at which the chart itself polls an order that the lender or the rail works on. */
const POLLED_PLACES: readonly string[] = [ROUTES.home, ROUTES.reviewTips, ROUTES.lending];
const isPolled = (state: JourneySnapshot): boolean => {
  const { order } = state.context;
  return order !== null && isWaiting(order.status) && POLLED_PLACES.includes(routeOf(state));
};

/**
 * Requests a refresh when the borrower returns to the app, and every minute, ten times, at a loan place that the chart does
 * not poll. Home is also refreshed when it is opened with data that is older than a minute, and when it shows data of another
 * day in Nairobi, the latter also for a visitor.
 */
function sendRefreshRequests(actor: JourneyActor, clock: LenderClock): () => void {
  let refreshes = 0;
  let wasHome = true;
  const isHome = (state: JourneySnapshot): boolean => routeOf(state) === ROUTES.home;
  /** null: home was never read. */
  const readAtOf = ({ context }: JourneySnapshot): Instant | null => valueOf(context.home)?.readAt ?? null;
  const requestRefresh = (): void => {
    const state = actor.getSnapshot();
    const isRead = LOAN_PLACES.includes(routeOf(state)) || state.hasTag('unknown');
    if (document.visibilityState === 'visible' && isRead) actor.send({ type: 'refresh.requested' });
  };
  const timer = setInterval(() => {
    const state = actor.getSnapshot();
    const { online, session } = state.context;
    const readAt = readAtOf(state);
    // Without `readAt` home is still loading, and a refresh would start that again.
    const isOfAnotherDay = isHome(state) && readAt !== null && nairobiDate(readAt) !== nairobiDate(clock.now());
    // Offline, a refresh would only fail once a minute.
    if (online && (isOfAnotherDay || (session && !isPolled(state) && ++refreshes <= REFRESHES_BY_TIME))) requestRefresh();
  }, MINUTE);
  const subscription = actor.subscribe((state) => {
    const { online, session } = state.context;
    if (isHome(state) === wasHome) return;
    wasHome = !wasHome;
    refreshes = 0;
    const readAt = readAtOf(state);
    const isOld = readAt === null || clock.now() - readAt > MINUTE;
    if (wasHome && online && session && state.hasTag('stable') && isOld) requestRefresh();
  });
  const stop = listen(document, 'visibilitychange', () => {
    refreshes = 0;
    requestRefresh();
  });
  return () => {
    clearInterval(timer);
    subscription.unsubscribe();
    stop();
  };
}

/**
 * Follows changes that another tab of the same phone stores. When that tab signs out, this tab ends its session too. Drafts
 * of that tab are taken over.
 */
function sendCrossTabChanges(actor: JourneyActor, storage: DeviceStorage): () => void {
  return listen(window, 'storage', (event) => {
    const { key, newValue } = event as StorageEvent;
    if (key !== null && key !== STORAGE_KEY) return;
    const { session, epoch } = actor.getSnapshot().context;
    if (!session) return;
    if (!storage.hasSession(newValue, session.userId)) {
      actor.send({ type: 'session.lost', epoch, problem: { code: CODE.notLoggedIn, message: '' }, isElsewhere: true });
      return;
    }
    import('./crossTabDrafts.ts').then(
      ({ sendCrossTabDrafts }) => sendCrossTabDrafts(actor, storage),
      // The chunk was never fetched, so this tab has shown no form and holds no drafts to update.
      () => undefined,
    );
  });
}
