import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium80, type Chromium80 } from '../support/chromium80.ts';
import { printFigures } from '../support/console.ts';
import { startLender, type TestLender } from '../support/testLender.ts';

/** The role that this engine gives a button that opens a dialog. */
const PICKER = 'combobox';

let browser: Chromium80;

/** Removes the errors after the first `count`. The test expects them. */
const take = (count: number): string[] => browser.errors.splice(count);
const launch = async () => {
  browser = await launchChromium80(printFigures);
};
const close = () => browser.close();

describe('Chromium 80, the oldest supported engine', () => {
  const page = `<!doctype html><title>Slip</title><h1>Loan slip</h1>
    <label>Amount <input></label>
    <button onclick="document.body.insertAdjacentHTML('beforeend', '<h2>Paid</h2>')">Pay</button>`;
  let server: Server;

  beforeAll(async () => {
    await launch();
    server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await browser.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
  afterAll(async () => {
    await close();
    await new Promise((resolve) => server.close(resolve));
  });

  it('oldest supported engine: it is Chromium 80', async () => {
    expect(browser.version).toMatch(/^HeadlessChrome\/80\./);
    expect(await browser.evaluate('typeof structuredClone + typeof [].at')).toBe('undefinedundefined');
  });

  it('Chromium 80, element with role and name: the test finds and presses it', async () => {
    await browser.find('heading', /^Loan slip$/);
    await browser.tap('button', /^Pay$/);
    expect(await browser.find('heading', /^Paid$/)).toEqual({ role: 'heading', name: 'Paid' });
  });

  it('Chromium 80, field: the test types into it like a person', async () => {
    await browser.fill('textbox', /^Amount$/, '1500');
    expect(await browser.evaluate('document.querySelector("input").value')).toBe('1500');
  });

  it('Chromium 80, page that throws: the error is reported to the test', async () => {
    await browser.evaluate('setTimeout(function () { throw new Error("no such method") })');
    await expect.poll(() => browser.errors.join()).toContain('no such method');
  });

  it('Chromium 80, the oldest supported engine, crashed page: is reported without a timeout', async () => {
    // The engine may answer the navigation before it reports the crash.
    await browser.open('chrome://crash/').catch(() => undefined);
    await expect(browser.find('heading', /^Not on any page$/)).rejects.toThrow('the page has crashed');
  });
});

describe('application in Chromium 80', () => {
  let lender: TestLender;

  beforeAll(async () => {
    await launch();
    lender = await startLender({ pages: true });
    await browser.open(`${lender.url}/`);
  });
  afterAll(async () => {
    await close();
    await lender.stop();
  });

  it('application in Chromium 80: it starts and shows home', async () => {
    await browser.find('heading', /^Hello$/);
    await browser.find('button', /^Apply$/);
    expect(browser.errors).toEqual([]);
  });

  it('application in Chromium 80: it registers a borrower', async () => {
    await browser.tap('button', /^Apply$/);
    await browser.find('heading', /^Sign in$/);
    await browser.fill('textbox', /^Mobile number/, '0712345678');
    await browser.tap('button', /^Send me a code$/);
    await browser.find('heading', /^Register$/);
    await browser.tap('checkbox', /18 or older/);
    await browser.tap('button', /^Send me a code$/);
    await browser.find('heading', /^Enter the verification code$/);
    await browser.fill('textbox', /^Verification code/, await lender.sandbox.codeFor('254712345678'));
    // Pixels by which the page scrolls sideways, and by which the code is scrolled out of its cells.
    const off = `[document.documentElement.scrollWidth - document.documentElement.clientWidth, document.getElementById('code').parentElement.scrollLeft].join()`;
    await expect.poll(() => browser.evaluate(off), { timeout: 20_000 }).toBe('0,0');
    await browser.tap('button', /^Confirm the code$/);
    await browser.find('heading', /^Choose your loan$/);
    expect(browser.errors).toEqual([]);
  });

  it('a script of another origin, and one within the page: are forbidden by the policy, and noticed', async () => {
    const { length } = browser.errors;
    await browser.evaluate(`['https://elsewhere.example/a.js', ''].forEach(function (src) {
      var script = document.createElement('script');
      if (src) script.src = src;
      else script.textContent = 'window.planted = true';
      document.body.append(script);
    })`);
    await expect.poll(() => browser.errors.length).toBe(length + 2);
    expect(await browser.evaluate('typeof window.planted')).toBe('undefined');
    const noticed = take(length);
    expect(noticed).toHaveLength(2);
    for (const line of noticed) expect(line).toMatch(/Content Security Policy/);
  });

  it('application in Chromium 80, picker sheet: opens, and the confirmed value is in the form', async () => {
    await browser.tap('button', /^Apply for KSh/);
    await browser.find('heading', /^Personal information$/);
    await browser.tap(PICKER, /^Type of home/);
    await browser.find('dialog', /^Type of home$/);
    await browser.tap('radio', /^Rented$/);
    await browser.tap('button', /^Confirm$/);
    expect(await browser.find(PICKER, /^Type of home Rented$/)).toEqual({ role: PICKER, name: 'Type of home Rented' });
    expect(browser.errors).toEqual([]);
  });

  it('Chromium 80, web view closed: session and draft are restored from a storage that shows neither', async () => {
    const text = String(await browser.evaluate('JSON.stringify(localStorage)'));
    expect(text).toContain('sealed');
    expect(text).not.toMatch(/rented|Bearer|254712345678/);
    await browser.open(`${lender.url}/?again#/auth/personal_infomation`);
    await browser.find(PICKER, /^Type of home Rented$/);
    expect(browser.errors).toEqual([]);
  });

  it('Chromium 80, page kept for the borrower, lender gone: app opens with the draft, also after a reload', async () => {
    const isKept = `caches.match(location.origin + '/').then(function (page) { return !!page })`;
    await expect.poll(() => browser.evaluate(isKept), { timeout: 20_000 }).toBe(true);
    await lender.pause();
    const { length } = browser.errors;
    try {
      await browser.open(`${lender.url}/?offline`);
      await browser.find('button', /^Try again$/);
      expect(await browser.evaluate(`JSON.stringify(localStorage).indexOf('sealed') > 0`)).toBe(true);
      await browser.evaluate('void location.reload()');
      await browser.find('button', /^Try again$/);
      // The engine logs every failed request.
      for (const line of take(length)) expect(line).toMatch(/Failed to load resource|net::ERR/);
    } finally {
      await lender.again();
    }
    await browser.open(`${lender.url}/?back#/auth/personal_infomation`);
    await browser.find(PICKER, /^Type of home Rented$/);
  });
});
