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
  /** Of the start page: says that the app could not be loaded. */
  notLoaded?: () => void;
}
