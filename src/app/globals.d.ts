/** Replaced by the bundler. */
/** Of the build: `RELEASE`, or the version of the package. */
declare const __RELEASE__: string;

interface Window {
  /** Of the start page: shows this choice from now on. Absent where a page of our tools shows the screens. */
  showAppearance?: (choice: 'system' | 'light' | 'dark') => void;
}
