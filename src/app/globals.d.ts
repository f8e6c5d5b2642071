/** Written into the bundle when it is built. */
declare const __PACKAGE_NAME__: string;
declare const __APP_NAME__: string;

interface Window {
  /** Left by the start page: asks for all files of a route at once, so that none waits for another to name it. */
  fetchAhead?: (path: string) => void;
}
