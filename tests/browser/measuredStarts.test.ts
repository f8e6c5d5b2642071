/** The starts that the budget measures: each file that several screens share is requested by one of them, so its size is held. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedBrowser } from '#tests/support/chromium.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { measureStarts } from '../../scripts/lib/measureStarts.ts';

let browser: Browser;
let lender: TestLender;
beforeAll(async () => {
  [browser, lender] = await Promise.all([sharedBrowser(), startLender({ pages: true })]);
});
afterAll(async () => {
  await browser.close();
  await lender.stop();
});

const VISITOR = ['index', 'chart', 'react', 'page', 'style', 'firstForm', 'formVendor'];
const EVERY_FORM = ['fields', 'sections', 'common', 'i18n', 'safe', 'ports'];

it('starts that the budget measures: home with a loan, the personal form and two languages request each shared file', async () => {
  const starts = await measureStarts(browser, { url: lender.url, store: lender.inside().store });
  const namesIn = (urls: readonly string[]) => urls.map((url) => url.replace(/^.*\//, '').replace(/-[\w-]{8}\.\w+$/, ''));
  expect(namesIn(starts.signedIn)).toEqual(expect.arrayContaining([...VISITOR, ...EVERY_FORM, 'home', 'cards', 'repayDetail']));
  expect(namesIn(starts.deepLink)).toEqual(expect.arrayContaining([...VISITOR, ...EVERY_FORM, 'personalInfo']));
  expect(namesIn(starts.swahili)).toEqual(expect.arrayContaining([...VISITOR, '_first-texts_sw']));
  expect(namesIn(starts.spanish)).toEqual(expect.arrayContaining([...VISITOR, '_first-texts_es']));
});
