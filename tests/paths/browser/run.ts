/** The paths in a real browser, on the pages as they are shipped. */
import type { BrowserContext } from 'playwright-core';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { launch } from '../../support/chromium.ts';
import { startLender } from '../../support/testLender.ts';
import { explore, type Graph } from '../explore.ts';
import { walkAll, type WalkOptions, type WalkReport } from '../onlineTest.ts';
import { createBrowserDriver } from './driver.ts';
import { never, WAYS } from './strategies.ts';

export interface BrowserRun extends Pick<WalkOptions, 'goals' | 'mostPaths' | 'mostMismatches' | 'shorten' | 'onPath'> {
  /** Spoils the page on purpose. */
  plant?: (context: BrowserContext) => Promise<unknown>;
}

/** The pages must have been built. @param graph of the same machine, where it is known already. */
export async function walkInBrowser(
  machine: JourneyMachine,
  { plant, ...options }: BrowserRun = {},
  graph: Graph = explore(machine),
): Promise<WalkReport> {
  // It serves the pages; what it would answer, the path answers.
  const [browser, lender] = await Promise.all([launch(), startLender({ pages: true })]);
  try {
    return await walkAll(graph, {
      longest: 60,
      lanes: 2,
      never,
      ways: WAYS,
      tries: { there: 2, anywhere: 6 },
      ...options,
      begin: (_, proved) => createBrowserDriver({ machine, browser, url: lender.url, proved, ...(plant ? { plant } : {}) }),
    });
  } finally {
    await browser.close();
    await lender.stop();
  }
}
