/** Waits until a page has drawn its content. The page reports it, so the speed of the machine does not matter. */
import type { Locator, Page } from 'playwright-core';

/** Runs in the page: waits for the next frames, the tasks that follow from them, and an idle moment. */
async function untilIdle(): Promise<void> {
  for (let rounds = 0; rounds < 2; rounds++) {
    await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    // Runs when no other task waits. While a mouse button is held, Chromium may offer no idle time at all.
    await new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 1_000 }));
  }
}

/** Waits until all changes so far are drawn. */
export const drawn = (page: Page): Promise<void> => page.evaluate(untilIdle);

/** Waits for the end of an element's animations, and for that of the backdrop of a sheet. */
export const arrived = (moving: Locator): Promise<void> =>
  moving.evaluate(async (element) => {
    await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
  });

/** Stops animations at their first frame, however long the machine takes. @returns a function that continues them. */
export async function holdAnimations(page: Page): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Animation.enable');
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 0.001 });
  return async () => {
    await devTools.send('Animation.setPlaybackRate', { playbackRate: 1 });
    await devTools.detach();
  };
}

/** Ends the delays of the animations on the page, as if that time had passed. @returns the delays, ms. */
export const skipDelays = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const delay = animation.effect?.getTiming().delay ?? 0;
      if (delay <= 0) return [];
      animation.finish();
      return [delay];
    }),
  );
