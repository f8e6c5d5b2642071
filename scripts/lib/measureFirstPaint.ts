/** Measures what a browser fetches from the first request to a usable home, with a real browser and the real lender. */
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { findChromium } from './browser.mjs';
import type { FirstPaint } from './budgetLimits.ts';
import { brotliBytes } from './bundle.ts';
import { withLender } from './temporaryLender.ts';

const PATIENCE_MS = 30_000;

/** A button of the app itself: the start page shows one that waits for it. */
const USABLE = '#app main button:not([disabled])';

/**
 * Runs in the page before anything else: stores the moment at which home becomes usable. It contains no named
 * function, because the bundler's helper for function names does not exist in the page.
 */
const noteUsable = (selector: string) => {
  const page = window as Window & { usableAt?: number; draws?: number };
  page.draws = 0;
  new MutationObserver((changes) => {
    const root = document.getElementById('app');
    // The observer gets all changes of one drawing in one call.
    if (changes.some(({ target }) => root !== null && root.contains(target))) page.draws = (page.draws ?? 0) + 1;
    if (page.usableAt === undefined && document.querySelector(selector)) page.usableAt = performance.now();
  }).observe(document, { childList: true, subtree: true, attributes: true });
};

/** Addresses requested after that moment: prefetched files delay nobody. */
const fetchedAhead = () => {
  const { usableAt = 0 } = window as Window & { usableAt?: number };
  const entries = performance.getEntriesByType('resource').filter(({ startTime }) => startTime > usableAt);
  return entries.map(({ name }) => name);
};

/** Nothing was asked for in the last second, and something was fetched ahead. */
const isAtRest = () => {
  const { usableAt = 0 } = window as Window & { usableAt?: number };
  const last = Math.max(0, ...performance.getEntriesByType('resource').map(({ startTime }) => startTime));
  return last > usableAt && performance.now() - last > 1_000;
};

/** Calls of functions of these addresses so far. */
async function callsIn(profiler: CDPSession, addresses: ReadonlySet<string>): Promise<number> {
  const { result } = await profiler.send('Profiler.takePreciseCoverage');
  const own = result.filter(({ url }) => addresses.has(url)).flatMap(({ functions }) => functions);
  return own.reduce((sum, { ranges: [whole] }) => sum + (whole?.count ?? 0), 0);
}

interface Asked {
  url: string;
  type: string;
}

/** The browser asks for it by itself, behind the page, and not in every version. */
const ICON = /\/assets\/icon-/;

/**
 * The requests of the page from now on, by id. Requests that the cache answers are removed, such as the import of a
 * fetched file.
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

/** Everything that a phone which saves data fetches before the first touch: bytes on the wire, headers too. */
async function measureSaving(browser: Browser, address: string): Promise<FirstPaint['saving']> {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  const wire = await page.context().newCDPSession(page);
  const saving = { bytes: 0, requests: 0 };
  const icons = new Set<string>();
  wire.on('Network.requestWillBeSent', ({ requestId, request }) => void (ICON.test(request.url) && icons.add(requestId)));
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (icons.has(requestId)) return;
    saving.bytes += encodedDataLength;
    // The import of a fetched file is answered by the cache.
    if (encodedDataLength > 0) saving.requests += 1;
  });
  await wire.send('Network.enable');
  await wire.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
  await page.goto(address);
  await page.locator('#start button').first().waitFor({ timeout: PATIENCE_MS });
  await page.waitForLoadState('networkidle');
  return saving;
}

/**
 * A start that is interrupted is drawn by React once more, with a thousand calls, and which start that is depends on the
 * machine. The fewest calls of these starts are those of the code.
 */
const STARTS = 3;

/** One first visit, with an empty cache, until home is usable and the page is idle. */
async function measureStart(browser: Browser, origin: string): Promise<Omit<FirstPaint, 'origin' | 'htmlBytes' | 'saving'>> {
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
  // Before the page is asked: what is fetched ahead meanwhile is in its answer alone.
  const until = [...requests.values()];
  const early = new Set(await page.evaluate(fetchedAhead));
  const fetched = until.filter(({ url }) => !early.has(url));
  const calls = await callsIn(profiler, new Set(fetched.map(({ url }) => url)));
  await page.waitForFunction(isAtRest, undefined, { timeout: PATIENCE_MS });
  const ahead = new Set(await page.evaluate(fetchedAhead));
  const draws = await page.evaluate(() => (window as Window & { draws?: number }).draws ?? 0);
  await context.close();
  return { requests: fetched, ahead: [...requests.values()].filter(({ url }) => ahead.has(url)), calls, draws };
}

/** @throws when there is no browser, no lender, or home does not become usable. */
export async function measureFirstPaint(): Promise<FirstPaint> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chrome or Chromium here; name one in CHROMIUM_PATH.');
  return withLender(async (origin) => {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
    try {
      const first = await measureStart(browser, origin);
      const calls = [first.calls];
      while (calls.length < STARTS) calls.push((await measureStart(browser, origin)).calls);
      return {
        ...first,
        origin,
        calls: Math.min(...calls),
        htmlBytes: brotliBytes(await (await fetch(`${origin}/`)).text()),
        saving: await measureSaving(browser, `${origin}/`),
      };
    } finally {
      await browser.close();
    }
  });
}
