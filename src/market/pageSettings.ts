/**
 * What the page says of its operator: one line of JSON in `index.html`, which the build writes and a deployment changes
 * without a build (`docs/deploy-app.md`). It is read once, when the page starts.
 */

/** How borrowers reach the operator where its back end cannot say so. */
export interface SupportAddresses {
  email: string;
  phone?: string;
  /** `254…` */
  whatsapp?: string;
}

export interface Settings {
  /** The key of the envelope is derived from it; sent with every call. A native app may report another one. */
  packageName: string;
  /** Shown to borrowers; sent with every call. */
  appName: string;
  /** Base address of the back end, without a slash at its end: a path, or an origin with or without one. '': the page's own origin. */
  backEnd?: string;
  /** false: paths and payloads are sent as they are (`docs/wire.md`). */
  envelope?: boolean;
  support?: SupportAddresses;
  /** Where recordings are sent; left out: to `/recordings` where there is no `backEnd`, and nowhere else. */
  recordings?: string;
}

/** null: the line is missing or cannot be used. What exactly is wrong says `settingsRules.ts`, which is loaded then. */
function readLine(page: Document): Settings | null {
  try {
    const settings = JSON.parse(page.getElementById('settings')?.textContent ?? '') as Settings;
    const { packageName, appName, backEnd = '' } = settings;
    // What is no text and no address throws here.
    return packageName.trim() && appName.trim() && new URL(backEnd, page.baseURI).href.startsWith('http') ? settings : null;
  } catch {
    return null;
  }
}

/** Defined by the bundler of every page; tests and scripts have no page. */
declare const __IN_PAGE__: true | undefined;

/** null on a page without a usable line. Where there is no page, an example. */
export const SETTINGS: Settings | null =
  typeof __IN_PAGE__ === 'boolean' ? readLine(document) : { packageName: 'ke.example.loan', appName: 'Example Loan' };

/** The address of a path at the back end: `/agreements/…`. */
export const backEndAddress = (path: string): string => (SETTINGS?.backEnd ?? '') + path;
