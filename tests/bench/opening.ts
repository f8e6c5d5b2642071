/**
 * How long a tool of this project takes to open, from the navigation until its main content is drawn. It is not throttled,
 * because owners and testers have desktop machines.
 */
import type { Browser, Page } from 'playwright-core';
import { launch } from '../support/chromium.ts';
import { startLender } from '../support/testLender.ts';
import { spread } from './measuredTimes.ts';

const ROUNDS = 7;

interface Tool {
  path: string;
  what: string;
  /** Resolves when the main content is drawn. */
  drawn: (page: Page) => Promise<unknown>;
}

const TOOLS: readonly Tool[] = [
  { path: '/inspector', what: 'inspector, until the chart is drawn', drawn: (page) => page.locator('.node').first().waitFor() },
  {
    path: '/sandbox',
    what: 'sandbox, until the phone shows home',
    drawn: (page) => page.frameLocator('iframe').first().locator('#app main button').first().waitFor(),
  },
];

/** Times of opening the tool, ms: in a new browser, and again in the same browser. */
async function open(browser: Browser, url: string, { drawn }: Tool): Promise<[cold: number, warm: number]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const times: number[] = [];
  for (let n = 0; n < 2; n++) {
    const page = await context.newPage();
    const began = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    await drawn(page);
    times.push(performance.now() - began);
    await page.close();
  }
  await context.close();
  return times as [number, number];
}

export async function benchOpening(): Promise<string[]> {
  const [browser, lender] = await Promise.all([launch(), startLender({ pages: true })]);
  try {
    const lines: string[] = [];
    for (const tool of TOOLS) {
      const rounds: [number, number][] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await open(browser, lender.url + tool.path, tool));
      lines.push(`${tool.what}: first time ${spread(rounds.map(([cold]) => cold))}`);
      lines.push(`${tool.what}: again ${spread(rounds.map(([, warm]) => warm))}`);
    }
    return lines;
  } finally {
    await browser.close();
    await lender.stop();
  }
}
