/** Screens are fetched once and then drawn at once: what is here needs no waiting and shows no fallback. */
import { SCREENS } from '#screens/index.ts';
import type { Screen } from '#screens/props.ts';
import type { RoutePath } from '#machines/routes.ts';

export type Slot = { is: 'absent' } | { is: 'coming' } | { is: 'here'; Screen: Screen } | { is: 'lost' };

const ABSENT: Slot = { is: 'absent' };
const slots = new Map<RoutePath, Slot>();
const listeners = new Set<() => void>();

function put(path: RoutePath, slot: Slot): void {
  slots.set(path, slot);
  for (const tell of listeners) tell();
}

export const slotOf = (path: RoutePath): Slot => slots.get(path) ?? ABSENT;

export function onSlots(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/**
 * Fetches the screen of a route unless it is here or on its way. A lost one is asked for again.
 * @param wanted `now`: a person waits for it and is told when it does not come. `ahead`: nobody asked
 *   yet, so a failure is forgotten and the screen is fetched anew when it is needed.
 */
export function fetchScreen(path: RoutePath, wanted: 'now' | 'ahead' = 'now'): void {
  const { is } = slotOf(path);
  if (is === 'here' || is === 'coming') return;
  put(path, { is: 'coming' });
  window.fetchAhead?.(path);
  SCREENS[path]().then(
    (module) => put(path, { is: 'here', Screen: module.default }),
    () => put(path, wanted === 'now' ? { is: 'lost' } : ABSENT),
  );
}
