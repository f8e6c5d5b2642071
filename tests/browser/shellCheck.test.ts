/** The page for native teams, opened in a web view whose shell is as documented. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeComplaints } from '#tests/support/axe.ts';
import { PHONE, sharedBrowser } from '#tests/support/chromium.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';

let browser: Browser;
let lender: TestLender;
beforeAll(async () => {
  [browser, lender] = await Promise.all([sharedBrowser(), startLender({ pages: true })]);
});
afterAll(async () => {
  await browser.close();
  await lender.stop();
});

/** Written out: it runs in the web view before the page. */
const SHELL = `
  var session = { token: 't-1', userId: 'u-1', mobile: '254712345678' };
  var results = {
    hello: function () { return { shell: 'Test 1.0', actions: ['hello', 'getLoginInfo', 'toLogin', 'logout', 'timeSDK', 'selectContact'] }; },
    getLoginInfo: function () { return session; },
    toLogin: function () { return Object.assign({ ok: true }, session); },
    logout: function () { session = { token: null }; return null; },
    timeSDK: function () { return { status: 0 }; },
    selectContact: function () { return { ok: false }; },
  };
  window.AndroidBridge = { postMessage: function (json) {
    var request = JSON.parse(json);
    onLoanShellMessage(JSON.stringify({ bridge: 'loan-shell', v: 1, id: request.id, ok: true, result: results[request.action]() }));
  } };
`;

it('web view with a shell: every action is checked, a message is waited for until it is skipped, and the report can be copied', async () => {
  const context = await browser.newContext(PHONE);
  await context.addInitScript(SHELL);
  const page = await context.newPage();
  await page.goto(`${lender.url}/shell-check`);
  expect(await axeComplaints(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Send this phone a push message about a loan.').waitFor();
  await page.evaluate(() => {
    const say = (window as unknown as Record<string, (json: string) => void>)['onLoanShellMessage'];
    say?.('{"bridge":"loan-shell","v":1,"push":{"orderNo":"LN1"}}');
  });
  await page.getByText('Sign in to the native app outside this page, or out of it.').waitFor();
  await page.getByRole('button', { name: 'Skip this step' }).click();
  await page.getByText('Everything that was checked is as documented.').waitFor();
  const report = await page.getByLabel('Report').inputValue();
  expect(
    report
      .split('\n')
      .filter((line) => /^[A-Z]+ +\w/.test(line))
      .map((line) => line.replace(/ +\(.*$/, '')),
  ).toEqual([
    'GOOD       hello',
    'GOOD       getLoginInfo at the start',
    'SKIPPED    logEventByLocal',
    'SKIPPED    logEventByAF',
    'GOOD       selectContact',
    'GOOD       toLogin',
    'GOOD       timeSDK',
    'GOOD       logout',
    'GOOD       getLoginInfo after logout',
    'GOOD       push',
    'SKIPPED    login',
  ]);
  expect(await axeComplaints(page)).toEqual([]);
  await page.getByRole('button', { name: 'Copy the report' }).click();
  await page.getByText(/^(Copied\.|This web view does not let the page copy\.)/).waitFor();
  await context.close();
});

it('browser without a native app: says so', async () => {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.goto(`${lender.url}/shell-check`);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('alert').getByText('There is no native app around this page').waitFor();
  await context.close();
});
