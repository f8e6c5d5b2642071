/** A form fits on a small screen, and its problems are visible at every scroll position. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE } from '#tests/support/chromium.ts';
import { setLivePage } from './livePage.ts';

const FORMS = ['personalInfo', 'additionalInfo', 'bankAccount', 'loanQuestion', 'idPhotos'] as const;

const live = setLivePage();
const { start, focused, button } = live;
let page: Page;
/** Draws examples without an actor. The examples on `page` have one. */
let drawings: Page;
beforeAll(async () => {
  page = live.page;
  drawings = await live.open();
});

/** Runs in the page: by how many pixels each example, and an open sheet in it, are wider than the phone. */
async function widths({ screen, examples }: { screen: string; examples: readonly string[] }): Promise<[string, number, number][]> {
  const found: [string, number, number][] = [];
  for (const example of examples) {
    await window.gallery?.show(screen, example, 'es');
    const dialog = document.querySelector('dialog');
    found.push([example, document.documentElement.scrollWidth - window.innerWidth, dialog ? dialog.scrollWidth - dialog.clientWidth : 0]);
  }
  return found;
}

describe('examples of the forms', () => {
  const found: Record<string, string[]> = {};
  beforeAll(async () => Object.assign(found, await drawings.evaluate(() => window.gallery?.list())));

  it.each(FORMS)('form %s: does not scroll sideways at 320 px and at double text size', async (screen) => {
    const sizes = [
      { width: 320, font: '16px' },
      { width: 360, font: '32px' },
    ];
    for (const { width, font } of sizes) {
      await drawings.setViewportSize({ width, height: 740 });
      await drawings.evaluate((size) => (document.documentElement.style.fontSize = size), font);
      const wide = await drawings.evaluate(widths, { screen, examples: found[screen] ?? [] });
      expect(wide, `${width} px, ${font}`).toEqual((found[screen] ?? []).map((example) => [example, 0, 0]));
    }
    await drawings.setViewportSize(PHONE.viewport);
    await drawings.evaluate(() => (document.documentElement.style.fontSize = ''));
  });

  it('examples of the forms: every touch target is at least 44 px', async () => {
    for (const [screen, example] of [
      ['personalInfo', 'filled'],
      ['additionalInfo', 'filled'],
      ['bankAccount', 'bank account'],
      ['loanQuestion', 'partly answered'],
      ['idPhotos', 'front is clear'],
    ] as const) {
      await drawings.evaluate(([a, b]) => window.gallery?.show(a, b), [screen, example] as const);
      const small = await drawings.evaluate(() =>
        [
          ...document.querySelectorAll<HTMLElement>(
            'main button, main input:not([type=file]), main label:not([for]), main summary, footer button',
          ),
        ]
          .filter((target) => !target.closest('label') || target.tagName === 'LABEL')
          .map((target) => ({ html: target.outerHTML.slice(0, 90), height: target.getBoundingClientRect().height }))
          .filter(({ height }) => height > 0 && height < 44),
      );
      expect(small, screen).toEqual([]);
    }
  });
});

describe('form that could not be saved', () => {
  it('form that could not be saved, any scroll position: the reason stands beside the button and has the focus', async () => {
    await start('personalInfo', 'offline');
    const note = page.getByRole('contentinfo').getByRole('alert');
    await note.getByText('You are offline. Nothing was sent.').waitFor();
    await expect.poll(() => note.evaluate((one) => one === document.activeElement)).toBe(true);
    for (const end of [0, 100_000]) {
      await page.evaluate((top) => window.scrollTo(0, top), end);
      const { y = -1, height = 0 } = (await note.boundingBox()) ?? {};
      expect(y).toBeGreaterThan(0);
      expect(y + height).toBeLessThan(PHONE.viewport.height);
    }
  });
});

describe('page at any scroll position', () => {
  it.each([
    ['loanQuestion', 'review, not sent'],
    ['idPhotos', 'not sent'],
  ])('page %s at any scroll position: the failure stands beside the button', async (screen, example) => {
    await start(screen, example);
    const note = page.getByRole('alert').filter({ hasText: 'the network failed' });
    for (const end of [0, 100_000]) {
      await page.evaluate((top) => window.scrollTo(0, top), end);
      const { y = -1, height = 0 } = (await note.boundingBox()) ?? {};
      expect(y).toBeGreaterThan(0);
      expect(y + height).toBeLessThan(PHONE.viewport.height);
    }
  });

  const seesFirst = async (id: string) => {
    await expect.poll(focused).toBe(id);
    const { y = -1 } = (await page.getByText('Error:').first().locator('xpath=..').boundingBox()) ?? {};
    expect(y).toBeGreaterThan(await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().bottom));
  };

  it('page at any scroll position, amount refused: every press moves focus and view to its field', async () => {
    await start('repayDetail', 'choosing');
    await page.getByLabel('Another amount').check();
    for (const amount of ['100', '999999']) {
      await page.getByLabel('Amount to pay').fill(amount);
      await page.evaluate(() => window.scrollTo(0, 100_000));
      await button('Pay').click();
      await seesFirst('amount');
    }
  });

  it('page at any scroll position, incomplete proof: focus and view move to the first missing field', async () => {
    await start('proofs', 'first');
    await page.evaluate(() => window.scrollTo(0, 100_000));
    await button('Send the proof').click();
    await seesFirst('receipt');
    await page.getByLabel('M\u2011PESA receipt number').fill('TBN1A2B3C4');
    await page.evaluate(() => window.scrollTo(0, 100_000));
    await button('Send the proof').click();
    await seesFirst('amount');
  });
});
