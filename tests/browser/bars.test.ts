/** Bars that stay in sight leave the page most of the window. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { inTurn } from '#tests/support/effort.ts';
import { setGallery } from './galleryPages.ts';

const gallery = setGallery();
let page: Page;
let examples: Record<string, string[]>;
beforeAll(async () => {
  page = await gallery.open({ deviceScaleFactor: 1, reducedMotion: 'reduce' });
  examples = (await page.evaluate(() => window.gallery?.list())) ?? {};
});

/** Height of all bars that stay in place when the page scrolls. A window below 441 pixels has none, because its keyboard is open. */
const taken = () =>
  page.evaluate(async () => {
    // A bar is placed again when its height has changed, before the next frame is drawn.
    for (let frame = 0; frame < 2; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
    const bars = Array.from(document.querySelectorAll<HTMLElement>('header, footer, nav, [role=status]'));
    const stuck = bars.filter((bar) => getComputedStyle(bar).position === 'sticky');
    return stuck.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0) / window.innerHeight;
  });

it.each(
  inTurn([
    [360, 740],
    [320, 640],
  ] as const),
)('text twice as large, %i by %i pixels: bars take at most a quarter of the window on every screen', async (width, height) => {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
  const tooMuch: string[] = [];
  for (const [screen, names] of Object.entries(examples)) {
    for (const example of inTurn(names)) {
      await page.evaluate(([a, b]) => window.gallery?.show(a, b, 'es'), [screen, example] as const);
      const share = await taken();
      if (share > 0.25) tooMuch.push(`${screen}, ${example}: ${share.toFixed(2)}`);
    }
  }
  expect(tooMuch).toEqual([]);
});

it('text twice as large, form that could not be saved: the bar scrolls away, and its reason stays in sight', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
  await page.evaluate(() => window.gallery?.show('personalInfo', 'offline'));
  expect(await taken()).toBeLessThan(0.25);
  const note = page.getByRole('contentinfo').getByRole('alert');
  await expect.poll(() => note.evaluate((one) => one === document.activeElement)).toBe(true);
  const { y = -1, height = 0 } = (await note.boundingBox()) ?? {};
  expect(y).toBeGreaterThan(0);
  expect(y + height).toBeLessThanOrEqual(740);
});

it('usual text: title bar and actions stay while the page scrolls', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.evaluate(() => window.gallery?.show('repayDetail', 'choosing'));
  await page.evaluate(() => window.scrollTo(0, 300));
  const [header, footer] = [await page.getByRole('banner').boundingBox(), await page.getByRole('contentinfo').boundingBox()];
  expect(header?.y).toBe(0);
  expect(Math.round((footer?.y ?? 0) + (footer?.height ?? 0))).toBe(740);
});
