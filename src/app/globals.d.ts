/** Replaced by the bundler. */
/** Set by the build: `RELEASE`, or the version of the package. */
declare const __RELEASE__: string;

/** A button of the start page's home. @property at among its buttons. */
interface StartPagePress {
  at: number;
  words: string | null;
}

interface Window {
  /** Set by the start page: shows this appearance from now on. Absent where one of the project's tools shows the screens. */
  showAppearance?: (choice: 'system' | 'light' | 'dark') => void;
  /** Set by the start page: a press before the app had loaded. */
  keptPress?: StartPagePress;
  /** Set by the start page: a pointer that went down and is not lifted yet. */
  heldPress?: StartPagePress;
  /** Set by the start page: whether data is saved, because the borrower asked for it, or because prefetches would delay requests on a slow link. */
  savesData?: () => boolean;
  /** Set by the start page of a build: requests the screen of this path for an early press. */
  fetchAhead?: (path: string) => void;
  /** Set by the start page of a build: fetches the remaining files of the start, which a phone that saves data delays. */
  fetchStart?: () => void;
  /** Set by the start page of a build. The entry calls it once it reads the phone: from then on the files of the next part may be compiled. */
  entryRuns?: () => void;
  /** Set by the start page where it stays until the first touch: resolves with that touch. */
  touched?: Promise<void>;
  /** Set by the start page: says that the app could not be loaded. */
  notLoaded?: () => void;
}
