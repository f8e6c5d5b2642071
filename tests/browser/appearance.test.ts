/** Light or dark: at the first paint, and after a press in the settings. */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STORAGE_KEY } from '#src/app/storedFormat.ts';
import { PHONE, sharedBrowser } from '#tests/support/chromium.ts';
import { setGallery } from './galleryPages.ts';

/** The built start page. Its colours are below. */
const HTML = readFileSync('dist/app/index.html', 'utf8');
const LIGHT = 'rgb(245, 246, 250)';
const DARK = 'rgb(14, 16, 25)';

describe('start page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterAll(() => browser.close());

  /** The start page without its files, so that only its own HTML decides how it looks. */
  async function startPage(colorScheme: BrowserContextOptions['colorScheme'], stored?: object): Promise<Page> {
    const page = await (await browser.newContext({ ...PHONE, colorScheme: colorScheme ?? 'light' })).newPage();
    await page.route('**/*', (route) =>
      route.request().isNavigationRequest() ? route.fulfill({ contentType: 'text/html', body: HTML }) : route.abort(),
    );
    if (stored) await page.addInitScript(([key, text]) => localStorage.setItem(key, text), [STORAGE_KEY, JSON.stringify(stored)] as const);
    await page.goto('http://app.test/');
    return page;
  }
  const look = (page: Page) =>
    page.evaluate(() => [
      getComputedStyle(document.body).backgroundColor,
      document.querySelector('meta[name=theme-color]')?.getAttribute('content'),
    ]);

  it.each([
    ['light', undefined, LIGHT],
    ['dark', undefined, DARK],
    ['dark', { appearance: 'system' }, DARK],
    ['dark', { appearance: 'light' }, LIGHT],
    ['light', { appearance: 'dark' }, DARK],
    ['dark', { appearance: 'neon' }, DARK],
  ] as const)('phone set to %s, stored %o: the skeleton is %s before any file arrives', async (scheme, stored, colour) => {
    const page = await startPage(scheme, stored);
    expect(await look(page)).toEqual([colour, colour === DARK ? '#0e1019' : '#f5f6fa']);
    await page.context().close();
  });

  it('phone set to dark while the page is open: the page follows, until light was chosen', async () => {
    const page = await startPage('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => look(page)).toEqual([DARK, '#0e1019']);
    await page.evaluate(() => window.showAppearance?.('light'));
    expect(await look(page)).toEqual([LIGHT, '#f5f6fa']);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await look(page)).toEqual([LIGHT, '#f5f6fa']);
    await page.context().close();
  });
});

describe('settings', () => {
  const gallery = setGallery();

  it('settings, appearance: the choice is shown, and a press sends another one', async () => {
    const page = await gallery.open();
    await page.evaluate(() => window.live?.start('settings', 'shown'));
    const group = page.getByRole('group', { name: 'Appearance' });
    expect(await group.getByRole('radio', { name: 'System' }).isChecked()).toBe(true);
    await group.getByRole('radio', { name: 'Dark' }).click();
    expect(await page.evaluate(() => window.live?.sent)).toEqual([{ type: 'appearance.chosen', appearance: 'dark' }]);
    await expect.poll(() => group.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
  });
});
