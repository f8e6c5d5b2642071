/**
 * The entries of the browser's history that are ours. Each one carries the list of all entries up to
 * itself in its `state`, so that the list survives a reload and an entry says how far away it is.
 */
export interface Entry {
  path: string;
  /** A sheet lay over the screen here. */
  sheet?: true;
  /** The place takes no entry of its own once it is left. */
  replace?: true;
}

/** What of `window.history` and `window.location` the router needs. */
export interface HistoryPort {
  readonly state: unknown;
  readonly hash: string;
  push: (state: unknown, hash: string) => void;
  replace: (state: unknown, hash: string) => void;
  go: (delta: number) => void;
  /** Called when the location was changed by anything but push and replace. */
  listen: (onChange: () => void) => () => void;
}

/** @property index grows by one with every entry; @property entries the newest of them, the current one last. */
export interface Stamp {
  journey: 1;
  index: number;
  entries: readonly Entry[];
}

/** Older ones are forgotten: a state must stay small, and browsers keep 50. */
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

/** null where the entry is not ours: typed, or a link followed by the browser itself. */
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
