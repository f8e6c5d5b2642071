/**
 * How long a key press on the heaviest form takes until it is painted, on a six times slower processor. For comparison the same
 * is measured in turn for a bare input on the same page, and for an input on an otherwise empty page.
 */
import type { Page } from 'playwright-core';
import { launch, PHONE } from '../support/chromium.ts';
import { openGallery } from '../support/gallery.ts';
import { median, spread, times } from './measuredTimes.ts';

const SLOWDOWN = 6;
const CONTACTS = 5;
const PRESSES = 20;
/** Goal in ms. `tests/browser/keyLatency.test.ts` has limits for counts of a press's work. */
const GOAL = 50;

declare global {
  interface Window {
    /** ms until each key press was painted. */
    painted: number[];
  }
}

/** A script in the page. It measures from the arrival of the key in the browser to the first task after the frame. */
function watchKeys(): void {
  const bare = document.createElement('input');
  bare.id = 'bare';
  document.body.append(bare);
  window.painted = [];
  document.addEventListener(
    'keydown',
    (event) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => window.painted.push(performance.now() - event.timeStamp));
        port1.start();
        port2.postMessage(null);
      });
    },
    true,
  );
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Types letters as a person does. Meanwhile no queries are sent to the page, because they would be additional work.
 * @returns ms until each letter was painted
 */
async function typed(page: Page, id: string): Promise<readonly number[]> {
  await page.bringToFront();
  await page.evaluate((field) => {
    window.painted.length = 0;
    document.getElementById(field)?.focus();
  }, id);
  await pause(700);
  for (let n = 0; n < PRESSES; n++) {
    await page.keyboard.press(String.fromCharCode(97 + (n % 26)));
    // The pause varies, so that presses are not synchronous with frames.
    await pause(157 + 7 * (n % 5));
  }
  await page.waitForFunction((count) => window.painted.length === count, PRESSES, { polling: 100 });
  return page.evaluate(() => window.painted.slice());
}

export async function benchTyping(): Promise<string[]> {
  const [browser, gallery] = await Promise.all([launch(), openGallery('shipped')]);
  try {
    const page = await (await browser.newContext(PHONE)).newPage();
    await page.goto(gallery.url);
    await page.waitForFunction(() => window.live);
    await page.evaluate(() => window.live?.start('additionalInfo', 'five contacts'));
    await page.getByLabel('Name of contact 5').waitFor();
    const empty = await (await browser.newContext(PHONE)).newPage();
    await empty.setContent('<meta name="viewport" content="width=device-width">');
    for (const one of [page, empty]) {
      await one.evaluate(watchKeys);
      await (await one.context().newCDPSession(one)).send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    }
    const form: number[] = [];
    const bare: number[] = [];
    const floor: number[] = [];
    for (let contact = 1; contact <= CONTACTS; contact++) {
      floor.push(...(await typed(empty, 'bare')));
      bare.push(...(await typed(page, 'bare')));
      form.push(...(await typed(page, `field-emergencyContactName${contact}`)));
    }
    return [
      `${CONTACTS * PRESSES} key presses on a processor ${SLOWDOWN} times slower, until painted`,
      `on the heaviest form: ${spread(form)}`,
      `on a bare input beside it: ${spread(bare)}`,
      `on a page with nothing else: ${spread(floor)}`,
      `${median(form) <= GOAL ? 'reached' : 'NOT reached'}: a press on the form is painted within ${GOAL} ms`,
      `a press on the form takes ${times(median(form), median(bare))} as long as on the bare input`,
    ];
  } finally {
    await browser.close();
    await gallery.close();
  }
}
