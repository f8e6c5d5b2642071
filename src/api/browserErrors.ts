/** An error of the borrower's page, as the page reports it and the lender logs it. */

/** Not a call of the contract, because the error may come from the code that encodes calls. */
export const BROWSER_ERRORS_PATH = '/browser-errors';

export interface BrowserError {
  /** The release of the page's build. */
  release: string;
  /** State of the chart, such as `repay.cashier.requesting`. */
  state: string;
  name: string;
  message: string;
  /** `assets/app-1a2b.js:1:2345`, innermost first. */
  frames: readonly string[];
}

/** The form of a release's name. */
export const RELEASE = /^[\w.+-]{1,64}$/;

export const ERROR_LIMITS = { bytes: 4_096, text: 200, state: 200, frames: 10 } as const;

/** Quoted names of a program are not redacted: names of properties begin with a small letter and have no digits. */
const PROGRAM_WORD = /^[a-z][A-Za-z]{0,30}$/;

/** The message without anything that may be a borrower's data: quoted texts, numbers, addresses, and non-ASCII characters. */
export const redactMessage = (message: string): string =>
  message
    .replace(/(["'`])(.*?)\1/g, (_, quote: string, quoted: string) => `${quote}${PROGRAM_WORD.test(quoted) ? quoted : '...'}${quote}`)
    .replace(/\S*@\S*/g, '...')
    .replace(/https?:\S*/g, '...')
    .replace(/\d+/g, '0')
    .replace(/[^\x20-\x7e]+/g, '.')
    .slice(0, ERROR_LIMITS.text);

/** Files and positions in the stack of any browser, without names of functions and addresses of pages. */
export const framesOf = (stack: string): string[] =>
  [...stack.matchAll(/(assets\/[\w.-]{1,80}\.js):(\d{1,7}):(\d{1,7})/g)]
    .slice(0, ERROR_LIMITS.frames)
    .map(([, file, line, column]) => `${file}:${line}:${column}`);
