/** Replaced by the bundler. */
/** Set by the build: `RELEASE`, or the version of the package. */
declare const __RELEASE__: string;

/** A button of the start page's home. @property at among its buttons. */
interface StartPagePress {
  at: number;
  words: string | null;
}

interface Window {
  /** Set by the start page: shows this appearance from now on. Absent if one of the project's tools shows the screens. */
  showAppearance?: (choice: 'system' | 'light' | 'dark') => void;
  /** Set by the start page: a press before the app had loaded. */
  keptPress?: StartPagePress;
  /** Set by the start page: a button whose pointer went down and is not lifted yet. */
  heldPress?: StartPagePress;
  /** Set by the start page: whether to save data, because the phone is set so, or because the link is too slow for prefetches. */
  savesData?: () => boolean;
  /** Set by the start page of a build: requests the screen of this path for an early press. */
  fetchAhead?: (path: string) => void;
  /** Set by the start page of a build: fetches the remaining files of the start, which are delayed on a phone that saves data. */
  fetchStart?: () => void;
  /** Set by the start page of a build. The entry calls it when it has started; then the next files may be compiled. */
  entryRuns?: () => void;
  /** Set by the start page of a build where somebody is signed in: what it has read beside the local storage. */
  stored?: Promise<import('./safe/readStored.ts').Stored>;
  /** Set by the start page where it has not drawn the loading home yet: draws it now. */
  drawLoading?: () => void;
  /** Set by a start page that stays until the first touch: resolves with that touch. */
  touched?: Promise<void>;
  /** Set by the start page: whether the phone had kept it, so that it may be of an older build. A reload asks the server. */
  isKeptPage?: () => boolean;
  /** Set by the start page: shows that the app could not be loaded. */
  notLoaded?: () => void;
}
