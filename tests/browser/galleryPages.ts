/** Fixture of the tests of single screens: the gallery in a browser. An error in one of its pages fails the test. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { PHONE, sharedBrowser } from '#tests/support/chromium.ts';
import { openGallery, type Gallery } from '#tests/support/gallery.ts';

export interface GalleryPages {
  /** Opens another page of the gallery, on a phone. @param options different from those of the phone. */
  open: (options?: BrowserContextOptions) => Promise<Page>;
}

/** Call it once at the top of a test file. No page may write an error while a test runs. */
export function setGallery(): GalleryPages {
  let browser: Browser;
  let gallery: Gallery;
  const complaints: string[] = [];

  beforeAll(async () => {
    [browser, gallery] = await Promise.all([sharedBrowser(), openGallery()]);
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
    async open(options = {}) {
      const page = await (await browser.newContext({ ...PHONE, ...options })).newPage();
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
      await page.goto(gallery.url);
      await page.waitForFunction(() => window.gallery && window.live);
      return page;
    },
  };
}
