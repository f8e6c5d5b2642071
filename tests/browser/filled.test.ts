/** No page is more than half empty. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { setGallery } from './galleryPages.ts';

const gallery = setGallery();
let page: Page;
let examples: Record<string, string[]>;
beforeAll(async () => {
  page = await gallery.open({ deviceScaleFactor: 1, reducedMotion: 'reduce', viewport: { width: 360, height: 740 } });
  examples = (await page.evaluate(() => window.gallery?.list())) ?? {};
});

/** How much of the room between title and foot the content reaches; null while something loads. */
const filled = () =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    const foot = document.querySelector('footer, nav')?.getBoundingClientRect();
    if (!main || main.getAttribute('aria-busy') === 'true') return null;
    const top = main.getBoundingClientRect().top;
    const bottom = foot && foot.height > 0 ? foot.top : window.innerHeight;
    const ends = Array.from(main.querySelectorAll('*'), (part) => part.getBoundingClientRect()).filter(({ width }) => width > 1);
    return (Math.max(...ends.map((part) => part.bottom)) - top) / (bottom - top);
  });

it('page that has loaded: its content reaches at least the middle of the phone', async () => {
  const empty: string[] = [];
  for (const [screen, names] of Object.entries(examples)) {
    for (const example of names) {
      await page.evaluate(([a, b]) => window.gallery?.show(a, b), [screen, example] as const);
      const share = await filled();
      if (share !== null && share < 0.5) empty.push(`${screen}, ${example}: ${share.toFixed(2)}`);
    }
  }
  expect(empty).toEqual([]);
});
