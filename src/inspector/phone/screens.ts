/** Screens by route, imported when they are first needed. */
import { useSyncExternalStore } from 'react';
import type { RoutePath } from '#machines/routes.ts';
import { SCREENS } from '#screens/index.ts';
import type { Screen } from '#screens/props.ts';

const slots = new Map<RoutePath, { Screen: Screen }>();
const asked = new Set<RoutePath>();
const listeners = new Set<() => void>();

async function load(path: RoutePath): Promise<void> {
  try {
    slots.set(path, { Screen: (await SCREENS[path]()).default });
    for (const listener of listeners) listener();
  } catch {
    // Removed, so that the next render imports the screen again.
    asked.delete(path);
  }
}

/** Settles when the screen is loaded or has failed to load. A call while it loads returns at once. */
export async function fetchScreen(path: RoutePath): Promise<void> {
  if (asked.has(path)) return;
  asked.add(path);
  await load(path);
}

const onLoaded = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** null while the screen is loading. */
export function useScreen(path: RoutePath): { Screen: Screen } | null {
  const slot = useSyncExternalStore(onLoaded, () => slots.get(path) ?? null);
  if (!slot) void fetchScreen(path);
  return slot;
}
