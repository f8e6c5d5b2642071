/** The content of a picture of the storyboard. */
import sharp from 'sharp';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, PHONE } from '../support/chromium.ts';
import { pictureOf } from '../storyboard/draw.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launch();
  page = await (await browser.newContext(PHONE)).newPage();
});
afterAll(() => browser.close());

const { viewport, deviceScaleFactor } = PHONE;
async function heightOf(body: string): Promise<number> {
  await page.setContent(`<!doctype html><meta name="viewport" content="width=device-width"><style>body{margin:0}</style>${body}`);
  const { height } = await sharp(await pictureOf(page)).metadata();
  expect(page.viewportSize()).toEqual(viewport);
  return height / deviceScaleFactor;
}

it('storyboard picture: is as tall as its content, and at least a phone', async () => {
  expect(await heightOf('<p>Short</p>')).toBe(viewport.height);
  expect(await heightOf('<div style="height:1500px">Tall</div>')).toBe(1_500);
});

it('storyboard picture with a sheet at the foot: is as tall as the phone', async () => {
  expect(await heightOf('<div style="height:1500px">Tall</div><dialog open>Sheet</dialog>')).toBe(viewport.height);
});
