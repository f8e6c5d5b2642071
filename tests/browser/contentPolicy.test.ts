/** The policy of the pages in a browser: the tests notice every violation, and the pages of `npm run dev` keep the policy. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { devPages } from '#server/simulation/devPages.ts';
import { startLender as startInProcess } from '#server/startLender.ts';
import { sharedBrowser } from '#tests/support/chromium.ts';
import { expectConsole } from '#tests/support/console.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';
import { copyFreshDatabase } from '#tests/support/freshDatabase.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';

let browser: Browser;
let lender: TestLender;

beforeAll(async () => {
  [browser, lender] = await Promise.all([sharedBrowser(), startLender({ pages: true })]);
});
afterAll(async () => {
  await browser.close();
  await lender.stop();
  removeTemporaryFolders();
});

/** Collects the directives that are violated from now on, by the engine's events. */
async function watchViolations(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const found: string[] = [];
    Object.assign(window, { found });
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => void found.push(effectiveDirective));
  });
  return () => page.evaluate(() => (window as unknown as { found: string[] }).found);
}

it('page that breaks its policy: every violation is blocked, and fails a test that does not expect it', async () => {
  for (const path of ['/', '/sandbox', '/inspector', '/shell-check']) {
    const page = await browser.newPage();
    await page.goto(lender.url + path);
    expectConsole('error', /Content Security Policy/);
    const found = await watchViolations(page);
    await page.evaluate(() => {
      const add = (tag: string, attributes: Record<string, string>, text = ''): void => {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        element.textContent = text;
        document.body.append(element);
      };
      add('script', {}, 'window.planted = true');
      add('script', { src: 'https://elsewhere.example/a.js' });
      add('style', {}, 'body { color: red }');
      add('img', { src: 'https://elsewhere.example/a.png' });
      add('iframe', { src: 'https://elsewhere.example/' });
      add('object', { data: 'https://elsewhere.example/a.pdf' });
      add('base', { href: 'https://elsewhere.example/' });
      fetch('https://elsewhere.example/').catch(() => undefined);
      // oxlint-disable-next-line typescript/no-implied-eval
      setTimeout('window.planted = true');
    });
    const expected = ['base-uri', 'connect-src', 'frame-src', 'img-src', 'object-src', 'script-src', 'script-src-elem', 'style-src-elem'];
    await expect.poll(found).toEqual(expect.arrayContaining(expected));
    expect(await page.evaluate(() => 'planted' in window)).toBe(false);
    await page.close();
  }
});

it('npm run dev: its pages work, hot reload is connected, and nothing breaks their policy', async () => {
  const dataDir = temporaryFolder();
  await copyFreshDatabase(dataDir);
  const dev = await startInProcess(readConfig({ SANDBOX: '1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), {
    extend: (app) => devPages(app, 'silent'),
  });
  const page = await browser.newPage();
  const lines: string[] = [];
  page.on('console', (line) => lines.push(line.text()));
  try {
    await page.goto(`${dev.url}/sandbox`);
    await page.frameLocator('iframe[title="App"]').getByRole('button', { name: 'Apply', exact: true }).waitFor();
    await expect.poll(() => lines.join()).toContain('[vite] connected');
    expect((await page.request.get(`${dev.url}/`)).headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-[^']{24}';/);
    // The style elements that Vite adds are applied.
    expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px');
  } finally {
    await page.close();
    await dev.close();
  }
});
