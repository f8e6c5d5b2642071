/** Waits until a page has drawn its content, on a machine of any speed: the page reports it, no time is measured. */
import type { Locator, Page } from 'playwright-core';

/** Runs in the page: past the next frames and tasks, and whatever those set off, up to the moment when nothing is to be done. */
async function untilIdle(): Promise<void> {
  for (let rounds = 0; rounds < 2; rounds++) {
    await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    // Runs when no other task waits. While a mouse button is held, Chromium may offer no idle time at all.
    await new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 1_000 }));
  }
}

/** Waits until everything that happened so far is drawn. */
export const drawn = (page: Page): Promise<void> => page.evaluate(untilIdle);

/** Waits until what slides or fades in, the backdrop of a sheet too, has arrived. */
export const arrived = (moving: Locator): Promise<void> =>
  moving.evaluate(async (element) => {
    await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
  });

/** Holds what is animated where it begins, however long the machine takes meanwhile. @returns lets it go on */
export async function holdAnimations(page: Page): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Animation.enable');
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 0.001 });
  return async () => {
    await devTools.send('Animation.setPlaybackRate', { playbackRate: 1 });
    await devTools.detach();
  };
}

/** Ends the delays of the animations on the page, as if so much time had passed. @returns the delays, ms */
export const skipDelays = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const delay = animation.effect?.getTiming().delay ?? 0;
      if (delay <= 0) return [];
      animation.finish();
      return [delay];
    }),
  );
