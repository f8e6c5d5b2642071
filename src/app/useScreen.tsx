import { useEffect, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import type { JourneyEvent } from '#machines/events.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { ROUTES, type RouteName, type RoutePath } from '#machines/routes.ts';
import { fetchScreen, onSlots, screenKeyOf, slotOf } from './screenStore.ts';
import { NotLoaded, Waiting } from './Waiting.tsx';

/** How long the screen before stays, before a skeleton says that the next one is coming. */
const HOLD_MS = 300;

/** The phone or the lender is being asked, and there is nothing to draw yet. */
const isStarting = (state: JourneySnapshot): boolean => state.matches('boot') || state.matches({ places: { loadingHome: 'loading' } });

export interface ShownScreen {
  /** null: nothing was shown yet, and the page's own skeleton still stands. */
  element: ReactElement | null;
  place: string;
}

/** The screen of a route. A screen that is here is drawn at once; meanwhile the one before stays as it was. */
export function useScreen(path: RoutePath, state: JourneySnapshot, send: (event: JourneyEvent) => void): ShownScreen {
  const key = screenKeyOf(path, state);
  const slot = useSyncExternalStore(onSlots, () => slotOf(key));
  const before = useRef<ShownScreen>({ element: null, place: '' });
  const starting = isStarting(state);
  const waitsFor = starting ? 'start' : slot.is === 'here' || slot.is === 'lost' ? null : key;
  const isLate = useLate(waitsFor);

  // While the lender is asked, the screen that a link asked for can already be on its way.
  const { pendingRoute } = state.context;
  const ahead = starting && pendingRoute ? ROUTES[pendingRoute.to.slice(1) as RouteName] : key;
  // Absent also after it was fetched ahead in vain: now it is wanted.
  const isAbsent = useSyncExternalStore(onSlots, () => slotOf(ahead).is === 'absent');
  useEffect(() => {
    if (isAbsent) fetchScreen(ahead);
  }, [ahead, isAbsent]);

  const waiting = { language: state.context.language, path, onBack: () => send({ type: 'back.requested' }) };
  const shown = ((): ShownScreen => {
    if (waitsFor === null && slot.is === 'here') return { element: <slot.Screen key={path} state={state} send={send} />, place: path };
    if (waitsFor === null) return { element: <NotLoaded {...waiting} onRetry={() => fetchScreen(key, 'again')} />, place: path };
    const isFirst = before.current.element === null;
    // The page's own skeleton is as good as ours, and stands already.
    if (!isLate || isFirst) return before.current;
    return { element: <Waiting {...waiting} />, place: path };
  })();

  useEffect(() => {
    before.current = shown;
  });
  return shown;
}

/** True once the same thing has been waited for too long. */
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
