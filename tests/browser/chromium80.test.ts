import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium80, type Chromium80 } from '../support/chromium80.ts';
import { printFigures } from '../support/console.ts';

let browser: Chromium80;

beforeAll(async () => {
  browser = await launchChromium80(printFigures);
}, 300_000);

afterAll(() => browser.close());

describe('Chromium 80, the oldest engine promised', () => {
  const page = `<!doctype html><title>Slip</title><h1>Loan slip</h1>
    <label>Amount <input></label>
    <button onclick="document.body.insertAdjacentHTML('beforeend', '<h2>Paid</h2>')">Pay</button>`;
  let server: Server;
  beforeAll(async () => {
    server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await browser.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('really is that old', async () => {
    expect(browser.version).toMatch(/^HeadlessChrome\/80\./);
    expect(await browser.evaluate('typeof structuredClone + typeof [].at')).toBe('undefinedundefined');
  });

  it('is driven by role and name', async () => {
    await browser.find('heading', /^Loan slip$/);
    await browser.tap('button', /^Pay$/);
    expect(await browser.find('heading', /^Paid$/)).toEqual({ role: 'heading', name: 'Paid' });
  });

  it('types where a person would', async () => {
    await browser.fill('textbox', /^Amount$/, '1500');
    expect(await browser.evaluate('document.querySelector("input").value')).toBe('1500');
  });

  it('reports what goes wrong in the page', async () => {
    await browser.evaluate('setTimeout(function () { throw new Error("no such method") })');
    await browser.evaluate('new Promise(function (done) { setTimeout(done, 50) })');
    expect(browser.errors.join()).toContain('no such method');
  });
});
