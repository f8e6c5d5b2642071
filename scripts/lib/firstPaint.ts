/** What a browser fetches from the first request to a usable home, measured in a real one against the real lender. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from './browser.mjs';
import type { FirstPaint } from './budget.ts';
import { brotliBytes, DIST } from './bundle.ts';
import { startLender } from './lender.ts';

const PATIENCE_MS = 30_000;

/** A button that does something: the skeleton has none. */
const USABLE = 'main button:not([disabled])';

/** @throws when there is no browser, no lender, or home does not become usable. */
export async function measureFirstPaint(): Promise<FirstPaint> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chrome or Chromium here; name one in CHROMIUM_PATH.');
  const lender = await startLender();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const requests: { url: string; type: string }[] = [];
    page.on('request', (request) => requests.push({ url: request.url(), type: request.resourceType() }));
    await page.goto(`${lender.origin}/`);
    await page.locator(USABLE).first().waitFor({ timeout: PATIENCE_MS });
    return { origin: lender.origin, requests: [...requests], htmlBytes: brotliBytes(await readFile(join(DIST, 'index.html'))) };
  } finally {
    await browser.close();
    await lender.stop();
  }
}
