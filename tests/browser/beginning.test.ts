/** A page that changes its content begins at its top, with the focus on its title; a page that only refreshes stays where it is. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { setLivePage } from './livePage.ts';

const live = setLivePage();
const { start, button } = live;
let page: Page;
beforeEach(() => {
  page = live.page;
});

const scrolled = (): Promise<number> => page.evaluate(() => window.scrollY);
const focusedTag = (): Promise<string> => page.evaluate(() => document.activeElement?.tagName ?? '');
const scrollDown = async (): Promise<void> => {
  await page.evaluate(() => {
    // Makes every page long enough to be scrolled.
    document.body.style.minHeight = '300vh';
    window.scrollTo(0, 400);
  });
  expect(await scrolled()).toBe(400);
};

describe('page with several contents', () => {
  it('page with several contents, offer declined: the question begins at the top, and so does the offer that is kept', async () => {
    await start('confirmBorrow', 'deciding');
    await scrollDown();
    await button('Decline this offer').click();
    await page.getByRole('heading', { level: 1, name: 'Decline this offer?' }).waitFor();
    await expect.poll(scrolled).toBe(0);
    expect(await focusedTag()).toBe('H1');
    expect(await live.sent()).toEqual([{ type: 'offer.declined' }]);
    await scrollDown();
    await button('Keep the offer').click();
    await page.getByRole('heading', { level: 1, name: 'Your loan offer' }).waitFor();
    await expect.poll(scrolled).toBe(0);
  });

  it('steps presented, then skipped: each begins at the top', async () => {
    await start('landing', 'yx3.counted');
    await page.getByLabel('Mobile number').fill('0712345678');
    await scrollDown();
    await button('Start with my number').click();
    await page.getByRole('heading', { level: 1, name: 'Four steps' }).waitFor();
    await expect.poll(scrolled).toBe(0);
    expect(await focusedTag()).toBe('H1');
  });

  it('field that is focused by its page: keeps the focus', async () => {
    await start('cancellationForm', 'withoutLoan');
    await scrollDown();
    await button('Close my account').click();
    await page.locator('#reason, [name=reason]').first().waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('H1');
  });
});

it('content that only changes its figures: stays where it is scrolled', async () => {
  await start('confirmBorrow', 'deciding');
  // The press itself scrolls its button into sight.
  await button('Less').click();
  const before = await scrolled();
  expect(before).toBeGreaterThan(0);
  await button('Less').click();
  await button(/^See KSh/).waitFor();
  expect(await scrolled()).toBe(before);
  await page.evaluate(() => window.live?.happens({ type: 'clock.ticked', now: 1_763_624_200_000 }));
  expect(await scrolled()).toBe(before);
  expect(await focusedTag()).toBe('BUTTON');
});
