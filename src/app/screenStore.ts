/** Cache of fetched screens. A screen in the cache renders synchronously, without a fallback. */
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { ROUTES, type RoutePath } from '#machines/routes.ts';
import { loadLoginNumber, loadVisitorHome, SCREENS } from '#screens/index.ts';
import type { Screen } from '#screens/props.ts';
import { isAfterNumber } from '#screens/user/login/afterNumber.ts';
import { loadFirstTexts } from '#src/i18n/firstPaint.ts';
import { isGone, reloadOldPage } from './importOrReload.ts';

/** Parts of a screen with a file of their own: home without an order, and the number at login. */
const PARTS = { visitor: loadVisitorHome, number: loadLoginNumber };

/** A screen by its path, or a part of one. */
export type ScreenKey = RoutePath | keyof typeof PARTS;

export function screenKeyOf(path: RoutePath, state: JourneySnapshot): ScreenKey {
  if (path === ROUTES.home && state.context.order === null) return 'visitor';
  if (path === ROUTES.login && !isAfterNumber({ state, of: 'login' })) return 'number';
  return path;
}

export type Slot = { is: 'absent' } | { is: 'coming' } | { is: 'here'; Screen: Screen } | { is: 'lost' };

const ABSENT: Slot = { is: 'absent' };
const slots = new Map<ScreenKey, Slot>();
const listeners = new Set<() => void>();

function put(key: ScreenKey, slot: Slot): void {
  slots.set(key, slot);
  for (const listener of listeners) listener();
}

export const slotOf = (key: ScreenKey): Slot => slots.get(key) ?? ABSENT;

export function subscribeToSlots(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function load(key: ScreenKey): Promise<Screen> {
  const { default: loaded } = await { ...SCREENS, ...PARTS }[key]();
  await loadFirstTexts();
  return loaded;
}

/**
 * Fetches the screen of a route unless it is cached or already being fetched.
 * @param urgency `now`: the borrower waits, and a failure is shown. `again`: the borrower retries after a failure. `ahead`: a
 *   prefetch; after a failure the screen is fetched again when it is needed.
 */
export function fetchScreen(key: ScreenKey, urgency: 'now' | 'again' | 'ahead' = 'now'): void {
  const { is } = slotOf(key);
  if (is === 'here' || is === 'coming') return;
  put(key, { is: 'coming' });
  const lose = (): void => put(key, urgency === 'ahead' ? ABSENT : { is: 'lost' });
  load(key).then(
    (Screen) => put(key, { is: 'here', Screen }),
    (error: unknown) => {
      if (urgency !== 'ahead' && isGone(error) && reloadOldPage()) return;
      if (urgency !== 'again') return lose();
      // If the lender answers although the file is missing, a newer build has replaced this page.
      fetch('./', { cache: 'no-store' }).then(() => window.location.reload(), lose);
    },
  );
}

/** Resolves when the screen is loaded, or its file could not be fetched. */
export function whenFetched(key: ScreenKey): Promise<void> {
  fetchScreen(key);
  return new Promise((resolve) => {
    const look = (): void => {
      if (slotOf(key).is === 'coming') return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribeToSlots(look);
    look();
  });
}
