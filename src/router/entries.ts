/**
 * The app's entries in the browser's history. Each entry carries the list of all entries up to itself in its `state`.
 * The list therefore survives a reload, and the distance between two entries is known.
 */
export interface Entry {
  path: string;
  /** A sheet was open over the screen. */
  sheet?: true;
  /** The next place replaces this entry. */
  replace?: true;
}

/** The part of `window.history` and `window.location` that the router needs. */
export interface HistoryPort {
  readonly state: unknown;
  readonly hash: string;
  push: (state: unknown, hash: string) => void;
  replace: (state: unknown, hash: string) => void;
  go: (delta: number) => void;
  /** Subscribes to changes of the location that `push` and `replace` did not cause. */
  listen: (onChange: () => void) => () => void;
}

/** The `state` of an entry. @property index grows by one with every entry. @property entries the newest ones, ending here. */
export interface Stamp {
  journey: 1;
  index: number;
  entries: readonly Entry[];
}

/** The most entries in a list. Older ones are dropped: the state must stay small, and browsers keep only 50. */
const KEPT = 40;

export const firstStamp = (entry: Entry): Stamp => ({ journey: 1, index: 0, entries: [entry] });
export const pushed = (at: Stamp, entry: Entry): Stamp => ({
  journey: 1,
  index: at.index + 1,
  entries: [...at.entries, entry].slice(-KEPT),
});
export const replaced = (at: Stamp, entry: Entry): Stamp => ({ ...at, entries: [...at.entries.slice(0, -1), entry] });

/** The entry `back` steps below the current one. */
export const entryAt = (at: Stamp, back = 0): Entry | undefined => at.entries[at.entries.length - 1 - back];

/** null: the router did not write this entry, because the address was typed or the browser followed a link itself. */
export function readStamp(state: unknown): Stamp | null {
  const found = state as Partial<Stamp> | null;
  return typeof found === 'object' &&
    found !== null &&
    found.journey === 1 &&
    typeof found.index === 'number' &&
    Array.isArray(found.entries) &&
    found.entries.length > 0
    ? (found as Stamp)
    : null;
}

export const browserHistory: HistoryPort = {
  get state() {
    return history.state as unknown;
  },
  get hash() {
    return location.hash;
  },
  push: (state, hash) => history.pushState(state, '', hash),
  replace: (state, hash) => history.replaceState(state, '', hash),
  go: (delta) => history.go(delta),
  listen: (onChange) => {
    addEventListener('popstate', onChange);
    addEventListener('hashchange', onChange);
    return () => {
      removeEventListener('popstate', onChange);
      removeEventListener('hashchange', onChange);
    };
  },
};
