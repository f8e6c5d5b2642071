/** Screens are fetched once and then drawn at once: what is here needs no waiting and shows no fallback. */
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { ROUTES, type RoutePath } from '#machines/routes.ts';
import { loadVisitorHome, SCREENS } from '#screens/index.ts';
import type { Screen } from '#screens/props.ts';

/** A screen by its path; `visitor` is home without an order. */
export type ScreenKey = RoutePath | 'visitor';

export const screenKeyOf = (path: RoutePath, { context }: JourneySnapshot): ScreenKey =>
  path === ROUTES.home && context.order === null ? 'visitor' : path;

export type Slot = { is: 'absent' } | { is: 'coming' } | { is: 'here'; Screen: Screen } | { is: 'lost' };

const ABSENT: Slot = { is: 'absent' };
const slots = new Map<ScreenKey, Slot>();
const listeners = new Set<() => void>();

function put(key: ScreenKey, slot: Slot): void {
  slots.set(key, slot);
  for (const tell of listeners) tell();
}

export const slotOf = (key: ScreenKey): Slot => slots.get(key) ?? ABSENT;

export function onSlots(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/**
 * Fetches the screen of a route unless it is here or on its way.
 * @param wanted `now`: a person waits for it and is told when it does not come. `again`: it did not, and that person
 *   asked once more. `ahead`: nobody asked yet, so a failure is forgotten and the screen is fetched anew when it is needed.
 */
export function fetchScreen(key: ScreenKey, wanted: 'now' | 'again' | 'ahead' = 'now'): void {
  const { is } = slotOf(key);
  if (is === 'here' || is === 'coming') return;
  put(key, { is: 'coming' });
  const lose = (): void => put(key, wanted === 'ahead' ? ABSENT : { is: 'lost' });
  (key === 'visitor' ? loadVisitorHome : SCREENS[key])().then(
    (module) => put(key, { is: 'here', Screen: module.default }),
    () => {
      if (wanted !== 'again') return lose();
      // What does not come although the lender answers was replaced by a newer app: this page is the old one's.
      fetch('./', { cache: 'no-store' }).then(() => window.location.reload(), lose);
    },
  );
}
