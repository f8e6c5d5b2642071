/** Replaced by the bundler. */
/** Of the build: `RELEASE`, or the version of the package. */
declare const __RELEASE__: string;

interface Window {
  /** Of the start page: shows this choice from now on. Absent where a page of our tools shows the screens. */
  showAppearance?: (choice: 'system' | 'light' | 'dark') => void;
  /** Of the start page: a button of its home that was pressed before the app was there. @property at among its buttons. */
  keptPress?: { at: number; words: string | null };
  /** Of the start page: says that the app could not be loaded. */
  notLoaded?: () => void;
}
