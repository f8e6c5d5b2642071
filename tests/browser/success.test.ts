/** A success is drawn, animated once, and felt as one vibration. */
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setGallery } from './galleryPages.ts';

const gallery = setGallery();

/** Shows a repaid loan on a phone that counts its vibrations. */
async function repaid(options: BrowserContextOptions, isTouched: boolean) {
  const page = await gallery.open(options);
  await page.evaluate(() => {
    const phone = window as unknown as { vibrations: number[] };
    phone.vibrations = [];
    Object.defineProperty(navigator, 'vibrate', { configurable: true, value: (ms: number) => phone.vibrations.push(ms) > 0 });
  });
  await page.evaluate(() => window.gallery?.show('home', 'repaying'));
  if (isTouched) await page.mouse.click(180, 700);
  // Playwright's evaluations count as a user activation, so the flag is set by hand.
  else await page.evaluate(() => Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } }));
  await page.evaluate(() => window.gallery?.show('cashier', 'paidAll'));
  await page
    .getByRole('heading', { name: /repaid/i })
    .first()
    .waitFor();
  const result = await page.evaluate(() => ({
    vibrations: (window as unknown as { vibrations: number[] }).vibrations.length,
    moving: document.getAnimations().length,
  }));
  await page.context().close();
  return result;
}

describe('loan repaid', () => {
  it('loan repaid, phone touched before: the tick moves, and the phone vibrates once', async () => {
    const { vibrations, moving } = await repaid({ reducedMotion: 'no-preference' }, true);
    expect(vibrations).toBe(1);
    expect(moving).toBeGreaterThan(0);
  });

  it('loan repaid, phone set to reduce motion: nothing moves, and the phone does not vibrate', async () => {
    expect(await repaid({ reducedMotion: 'reduce' }, true)).toEqual({ vibrations: 0, moving: 0 });
  });

  it('loan repaid, page without a touch: the phone does not vibrate, because the browser would report an error', async () => {
    expect((await repaid({ reducedMotion: 'no-preference' }, false)).vibrations).toBe(0);
  });
});
