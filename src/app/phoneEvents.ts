/** What happens to the phone while the app runs, as events of the chart. */
import type { JourneyActor, JourneySnapshot } from '#machines/journey.machine.ts';
import type { Instant } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { ROUTES } from '#machines/routes.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { routeOf } from '#src/router/place.ts';
import type { LenderClock } from './lenderClock.ts';
import { hasSession, STORAGE_KEY, type DeviceStorage } from './storage.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** @returns a function that stops listening. */
export function hearPhone(actor: JourneyActor, clock: LenderClock, storage: DeviceStorage): () => void {
  const stops = [hearClock(actor, clock), hearNetwork(actor), hearReturn(actor), hearOtherViews(actor, storage)];
  return () => {
    for (const stop of stops) stop();
  };
}

function listen(target: Window | Document, type: string, listener: (event: Event) => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}

/** Ticks only while something on the screen counts. */
function hearClock(actor: JourneyActor, clock: LenderClock): () => void {
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

function hearNetwork(actor: JourneyActor): () => void {
  const tell = (): void => actor.send({ type: 'network.changed', online: navigator.onLine });
  if (!navigator.onLine) tell();
  const stops = [listen(window, 'online', tell), listen(window, 'offline', tell)];
  return () => stops.forEach((stop) => stop());
}

/** Places that tell how a loan stands. */
const TOLD: readonly string[] = [ROUTES.home, ROUTES.records, ROUTES.repayDetail, ROUTES.confirmBorrow, ROUTES.reviewTips, ROUTES.lending];

const readAtOf = ({ context }: JourneySnapshot): Instant | null => valueOf(context.home)?.readAt ?? null;

/**
 * Whoever comes back to the app sees the lender's latest word; whoever stays, or opens home, which keeps what it was told
 * while other pages were open, sees one that is not older than a minute.
 */
function hearReturn(actor: JourneyActor): () => void {
  const look = (): void => {
    const state = actor.getSnapshot();
    if (document.visibilityState === 'visible' && TOLD.indexOf(routeOf(state)) >= 0) actor.send({ type: 'refresh.requested' });
  };
  // Offline there is nobody to ask, and nothing new to say about it each minute.
  const timer = setInterval(() => {
    const { online, session } = actor.getSnapshot().context;
    if (online && session) look();
  }, MINUTE);
  let told = readAtOf(actor.getSnapshot());
  let toldAt = performance.now();
  let wasHome = true;
  const subscription = actor.subscribe((state) => {
    const { online, session } = state.context;
    const readAt = readAtOf(state);
    if (readAt !== told) {
      told = readAt;
      toldAt = performance.now();
    }
    const isHome = routeOf(state) === ROUTES.home;
    const opened = isHome && !wasHome;
    wasHome = isHome;
    if (opened && online && session && state.hasTag('stable') && performance.now() - toldAt > MINUTE) look();
  });
  const stop = listen(document, 'visibilitychange', look);
  return () => {
    clearInterval(timer);
    subscription.unsubscribe();
    stop();
  };
}

/** Signed out in another view of the same phone: this view must not go on showing a borrower. What was typed there is taken over here. */
function hearOtherViews(actor: JourneyActor, storage: DeviceStorage): () => void {
  return listen(window, 'storage', (event) => {
    const { key, newValue } = event as StorageEvent;
    if (key !== null && key !== STORAGE_KEY) return;
    const { session, epoch } = actor.getSnapshot().context;
    if (!session) return;
    if (!hasSession(newValue, session.userId)) {
      actor.send({ type: 'session.lost', epoch, problem: { code: CODE.notLoggedIn, message: '' } });
      return;
    }
    import('./draftsElsewhere.ts').then(
      ({ tellDraftsElsewhere }) => tellDraftsElsewhere(actor, storage),
      // Not fetched, so no form was ever shown here: there is nothing to keep in step.
      () => undefined,
    );
  });
}
