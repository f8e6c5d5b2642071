/** Measures what a browser fetches from the first request to a usable home, with a real browser and the real lender. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from './browser.mjs';
import type { FirstPaint } from './budgetLimits.ts';
import { APP_FOLDER, brotliBytes } from './bundle.ts';
import { withLender } from './temporaryLender.ts';

const PATIENCE_MS = 30_000;

/** A button that works: the skeleton has none. */
const USABLE = 'main button:not([disabled])';

/**
 * Runs in the page before anything else: stores the moment at which home becomes usable. It contains no named
 * function, because the bundler's helper for function names does not exist in the page.
 */
const noteUsable = (selector: string) => {
  const page = window as Window & { usableAt?: number };
  new MutationObserver(() => {
    if (page.usableAt === undefined && document.querySelector(selector)) page.usableAt = performance.now();
  }).observe(document, { childList: true, subtree: true, attributes: true });
};

/** Addresses requested after that moment: prefetched files delay nobody. */
const fetchedAhead = () => {
  const { usableAt = 0 } = window as Window & { usableAt?: number };
  const entries = performance.getEntriesByType('resource').filter(({ startTime }) => startTime > usableAt);
  return entries.map(({ name }) => name);
};

interface Asked {
  url: string;
  type: string;
}

/**
 * The requests of the page from now on, by id. Requests that the cache answers are removed, such as the import of a
 * fetched file.
 */
async function requestsOnTheWire(page: Page): Promise<ReadonlyMap<string, Asked>> {
  const requests = new Map<string, Asked>();
  const wire = await page.context().newCDPSession(page);
  wire.on('Network.requestWillBeSent', ({ requestId, request, type = 'other' }) => {
    if (!request.url.startsWith('data:')) requests.set(requestId, { url: request.url, type: type.toLowerCase() });
  });
  wire.on('Network.requestServedFromCache', ({ requestId }) => void requests.delete(requestId));
  wire.on('Network.responseReceived', ({ requestId, response }) => void (response.fromDiskCache && requests.delete(requestId)));
  await wire.send('Network.enable');
  return requests;
}

/** @throws when there is no browser, no lender, or home does not become usable. */
export async function measureFirstPaint(): Promise<FirstPaint> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chrome or Chromium here; name one in CHROMIUM_PATH.');
  return withLender(async (origin) => {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      const requests = await requestsOnTheWire(page);
      await page.addInitScript(noteUsable, USABLE);
      await page.goto(`${origin}/`);
      await page.waitForFunction(() => 'usableAt' in window, undefined, { timeout: PATIENCE_MS });
      await page.waitForLoadState('networkidle');
      const ahead = new Set(await page.evaluate(fetchedAhead));
      return {
        origin,
        requests: [...requests.values()].filter(({ url }) => !ahead.has(url)),
        htmlBytes: brotliBytes(await readFile(join(APP_FOLDER, 'index.html'))),
      };
    } finally {
      await browser.close();
    }
  });
}
