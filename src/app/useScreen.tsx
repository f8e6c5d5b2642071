import { useEffect, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import type { JourneyEvent } from '#machines/events.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { ROUTES, type RouteName, type RoutePath } from '#machines/routes.ts';
import { isSending } from '#screens/user/login/afterNumber.ts';
import { fetchScreen, subscribeToSlots, screenKeyOf, slotOf } from './screenStore.ts';
import { NotLoaded, Waiting } from './Waiting.tsx';

/** How long the previous screen stays before a skeleton replaces it. */
const HOLD_MS = 300;

/** A call to the phone or to the lender is running, and nothing can be rendered yet. */
const isStarting = (state: JourneySnapshot): boolean => state.matches('boot') || state.matches({ places: { loadingHome: 'loading' } });

/** Whether the app waits for the shell's login. Without a shell this state ends before a paint, so it is not rendered at once. */
const isAskingShell = (state: JourneySnapshot): boolean => state.matches({ places: 'askingLogin' });

export interface ShownScreen {
  /** null: nothing has been shown yet, and the skeleton of the static page is still visible. */
  element: ReactElement | null;
  place: string;
}

/** The screen of a route. A cached screen renders at once; while another one is fetched, the previous screen stays. */
export function useScreen(path: RoutePath, state: JourneySnapshot, send: (event: JourneyEvent) => void): ShownScreen {
  const key = screenKeyOf(path, state);
  const slot = useSyncExternalStore(subscribeToSlots, () => slotOf(key));
  const before = useRef<ShownScreen>({ element: null, place: '' });
  const starting = isStarting(state);
  const isAsking = isAskingShell(state) && before.current.element !== null;
  const waitsFor = starting ? 'start' : slot.is !== 'here' && slot.is !== 'lost' ? key : isAsking ? 'shell' : null;
  const isLate = useLate(waitsFor);
  const isDrawn = waitsFor === null || (waitsFor === 'shell' && isLate);

  // The screen of a link can be fetched while the lender's answer is pending, and so can what comes after the number.
  const { pendingRoute } = state.context;
  const linked = starting && pendingRoute ? ROUTES[pendingRoute.to.slice(1) as RouteName] : null;
  const isNumberSent = key === 'number' && isSending({ state, of: 'login' });
  const ahead = linked ? screenKeyOf(linked, state) : isNumberSent ? path : key;
  // After a failed prefetch the screen is absent again. Now it is needed, so it is fetched again.
  const isAbsent = useSyncExternalStore(subscribeToSlots, () => slotOf(ahead).is === 'absent');
  useEffect(() => {
    if (isAbsent) fetchScreen(ahead);
  }, [ahead, isAbsent]);

  // A screen whose file was lost offline is fetched again when the phone is online.
  const { online } = state.context;
  const wasOnline = useRef(online);
  useEffect(() => {
    const isBack = online && !wasOnline.current;
    wasOnline.current = online;
    if (isBack && slotOf(key).is === 'lost') fetchScreen(key, 'again');
  }, [online, key]);

  const waiting = { language: state.context.language, path, onBack: () => send({ type: 'back.requested' }) };
  const shown = ((): ShownScreen => {
    if (isDrawn && slot.is === 'here') return { element: <slot.Screen key={path} state={state} send={send} />, place: path };
    if (isDrawn) return { element: <NotLoaded {...waiting} onRetry={() => fetchScreen(key, 'again')} />, place: path };
    const isFirst = before.current.element === null;
    // The skeleton of the static page is still visible and looks the same.
    if (!isLate || isFirst) return before.current;
    return { element: <Waiting {...waiting} />, place: path };
  })();

  useEffect(() => {
    before.current = shown;
  });
  return shown;
}

/** Whether the app has waited for the same thing for more than `HOLD_MS`. */
function useLate(waitsFor: string | null): boolean {
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    setLate(null);
    if (waitsFor === null) return;
    const timer = setTimeout(() => setLate(waitsFor), HOLD_MS);
    return () => clearTimeout(timer);
  }, [waitsFor]);
  return late !== null && late === waitsFor;
}
