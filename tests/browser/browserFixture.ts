/** Fixture of a test file: a browser, a lender with the built pages, and web views that close after each test. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { sharedBrowser } from '#tests/support/chromium.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { openWebView, type OpenOptions, type WebView } from './webViewFixture.ts';

export interface BrowserFixture {
  readonly browser: Browser;
  readonly lender: TestLender;
  /** A new mobile number, in the format of the lender. */
  newMobile: () => string;
  /** Opens the app. @param url where it is fetched from; the lender itself when left out. */
  open: (options?: OpenOptions, url?: string) => Promise<WebView>;
}

/** Call it once at the top of a test file. After each test its web views are closed, and none may have had an error. */
export function setBrowserFixture(): BrowserFixture {
  let browser: Browser;
  let lender: TestLender;
  const views: WebView[] = [];
  let numbers = 712_000_000;

  beforeAll(async () => {
    [browser, lender] = await Promise.all([sharedBrowser(), startLender({ pages: true })]);
  });
  afterAll(async () => {
    await browser.close();
    await lender.stop();
  });
  afterEach(async () => {
    const errors = views.flatMap((view) => view.errors);
    for (const view of views.splice(0)) await view.context.close();
    expect(errors).toEqual([]);
  });

  return {
    get browser() {
      return browser;
    },
    get lender() {
      return lender;
    },
    newMobile: () => `254${++numbers}`,
    open: async (options, url = lender.url) => {
      const view = await openWebView(browser, url, options);
      views.push(view);
      return view;
    },
  };
}
