/** Pages of the stored releases, as a phone has kept them, on the present lender. */
import type { Browser } from 'playwright-core';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#machines/model/calendar.ts';
import { sharedBrowser } from '#tests/support/chromium.ts';
import { journeyOf, storedReleases } from '#tests/support/lastRelease.ts';
import { startLender } from '#tests/support/testLender.ts';
import * as present from '../releases/releaseJourney.ts';

const releases = await storedReleases();
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(() => browser?.close());

async function opened(): Promise<{ page: Awaited<ReturnType<Browser['newPage']>>; errors: string[]; close(): Promise<void> }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  return { page, errors, close: () => context.close() };
}

describe('page that was opened before the update', () => {
  it.each(releases)('page of release $version on the present lender: registers a borrower, and opens an application', async (release) => {
    const lender = await startLender({ pages: join(release.folder, 'pages') });
    const { page, errors, close } = await opened();
    try {
      await (await journeyOf(release)).registerOnPage(page, lender.url, '254712345678');
      const { orders, sms } = await lender.sandbox.state();
      expect(orders.map(({ mobile }) => mobile)).toEqual(['254712345678']);
      expect(sms.map(({ to }) => to)).toContain('254712345678');
      expect(errors).toEqual([]);
    } finally {
      await close();
      await lender.stop();
    }
  });

  it('page of a version that is no longer served: says that nothing was changed, and loads the present page', async () => {
    const lender = await startLender({ pages: true, contract: 2 });
    const { page, close } = await opened();
    try {
      await page.goto(`${lender.url}/`);
      await page.getByRole('button', { name: 'Apply', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Sign in' }).first().waitFor();
      // A page that was just loaded is the newest one that there is, and does not load itself again.
      await lender.sandbox.advance(31 * DAY);
      await page.getByRole('textbox', { name: 'Mobile number' }).fill('712345678');
      await page.getByRole('button', { name: 'Send me a code', exact: true }).click();
      await page.getByText('This page is from another version of the app. Nothing was changed').first().waitFor();
      expect((await lender.sandbox.state()).sms).toEqual([]);

      const loaded = page.waitForEvent('load');
      await page.evaluate(() => Object.assign(performance, { now: () => 120_000 }));
      await page.getByRole('button', { name: 'Send me a code', exact: true }).click();
      await loaded;
    } finally {
      await close();
      await lender.stop();
    }
  });
});

it('page of the present release: takes the steps of the journey that will be stored with it', async () => {
  const lender = await startLender({ pages: true });
  const { page, errors, close } = await opened();
  try {
    await present.registerOnPage(page, lender.url, '254712345678');
    expect(errors).toEqual([]);
  } finally {
    await close();
    await lender.stop();
  }
});
