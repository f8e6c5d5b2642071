/** Replaced by the bundler. */
/** Of the build: `RELEASE`, or the version of the package. */
declare const __RELEASE__: string;

/** A button of the start page's home. @property at among its buttons. */
interface StartPagePress {
  at: number;
  words: string | null;
}

interface Window {
  /** Of the start page: shows this choice from now on. Absent where a page of our tools shows the screens. */
  showAppearance?: (choice: 'system' | 'light' | 'dark') => void;
  /** Of the start page: pressed before the app was there. */
  keptPress?: StartPagePress;
  /** Of the start page: pressed down and not lifted yet. */
  heldPress?: StartPagePress;
  /** Of the start page: the borrower wishes it, or the link is so slow that what is fetched ahead would delay what is asked for. */
  savesData?: () => boolean;
  /** Of the start page of a build: requests the screen of this path for a press that came early. */
  fetchAhead?: (path: string) => void;
  /** Of the start page of a build: fetches all files of the start, where a phone that saves data waits with them. */
  fetchStart?: () => void;
  /** Of the start page of a build: reading the phone has begun, so that from now on files may be read and compiled that the next part needs. */
  entryRuns?: () => void;
  /** Of the start page where it stays until then: the first touch. */
  touched?: Promise<void>;
  /** Of the start page: says that the app could not be loaded. */
  notLoaded?: () => void;
}
