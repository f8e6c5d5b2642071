/** Measures the requests of a real browser to the real lender, from the first one to a usable home. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { FirstPaint } from './budgetLimits.ts';
import { brotliBytes } from './bundle.ts';
import { callsByModule, callsIn, type CalledFile } from './callsByModule.ts';

const PATIENCE_MS = 30_000;

/** An enabled button of the app. The buttons of the start page do not work before the app runs. */
const USABLE = '#app main button:not([disabled])';

/**
 * The first script in the page. It stores the moment at which home becomes usable. It contains no named function, because the
 * bundler's helper for function names does not exist in the page.
 */
const noteUsable = (selector: string) => {
  const page = window as Window & { usableAt?: number; draws?: number };
  page.draws = 0;
  new MutationObserver((changes) => {
    const root = document.getElementById('app');
    // The observer is called once for all changes of one rendering.
    if (changes.some(({ target }) => root !== null && root.contains(target))) page.draws = (page.draws ?? 0) + 1;
    if (page.usableAt === undefined && document.querySelector(selector)) page.usableAt = performance.now();
  }).observe(document, { childList: true, subtree: true, attributes: true });
};

/** Addresses that were requested after home was usable. */
const fetchedAhead = () => {
  const { usableAt = 0 } = window as Window & { usableAt?: number };
  const entries = performance.getEntriesByType('resource').filter(({ startTime }) => startTime > usableAt);
  return entries.map(({ name }) => name);
};

/** Whether files were fetched ahead, and the last request is a second ago. */
const isAtRest = () => {
  const { usableAt = 0 } = window as Window & { usableAt?: number };
  const last = Math.max(0, ...performance.getEntriesByType('resource').map(({ startTime }) => startTime));
  return last > usableAt && performance.now() - last > 1_000;
};

/** The functions called so far in the files of these addresses. */
async function calledIn(profiler: CDPSession, addresses: ReadonlySet<string>): Promise<CalledFile[]> {
  const { result } = await profiler.send('Profiler.takePreciseCoverage');
  return result.filter(({ url }) => addresses.has(url));
}

interface Asked {
  url: string;
  type: string;
}

/** The icon is ignored: some versions of the browser request it by themselves. */
const ICON = /\/assets\/icon-/;

/**
 * The future requests of the page, by id. Requests that the cache answers are removed, such as the import of a fetched file.
 */
async function requestsOnTheWire(page: Page): Promise<ReadonlyMap<string, Asked>> {
  const requests = new Map<string, Asked>();
  const wire = await page.context().newCDPSession(page);
  wire.on('Network.requestWillBeSent', ({ requestId, request, type = 'other' }) => {
    if (!request.url.startsWith('data:') && !ICON.test(request.url))
      requests.set(requestId, { url: request.url, type: type.toLowerCase() });
  });
  wire.on('Network.requestServedFromCache', ({ requestId }) => void requests.delete(requestId));
  wire.on('Network.responseReceived', ({ requestId, response }) => void (response.fromDiskCache && requests.delete(requestId)));
  await wire.send('Network.enable');
  return requests;
}

/** Measures the requests of a phone that saves data before the first touch, with headers. */
async function measureSaving(browser: Browser, address: string): Promise<FirstPaint['saving']> {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  const wire = await page.context().newCDPSession(page);
  const addresses = new Map<string, string>();
  const saving: { url: string; bytes: number }[] = [];
  wire.on('Network.requestWillBeSent', ({ requestId, request }) => void addresses.set(requestId, request.url));
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    const url = addresses.get(requestId);
    // The import of a fetched file is answered by the cache, without bytes.
    if (url !== undefined && bytes > 0 && !ICON.test(url)) saving.push({ url, bytes });
  });
  await wire.send('Network.enable');
  await wire.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
  await page.goto(address);
  await page.locator('#start button').first().waitFor({ timeout: PATIENCE_MS });
  await page.waitForLoadState('networkidle');
  return saving;
}

/**
 * Number of starts, of which the one with the fewest calls counts. An interrupted start makes React render once more, with a
 * thousand calls, and whether a start is interrupted depends on the load of the machine.
 */
const STARTS = 3;

type Start = Pick<FirstPaint, 'requests' | 'ahead' | 'draws'> & { called: CalledFile[] };

/** Measures one first visit, with an empty cache, until home is usable and the page is idle. */
async function measureStart(browser: Browser, origin: string): Promise<Start> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const requests = await requestsOnTheWire(page);
  await page.addInitScript(noteUsable, USABLE);
  const profiler = await context.newCDPSession(page);
  await profiler.send('Profiler.enable');
  await profiler.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => 'usableAt' in window, undefined, { timeout: PATIENCE_MS });
  await page.waitForLoadState('networkidle');
  // The copy is made before the query, so that requests which begin during the query are not in it.
  const until = [...requests.values()];
  const early = new Set(await page.evaluate(fetchedAhead));
  const fetched = until.filter(({ url }) => !early.has(url));
  const called = await calledIn(profiler, new Set(fetched.map(({ url }) => url)));
  await page.waitForFunction(isAtRest, undefined, { timeout: PATIENCE_MS });
  const ahead = new Set(await page.evaluate(fetchedAhead));
  const draws = await page.evaluate(() => (window as Window & { draws?: number }).draws ?? 0);
  await context.close();
  return { requests: fetched, ahead: [...requests.values()].filter(({ url }) => ahead.has(url)), called, draws };
}

/**
 * @param origin of a lender with the built application.
 * @throws when home does not become usable.
 */
export async function measureFirstPaint(browser: Browser, origin: string): Promise<FirstPaint> {
  const { called, ...first } = await measureStart(browser, origin);
  const starts = [called];
  while (starts.length < STARTS) starts.push((await measureStart(browser, origin)).called);
  return {
    ...first,
    origin,
    calls: callsByModule(starts.reduce((least, one) => (callsIn(one) < callsIn(least) ? one : least))),
    htmlBytes: brotliBytes(await (await fetch(`${origin}/`)).text()),
    saving: await measureSaving(browser, `${origin}/`),
  };
}
