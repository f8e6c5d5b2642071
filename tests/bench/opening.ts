/** How long inspector and sandbox take to open, on a link and a processor that nothing slows down. */
import type { Browser } from 'playwright-core';
import { launch } from '../support/chromium.ts';
import { startLender } from '../support/testLender.ts';
import { median, spread } from './figures.ts';

const ROUNDS = 7;
/** ms. */
const GOAL = 1_000;

/** By page: what is there when it is open, as an expression of the page. */
const PAGES = {
  inspector: `document.querySelector('.node')`,
  sandbox: `Array.from(document.querySelectorAll('iframe')).some((frame) => frame.contentDocument && frame.contentDocument.querySelector('main button'))`,
} as const;

/** @returns ms from the navigation to the task after the frame that shows it. */
async function open(browser: Browser, url: string, isOpen: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(`if (window === top) requestAnimationFrame(function look() {
      if (!document.body || !(${isOpen})) return void requestAnimationFrame(look);
      setTimeout(function () { window.openedAt = performance.now() });
    })`);
    await page.goto(url);
    await page.waitForFunction('window.openedAt');
    return await page.evaluate<number>('window.openedAt');
  } finally {
    await context.close();
  }
}

export async function benchOpening(): Promise<string[]> {
  const [browser, lender] = await Promise.all([launch(), startLender({ pages: true })]);
  try {
    const times: Record<string, number[]> = {};
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, isOpen] of Object.entries(PAGES)) (times[name] ??= []).push(await open(browser, `${lender.url}/${name}`, isOpen));
    return Object.entries(times).flatMap(([name, all]) => [
      `${name}: ${spread(all)}`,
      `${median(all) <= GOAL ? 'reached' : 'NOT reached'}: the ${name} is open within ${GOAL} ms`,
    ]);
  } finally {
    await browser.close();
    await lender.stop();
  }
}
