/** The built page as an operator deploys it: on a static server, below a path, with a back end beside it or elsewhere. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#src/api/contract.ts';
import { createEncrypt, encryptPath } from '#src/api/envelope.ts';
import { STORAGE_KEY } from '#src/app/storedFormat.ts';
import { sharedBrowser } from '#tests/support/chromium.ts';
import { startStaticServer, type StaticServer } from '#tests/support/deployedPage.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { openWebView, type WebView } from './webViewFixture.ts';

const PACKAGE_NAME = 'ke.kopa.loan';
const mobile = '254712000901';

let browser: Browser;
let lender: TestLender;
let pages: StaticServer;
/** A server of the page that is also a proxy to the back end: both have one origin. */
let beside: StaticServer;
const views: WebView[] = [];

beforeAll(async () => {
  browser = await sharedBrowser();
  pages = await startStaticServer({ at: '/loan/' });
  lender = await startLender({ env: { CORS_ORIGINS: pages.origin, PACKAGE_NAME } });
  beside = await startStaticServer({ at: '/loan/', proxy: { path: '/loan/backend', to: lender.url } });
});
afterEach(async () => {
  for (const view of views.splice(0)) await view.context.close();
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([pages?.stop(), beside?.stop()]);
  await lender?.stop();
});

interface Opened extends WebView {
  calls: string[];
  files: string[];
  failed: string[];
}

async function open(server: StaticServer, hash = '', stored?: object): Promise<Opened> {
  const calls: string[] = [];
  const files: string[] = [];
  const failed: string[] = [];
  const view = await openWebView(browser, `${server.origin}/loan`, {
    hash,
    before: async (context) => {
      context.on('request', (request) => {
        (/\/(api|cou)\/[0-9a-f]+\/e/.test(request.url()) ? calls : files).push(request.url());
      });
      context.on('response', (response) => {
        if (response.status() >= 400) failed.push(response.url());
      });
      context.on('requestfailed', (request) => failed.push(request.url()));
      if (stored)
        await context.addInitScript(
          ([key, value]) => localStorage.setItem(key as string, value as string),
          [STORAGE_KEY, JSON.stringify(stored)],
        );
    },
  });
  views.push(view);
  return { ...view, calls, files, failed };
}

/** From a visitor's home to a session: asks for a code and types it. */
async function signUp({ page }: WebView, number: string): Promise<void> {
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByLabel('Mobile number').fill(`0${number.slice(3)}`);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByRole('heading', { level: 1, name: 'Register' }).waitFor();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByRole('heading', { level: 1, name: 'Enter the verification code' }).waitFor();
  await page.getByLabel('Verification code').fill(await lender.sandbox.codeFor(number));
  await page.getByRole('button', { name: 'Confirm the code' }).click();
  await page.getByRole('heading', { level: 1, name: 'Choose your loan' }).waitFor();
}

describe('page under /loan/', () => {
  it('back end under /loan/backend: a borrower registers, every file is found, and nothing breaks the policy', async () => {
    beside.change({ packageName: PACKAGE_NAME, appName: 'Kopa Sasa', backEnd: '/loan/backend' });
    const view = await open(beside);
    await expect.poll(() => view.page.title()).toBe('Kopa Sasa');
    await signUp(view, mobile);
    expect(view.failed).toEqual([]);
    expect(view.errors).toEqual([]);
    expect(new Set(view.calls.map((url) => url.slice(0, url.search(/\/(api|cou)\//))))).toEqual(new Set([`${beside.origin}/loan/backend`]));
  });

  it('back end beside the page, named from it: is found', async () => {
    beside.change({ backEnd: './backend' });
    const view = await open(beside);
    await view.page.getByRole('button', { name: 'Apply', exact: true }).waitFor();
    expect(view.calls[0]).toMatch(`${beside.origin}/loan/backend/api/`);
    expect(view.failed).toEqual([]);
  });

  it('back end of another origin: a borrower registers, and the page reads the clock of the lender', async () => {
    pages.change({ packageName: PACKAGE_NAME, appName: 'Kopa Sasa', backEnd: lender.url });
    await lender.sandbox.advance(20 * 60_000);
    const view = await open(pages);
    // The clocks are twenty minutes apart: the lender would refuse every call as stale if the page used its own clock.
    await signUp(view, '254712000902');
    expect(view.failed).toEqual([]);
    expect(view.errors).toEqual([]);
    expect(view.calls.every((url) => url.startsWith(`${lender.url}/`))).toBe(true);
  });

  it('page under /loan/, settings: cost no request', async () => {
    beside.change({ backEnd: '/loan/backend' });
    const view = await open(beside);
    await view.page.getByRole('button', { name: 'Apply', exact: true }).waitFor();
    expect(view.files.filter((url) => /settings|adapter|plainWire|fallbackTexts/i.test(url))).toEqual([]);
    expect(view.files.some((url) => url.endsWith('.js'))).toBe(true);
  });

  it('back end that cannot be reached: the page names the support of its settings', async () => {
    beside.change({ packageName: PACKAGE_NAME, backEnd: '/loan/backend', support: { email: 'help@kopa.ke', whatsapp: '254712345678' } });
    const view = await open(beside);
    const { page } = view;
    await page.getByRole('button', { name: 'Apply', exact: true }).waitFor();
    const path = encryptPath(createEncrypt(PACKAGE_NAME), contract.customerService.path);
    await view.context.route(`**${path}?*`, (route) => route.fulfill({ json: { code: 1002, msg: '', data: null } }));
    await view.typePath('/user_center/faq');
    await page.getByText('There is nothing at this address').waitFor();
    await page.getByText('help@kopa.ke').waitFor();
    await page.getByText('712 345 678').waitFor();
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
  });
});

describe('settings that cannot be used', () => {
  const html = (): string => readFileSync(join(pages.folder, 'index.html'), 'utf8');
  let whole = '';
  beforeAll(() => {
    pages.change({ backEnd: null, support: null });
    whole = html();
  });
  afterEach(() => writeFileSync(join(pages.folder, 'index.html'), whole));
  const write = (line: string): void => {
    writeFileSync(join(pages.folder, 'index.html'), whole.replace(/<script type="application\/json"[^]*?<\/script>/, line));
    rmSync(join(pages.folder, 'index.html.br'), { force: true });
  };

  it.each([
    ['no line', '', 'The page has no settings'],
    [
      'a placeholder that nobody filled',
      '<script type="application/json" id="settings">{{SETTINGS}}</script>',
      'The settings are no JSON.',
    ],
    ['no package name', '<script type="application/json" id="settings">{"appName":"Kopa"}</script>', 'packageName is missing'],
    [
      'an address that is none',
      '<script type="application/json" id="settings">{"packageName":"ke.kopa.loan","appName":"Kopa","backEnd":"https://"}</script>',
      'backEnd must not end with a slash.',
    ],
  ])('page settings, %s: the page names the mistake, sends no call, and offers to try again', async (_, line, sentence) => {
    write(line);
    const { page, calls, errors } = await open(pages);
    const card = page.getByRole('alert');
    await card.getByText('This app is not set up correctly').waitFor();
    await card.getByText(sentence).waitFor();
    expect(calls).toEqual([]);
    expect(errors).toEqual([]);
    writeFileSync(join(pages.folder, 'index.html'), whole);
    await card.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('page settings with a mistake, borrower who reads Swahili: the message is in Swahili', async () => {
    write('');
    const { page } = await open(pages, '', { language: 'sw' });
    await page.getByRole('alert').getByText('Programu hii haijawekwa sawa').waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('sw');
  });
});
