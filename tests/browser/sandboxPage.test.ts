/** The sandbox page on a desktop: the whole phone is visible, and stays while the panels are scrolled. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { sharedBrowser } from '#tests/support/chromium.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';

const WINDOW = { width: 1440, height: 900 };

let browser: Browser;
let lender: TestLender;
let page: Page;

beforeAll(async () => {
  [browser, lender] = await Promise.all([sharedBrowser(), startLender({ process: true, pages: true })]);
  page = await browser.newPage({ viewport: WINDOW });
  await page.goto(`${lender.url}/sandbox`);
  await page.getByRole('heading', { name: "Lender's desk" }).waitFor();
});

afterAll(async () => {
  await browser.close();
  await lender.stop();
});

const keys = async () => {
  const box = await page.getByRole('button', { name: 'Android Home' }).boundingBox();
  return box ? box.y + box.height : NaN;
};

it('sandbox: the keys of Android are visible from the start', async () => {
  expect(await keys()).toBeLessThanOrEqual(WINDOW.height);
});

it('sandbox, a made-up session is refused: the desk shows the security event, without a word about the caller', async () => {
  await expect(lender.phone({ session: () => 'made-up' }).call('getUserInfo', {})).rejects.toMatchObject({ code: CODE.tokenInvalid });
  const [newest] = (await lender.sandbox.state()).security;
  const event = page.getByRole('region', { name: 'Security events' }).getByRole('listitem').first();
  await event.getByText('session.refused').waitFor();
  expect(await event.innerText()).toMatch(new RegExp(`^session\\.refused getUserInfo\\s+.*, address ${newest?.address}$`));
});

it('sandbox, panels scrolled: the phone stays visible', async () => {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(400);
  const bottom = await keys();
  expect(bottom).toBeGreaterThan(WINDOW.height / 2);
  expect(bottom).toBeLessThanOrEqual(WINDOW.height);
});
