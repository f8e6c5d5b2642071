/** When a page has drawn what it was given, however slow the machine is: told by the page itself, not by a time. */
import type { Locator, Page } from 'playwright-core';

/** Runs in the page: past the next frames and tasks, and whatever those set off, up to the moment when nothing is to be done. */
async function untilIdle(): Promise<void> {
  for (let rounds = 0; rounds < 2; rounds++) {
    await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    // Comes when no other task waits.
    await new Promise<void>((done) => requestIdleCallback(() => done()));
  }
}

/** Waits until everything that happened so far is drawn. */
export const drawn = (page: Page): Promise<void> => page.evaluate(untilIdle);

/** Waits until what slides or fades in, the backdrop of a sheet too, has arrived. */
export const arrived = (moving: Locator): Promise<void> =>
  moving.evaluate(async (element) => {
    await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
  });

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
