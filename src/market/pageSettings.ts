/**
 * The settings of the page: one line of JSON in `index.html`. The build writes the line, and a deployment can change it
 * without a build (`docs/deploy-app.md`). It is read once, when the page starts.
 */

/** Contact data of the operator, shown if the back end's cannot be loaded. */
export interface SupportAddresses {
  email: string;
  phone?: string;
  /** `254…` */
  whatsapp?: string;
}

export interface Settings {
  /** Sent with every call, and the source of the envelope's key. A native app may report another one. */
  packageName: string;
  /** Shown to borrowers; sent with every call. */
  appName: string;
  /** Base address of the back end, without a slash at its end: a path, or an origin, also with a path. '': the page's origin. */
  backEnd?: string;
  /** false: paths and payloads are sent without the envelope (`docs/wire.md`). */
  envelope?: boolean;
  support?: SupportAddresses;
  /** The address for recordings. Absent: `/recordings` if `backEnd` is absent too, else none are sent. */
  recordings?: string;
}

/** null: the line is missing or unusable. `settingsRules.ts`, which is loaded then, names the mistakes. */
function readLine(page: Document): Settings | null {
  try {
    const settings = JSON.parse(page.getElementById('settings')?.textContent ?? '') as Settings;
    const { packageName, appName, backEnd = '' } = settings;
    // A name that is no text throws here, and so does an invalid address.
    return packageName.trim() && appName.trim() && new URL(backEnd, page.baseURI).href.startsWith('http') ? settings : null;
  } catch {
    return null;
  }
}

/** Defined by the bundler of every page; undefined in tests and scripts, which have no page. */
declare const __IN_PAGE__: true | undefined;

/** null on a page without a usable line. Tests and scripts get an example. */
export const SETTINGS: Settings | null =
  typeof __IN_PAGE__ === 'boolean' ? readLine(document) : { packageName: 'ke.example.loan', appName: 'Example Loan' };

/** The address of a path at the back end, such as `/agreements/…`. */
export const backEndAddress = (path: string): string => (SETTINGS?.backEnd ?? '') + path;
