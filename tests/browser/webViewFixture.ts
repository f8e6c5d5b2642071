/** The app on a phone without the sandbox around it: a web view with an injected shell, or a plain browser. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { ShellSession } from '#src/bridge/messages.ts';
import { COARSE_PHONE } from '#tests/support/chromium.ts';
import type { TestLender } from '#tests/support/testLender.ts';

export interface WebView {
  page: Page;
  context: BrowserContext;
  /** Errors of the page, without failed requests. */
  errors: string[];
  /** The hash without the `#`; `/` when there is none. */
  path: () => string;
  historyLength: () => Promise<number>;
  heading: (name: string | RegExp) => Promise<void>;
  /** Changes the hash, as typing in an address bar does. */
  typePath: (hash: string) => Promise<void>;
}

export interface Shell {
  /** The answer to its login; null: the borrower closed it. */
  login?: ShellSession | null;
  /** The session that it reports when the app starts. */
  session?: ShellSession | null;
}

/** Plays an Android shell in the page. It must not use anything but its argument. */
function injectShell({ login, session }: Shell): void {
  const answerTo: Record<string, unknown> = {
    getLoginInfo: session ?? { token: null },
    toLogin: login ? { ok: true, ...login } : { ok: false, reason: login === null ? 'cancelled' : 'unavailable' },
    logout: null,
  };
  Object.assign(window, {
    AndroidBridge: {
      postMessage: (json: string) => {
        const { bridge, v, id, action } = JSON.parse(json) as Record<string, string>;
        const message =
          action && action in answerTo
            ? { bridge, v, id, ok: true, result: answerTo[action] }
            : { bridge, v, id, ok: false, error: 'unknown' };
        setTimeout(
          () => (window as unknown as Record<string, (json: string) => void>)['onLoanShellMessage']?.(JSON.stringify(message)),
          20,
        );
      },
    },
  });
}

export interface OpenOptions {
  hash?: string;
  /** Left out: the app runs in a plain browser. */
  shell?: Shell | undefined;
  /** Runs before the page is opened. */
  before?: ((context: BrowserContext) => Promise<unknown>) | undefined;
  /**
   * true: the phone of a borrower keeps the page (`src/app/keptPage`). A browser does not show a test the requests of a worker, and
   * most tests change the answers of requests.
   */
  keepsPage?: boolean;
  /** `commit`: waits for the first bytes only. Otherwise until the page and the files in its HTML have loaded. */
  until?: 'commit' | undefined;
}

/** Adds the content of the page to the error of a wait, because another page than the expected one often says why. */
async function orDescribed(page: Page, wait: Promise<void>): Promise<void> {
  try {
    await wait;
  } catch (error) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 20_000 }).catch(String);
    throw new Error(`${(error as Error).message}\nat ${page.url()}:\n${shown}`, { cause: error });
  }
}

/** Opens the app. */
export async function openWebView(
  browser: Browser,
  url: string,
  { hash = '', shell, before, until, keepsPage = false }: OpenOptions = {},
): Promise<WebView> {
  // Without motion the end of an animation is drawn at once. Painting sixty frames a second costs much.
  const context = await browser.newContext({ ...COARSE_PHONE, reducedMotion: 'reduce', serviceWorkers: keepsPage ? 'allow' : 'block' });
  if (shell) await context.addInitScript(injectShell, shell);
  await before?.(context);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => {
    // The engine logs every failed request. These tests cause such failures on purpose.
    if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) errors.push(line.text());
  });
  await page.goto(`${url}/${hash}`, { waitUntil: until ?? 'load' });
  return {
    page,
    context,
    errors,
    path: () => new URL(page.url()).hash.slice(1) || '/',
    historyLength: () => page.evaluate(() => history.length),
    heading: (name) => orDescribed(page, page.getByRole('heading', { level: 1, name, exact: true }).waitFor()),
    typePath: async (typed) => page.evaluate((to) => void (window.location.hash = to), typed),
  };
}

/** A borrower with an account, as the lender knows them. */
export async function borrower(lender: TestLender, mobile: string): Promise<ShellSession & { openOrder: () => Promise<void> }> {
  const phone = lender.phone();
  await phone.signIn(mobile);
  const { basicInfo } = await phone.call('getUserInfo', {});
  return {
    token: phone.token ?? '',
    userId: basicInfo.userId,
    mobile: basicInfo.mobile,
    openOrder: async () => {
      const { product } = await phone.call('latestOrder', {});
      await phone.call('applyMarket', { productId: product.id, amount: product.minPrincipal, termDays: product.termDays[0] ?? 0 });
    },
  };
}
