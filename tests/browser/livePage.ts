/** What the tests of the forms share: the gallery in a browser, and one page of it on which an example is brought to life and answered. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { SectionName, Values } from '#machines/model/application.ts';
import type { JourneyEvent } from '#machines/events.ts';
import { launch, PHONE } from '#tests/support/chromium.ts';
import { openGallery, type Gallery } from '#tests/support/gallery.ts';

export interface LivePage {
  readonly page: Page;
  /** One more page of the gallery, which draws examples while the other is alive. */
  open: () => Promise<Page>;
  start: (screen: string, example: string, language?: 'en' | 'es' | 'sw') => Promise<void>;
  /** What was sent to the chart since the start. */
  sent: () => Promise<JourneyEvent[]>;
  draft: (section: SectionName) => Promise<Values>;
  /** The id of what has the focus. */
  focused: () => Promise<string>;
  button: (name: string | RegExp) => Locator;
  /** Answers a key the way a finger on a phone keyboard would: one after the other. */
  press: (...keys: string[]) => Promise<void>;
}

/** Call it once at the top of a test file. No page may complain while a test runs. */
export function setLivePage(): LivePage {
  let browser: Browser;
  let gallery: Gallery;
  let page: Page;
  const complaints: string[] = [];

  const open = async (): Promise<Page> => {
    const opened = await (await browser.newContext(PHONE)).newPage();
    opened.on('pageerror', (error) => complaints.push(error.message));
    opened.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    await opened.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
    await opened.goto(gallery.url);
    await opened.waitForFunction(() => window.gallery && window.live);
    return opened;
  };

  beforeAll(async () => {
    [browser, gallery] = await Promise.all([launch(), openGallery()]);
    page = await open();
  });
  afterAll(async () => {
    await browser.close();
    await gallery.close();
  });
  beforeEach(() => {
    complaints.length = 0;
    return () => expect(complaints).toEqual([]);
  });

  return {
    get page() {
      return page;
    },
    open,
    start: (screen, example, language = 'en') =>
      page.evaluate(([a, b, c]) => window.live?.start(a, b, c), [screen, example, language] as const),
    sent: () => page.evaluate(() => window.live?.sent ?? []),
    draft: (section) => page.evaluate((name) => window.live?.context().drafts[name]?.values ?? {}, section),
    focused: () => page.evaluate(() => document.activeElement?.id ?? ''),
    button: (name) => page.getByRole('button', { name }),
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
    },
  };
}
