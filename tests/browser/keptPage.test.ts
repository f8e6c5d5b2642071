/** The page that the phone of a borrower keeps: how it is opened, confirmed, replaced and given up. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedBrowser } from '#tests/support/chromium.ts';
import { TEMPORARY_ROOT } from '#tests/support/temporaryRoot.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { changeSettings } from '../../scripts/lib/changePageSettings.ts';
import { borrower, openWebView, type WebView } from './webViewFixture.ts';

const BUILT = fileURLToPath(new URL('../../dist', import.meta.url));

let browser: Browser;
let lender: TestLender;
/** A copy of the build, in which a test makes another release. */
let pages: string;
let view: WebView;
let page: Page;

beforeAll(async () => {
  pages = mkdtempSync(join(TEMPORARY_ROOT, 'releases-'));
  cpSync(BUILT, pages, { recursive: true });
  [browser, lender] = await Promise.all([sharedBrowser(), startLender({ pages })]);
});
afterAll(async () => {
  await browser.close();
  await lender.stop();
  rmSync(pages, { recursive: true, force: true });
});

let numbers = 712_500_000;
const startBorrower = async (): Promise<void> => {
  const session = await borrower(lender, `254${++numbers}`);
  view = await openWebView(browser, lender.url, { shell: { session }, keepsPage: true });
  ({ page } = view);
  await view.heading('Hello');
};

beforeEach(startBorrower);
afterEach(async () => {
  await view.context.close();
  expect(view.errors).toEqual([]);
});

/** Whether the page is kept and its worker active. */
const isKept = (): Promise<boolean> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const kept = await (await caches.open('kept-page')).match(`${location.origin}/`);
    return registration?.active?.state === 'activated' && kept !== undefined;
  });
const whenKept = () => expect.poll(isKept, { timeout: 20_000 }).toBe(true);

/** A second start of the app in the same browser. @returns whether the phone had kept the page. */
async function startAgain(): Promise<boolean> {
  await page.goto('about:blank');
  const response = await page.goto(`${lender.url}/`);
  return response?.fromServiceWorker() ?? false;
}

const release = (appName: string): void => void changeSettings(join(pages, 'app'), { appName });
const shownName = (): Promise<string> =>
  page.evaluate(() => (JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as { appName: string }).appName);
/** Whether the page has the figures of a visitor, which a kept page does not have. */
const isDrawnByLender = (): Promise<boolean> =>
  page.evaluate(() => /KSh/.test((document.getElementById('homes') as HTMLTemplateElement).innerHTML));
/** Changes when the server last confirmed the kept page. @param ago ms before it did. */
const confirmedBefore = (ago: number): Promise<void> =>
  page.evaluate(async (earlier) => {
    const cache = await caches.open('kept-page');
    const kept = (await cache.match(`${location.origin}/`)) as Response;
    const headers = new Headers(kept.headers);
    headers.set('x-confirmed-at', String(Number(headers.get('x-confirmed-at')) - earlier));
    await cache.put(`${location.origin}/`, new Response(await kept.text(), { headers }));
  }, ago);
const keptText = (): Promise<string | undefined> => page.evaluate(async () => (await caches.match(`${location.origin}/`))?.text());

const confirmedAt = (): Promise<number> =>
  page.evaluate(async () => Number((await caches.match(`${location.origin}/`))?.headers.get('x-confirmed-at')));
/** Writes a comment into the kept page, which a page from the server does not have. */
const markKept = (): Promise<void> =>
  page.evaluate(async () => {
    const cache = await caches.open('kept-page');
    const kept = (await cache.match(`${location.origin}/`)) as Response;
    await cache.put(`${location.origin}/`, new Response(`${await kept.text()}<!--kept-->`, { headers: kept.headers }));
  });
/** Lets a file be gone until the page is loaded for the second time from now. */
async function loseUntilReload(file: RegExp): Promise<void> {
  let loads = 0;
  page.on('request', (request) => request.isNavigationRequest() && request.url().startsWith(lender.url) && loads++);
  await page.route(file, (route) => (loads < 2 ? route.fulfill({ status: 404 }) : route.continue()));
}
/** The refusal of a file is on the console, as a browser writes it for every one. */
const forgetRefusedFiles = (): void => void view.errors.splice(0, Infinity, ...view.errors.filter((line) => !/404/.test(line)));

const DAY = 24 * 60 * 60 * 1_000;

describe('page of a borrower, kept on the phone', () => {
  it('borrower who returns: gets the page without a request, and without the figures of a visitor', async () => {
    await whenKept();
    expect(await startAgain()).toBe(true);
    await view.heading('Hello');
    const homes = /<template id="homes">[^]*?<\/template>/.exec((await keptText()) ?? '')?.[0];
    expect(homes).toContain('<main');
    expect(homes).not.toMatch(/KSh/);
  });

  it('phone without a network: the app opens, and says that there is no connection', async () => {
    await whenKept();
    await page.goto('about:blank');
    await view.context.setOffline(true);
    await page.goto(`${lender.url}/`);
    await page
      .getByText(/offline|connection/i)
      .first()
      .waitFor();
    await page.reload();
    await page
      .getByText(/offline|connection/i)
      .first()
      .waitFor();
    await view.context.setOffline(false);
    await view.heading('Hello');
  });

  it('kept page, new release: is opened at the second start after it, and at once by a reload', async () => {
    await whenKept();
    const before = await shownName();
    release('Second Release');
    await startAgain();
    await view.heading('Hello');
    expect(await shownName()).toBe(before);
    await page.reload();
    await view.heading('Hello');
    expect(await shownName()).toBe('Second Release');

    // The worker asks the server some seconds after a start.
    await startAgain();
    await expect.poll(async () => (await keptText())?.includes('Second Release'), { timeout: 20_000 }).toBe(true);
    expect(await startAgain()).toBe(true);
    await view.heading('Hello');
    expect(await shownName()).toBe('Second Release');
  });

  it('kept page, the same release: is confirmed without being sent again', async () => {
    await whenKept();
    await markKept();
    const confirmed = await confirmedAt();
    expect(await startAgain()).toBe(true);
    await expect.poll(confirmedAt, { timeout: 20_000 }).toBeGreaterThan(confirmed);
    expect(await keptText()).toContain('<!--kept-->');
  });

  it.each([
    ['screen', /\/assets\/records-/, '#/records'],
    ['start', /\/assets\/chart-/, ''],
    ['entry', /\/assets\/index-/, ''],
  ])('kept page, file of the %s gone with its release: loads the present page by itself', async (_, file, hash) => {
    await whenKept();
    await page.goto('about:blank');
    await loseUntilReload(file);
    await page.goto(`${lender.url}/${hash}`);
    // It is no kept page after a reload. The call rejects while the page is replaced.
    await expect.poll(() => page.evaluate(() => window.isKeptPage?.()).catch(() => null), { timeout: 20_000 }).toBe(false);
    await view.heading(hash ? 'Records' : 'Hello');
    forgetRefusedFiles();
  });

  it.each([
    ['six days ago', 'is opened', 6 * DAY, true],
    ['eight days ago', 'is not opened while the server answers', 8 * DAY, false],
    ['tomorrow, by a wrong clock', 'is not opened while the server answers', -DAY, false],
  ])('kept page, confirmed %s: %s', async (_, __, ago, isOpened) => {
    await whenKept();
    await confirmedBefore(ago);
    expect(await startAgain()).toBe(true);
    await view.heading('Hello');
    expect(await isDrawnByLender()).toBe(!isOpened);
  });

  it('kept page that was not confirmed for a week, server down: is opened', async () => {
    await whenKept();
    await confirmedBefore(8 * DAY);
    await page.goto('about:blank');
    await lender.pause();
    try {
      await page.goto(`${lender.url}/`);
      await page
        .getByText(/could not be reached|connection/i)
        .first()
        .waitFor();
    } finally {
      await lender.again();
    }
  });

  it('borrower who signs out: the worker is gone, and the page comes from the server again', async () => {
    await whenKept();
    await view.typePath('#/user_center/settings');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), { timeout: 20_000 })
      .toBe(0);
    expect(await startAgain()).toBe(false);
  });

  it('other pages and files of the server: never come from the worker', async () => {
    await whenKept();
    const response = await page.goto(`${lender.url}/inspector`);
    await page.getByText('Journey inspector').first().waitFor();
    expect(response?.fromServiceWorker()).toBe(false);
  });
});
