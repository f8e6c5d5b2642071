/** Lists the files that the page requests at starts other than a visitor's in English, in a real browser, from the real lender. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { Language } from '#machines/model/device.ts';
import { ROUTES } from '#machines/routes.ts';
import type { Lender } from '#server/startLender.ts';
import { STORAGE_KEY } from '#src/app/storedFormat.ts';
import type { StartName } from './budgetLimits.ts';
import { signInOnPage, type SignedIn } from './signInOnPage.ts';

/** A page is at rest after this time without a new request, ms. */
const QUIET = 1_500;

/** Whether the last request is this time ago, ms. */
const isQuiet = (time: number) => {
  const last = Math.max(0, ...performance.getEntriesByType('resource').map(({ startTime }) => startTime));
  return performance.now() - last > time;
};

/** The page fetches files for later in idle moments, which come late on a busy machine. The browser gives them in order. */
const untilIdle = () => new Promise<void>((resolve) => void requestIdleCallback(() => resolve()));

async function waitForRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(isQuiet, QUIET);
  await page.evaluate(untilIdle);
  await page.waitForFunction(isQuiet, QUIET);
}

/**
 * The addresses that a start requests until the page is at rest, those that the browser's cache answers too.
 * @param seen is on the page when this start has shown its screen.
 */
async function requestsOf(context: BrowserContext, address: string, seen: (page: Page) => Locator): Promise<string[]> {
  const page = await context.newPage();
  await page.goto(address);
  await seen(page).waitFor();
  await waitForRest(page);
  return page.evaluate(() => [...new Set(performance.getEntriesByType('resource').map(({ name }) => name))]);
}

/** @throws when a start does not show its screen. */
export async function measureStarts(
  browser: Browser,
  lender: Pick<Lender, 'url' | 'store'>,
): Promise<Record<StartName, readonly string[]>> {
  const { url } = lender;
  async function onNewPhone(task: (context: BrowserContext) => Promise<string[]>): Promise<string[]> {
    // A worker that keeps the page would answer for the server, and its requests are not those of the page.
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, serviceWorkers: 'block' });
    try {
      return await task(context);
    } finally {
      await context.close();
    }
  }
  const ofVisitor = (language: Language) =>
    onNewPhone(async (context) => {
      await context.addInitScript(([key, text]) => localStorage.setItem(key, text), [STORAGE_KEY, JSON.stringify({ language })] as const);
      return requestsOf(context, `${url}/`, (page) => page.locator('#app main button:not([disabled])').first());
    });
  const ofSignedIn = (who: SignedIn, path: string, seen: (page: Page) => Locator) =>
    onNewPhone(async (context) => {
      const page = await context.newPage();
      await page.goto(`${url}/`);
      await signInOnPage(page, lender, who);
      await waitForRest(page);
      await page.close();
      return requestsOf(context, url + path, seen);
    });
  const [signedIn, deepLink, swahili, spanish] = await Promise.all([
    ofSignedIn('borrower', '/', (page) => page.getByText(/Left to pay by/)),
    ofSignedIn('applicant', `/#${ROUTES.personalInfo}`, (page) => page.getByLabel(/^First name/)),
    ofVisitor('sw'),
    ofVisitor('es'),
  ]);
  return { signedIn, deepLink, swahili, spanish };
}
