/**
 * What a key press on the heaviest form costs the page, in counts that are the same on every machine. `npm run bench --
 * typing` times it.
 */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, PHONE } from '#tests/support/chromium.ts';
import { printFigures } from '#tests/support/console.ts';
import { drawn } from '#tests/support/drawn.ts';
import { openGallery, type Gallery } from '#tests/support/gallery.ts';
import { countWork, workDone } from '#tests/support/pageWork.ts';

const SLOWDOWN = 6;
const PRESSES = 10;
/**
 * Most function calls that one key press may run, from the browser's first event to the drawing after the paint. React and
 * the form machine are included.
 */
const CALLS = 2_000;
/** Most nodes of the document that one key press may change. */
const NODES = 6;

let browser: Browser;
let gallery: Gallery;
let page: Page;
let cdp: CDPSession;

beforeAll(async () => {
  [browser, gallery] = await Promise.all([launch(), openGallery('shipped')]);
  page = await (await browser.newContext(PHONE)).newPage();
  cdp = await page.context().newCDPSession(page);
  await countWork(page);
  await page.goto(gallery.url);
  await page.waitForFunction(() => window.live);
  await page.evaluate(() => window.live?.start('additionalInfo', 'five contacts'));
  await page.getByLabel('Name of contact 5').waitFor();
});
afterAll(async () => {
  await browser.close();
  await gallery.close();
});

const field = (contact: number) => page.locator(`#field-emergencyContactName${contact}`);

/** Focuses the field and types the first letter. From then on the form reports unsaved values. */
async function begin(contact: number): Promise<void> {
  await field(contact).fill('');
  await page.keyboard.press('a');
  await drawn(page);
}

describe('letter typed into the form with five contacts', () => {
  it(`letter typed into the form with five contacts: it runs at most ${CALLS} function calls`, async () => {
    await begin(5);
    await cdp.send('Profiler.enable');
    await cdp.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    let calls = 0;
    for (let n = 0; n < PRESSES; n++) {
      await cdp.send('Profiler.takePreciseCoverage');
      await page.keyboard.press('b');
      await drawn(page);
      const { result } = await cdp.send('Profiler.takePreciseCoverage');
      calls += result
        .flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0]?.count ?? 0))
        .reduce((sum, count) => sum + count, 0);
    }
    await cdp.send('Profiler.stopPreciseCoverage');
    await cdp.send('Profiler.disable');
    printFigures(`a key press on the heaviest form runs ${(calls / PRESSES).toFixed(0)} function calls`);
    expect(calls).toBeGreaterThan(0);
    expect(calls / PRESSES).toBeLessThanOrEqual(CALLS);
  });

  it(`letter typed into the form with five contacts: it is drawn once, and changes at most ${NODES} nodes`, async () => {
    await begin(4);
    await workDone(page);
    const works = [];
    for (let n = 0; n < PRESSES; n++) {
      await page.keyboard.press('b');
      await drawn(page);
      works.push(await workDone(page));
    }
    const nodes = Math.max(...works.map((work) => work.nodes));
    printFigures(`a key press on the heaviest form changes ${nodes} nodes`);
    expect(works.map(({ commits }) => commits)).toEqual(Array<number>(PRESSES).fill(1));
    expect(nodes).toBeLessThanOrEqual(NODES);
  });

  it(`processor ${SLOWDOWN} times slower, next letter at any time: is kept`, async () => {
    const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
    await field(3).fill('');
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    // The letters are sent without waiting, so they queue up while the page draws.
    await Promise.all([...LETTERS].map((letter) => cdp.send('Input.insertText', { text: letter })));
    await drawn(page);
    expect(await field(3).inputValue()).toBe(LETTERS);
    await field(3).blur();
    const kept = () => page.evaluate(() => window.live?.context().drafts.additionalInfo?.values['emergencyContactName3']);
    await expect.poll(kept).toBe(LETTERS);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  });
});
