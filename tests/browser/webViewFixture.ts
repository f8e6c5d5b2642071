/** The app on a phone without the sandbox around it: a web view with an injected shell, or a plain browser. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { ShellSession } from '#src/bridge/messages.ts';
import { COARSE_PHONE } from '#tests/support/chromium.ts';
import type { TestLender } from '#tests/support/testLender.ts';

export interface WebView {
  page: Page;
  context: BrowserContext;
  /** What went wrong in the page, failed requests aside. */
  errors: string[];
  /** The hash, without the `#`; home may have none. */
  path: () => string;
  historyLength: () => Promise<number>;
  heading: (name: string | RegExp) => Promise<void>;
  /** Types a path, as a person does in an address bar. */
  typePath: (hash: string) => Promise<void>;
}

export interface Shell {
  /** What its login answers; null is a login that was closed. */
  login?: ShellSession | null;
  /** Who is signed in when the app asks at its start. */
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
  /** Without it the app runs as in a plain browser. */
  shell?: Shell | undefined;
  /** Done before the page is there. */
  before?: ((context: BrowserContext) => Promise<unknown>) | undefined;
  /** `commit`: when its first bytes are there. Otherwise when everything that it names itself has come. */
  until?: 'commit' | undefined;
}

/** Adds what the page shows instead to the error of a wait: a journey that waits for one page is stopped by what another says. */
async function orDescribed(page: Page, wait: Promise<void>): Promise<void> {
  try {
    await wait;
  } catch (error) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 20_000 }).catch(String);
    throw new Error(`${(error as Error).message}\nat ${page.url()}:\n${shown}`, { cause: error });
  }
}

/** Opens the app. */
export async function openWebView(browser: Browser, url: string, { hash = '', shell, before, until }: OpenOptions = {}): Promise<WebView> {
  // What moves is painted sixty times a second; what it moves to is the same.
  const context = await browser.newContext({ ...COARSE_PHONE, reducedMotion: 'reduce' });
  if (shell) await context.addInitScript(injectShell, shell);
  await before?.(context);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => {
    // The engine's own line about a request that failed: failing is what these tests arrange.
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
