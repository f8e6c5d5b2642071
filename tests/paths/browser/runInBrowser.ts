/** The online test in a real browser, on the built pages. */
import type { Browser, BrowserContext } from 'playwright-core';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { launch } from '../../support/chromium.ts';
import { startLender } from '../../support/testLender.ts';
import { explore, type Graph } from '../explore.ts';
import { journeyModel } from '../model.ts';
import { testOnline, type OnlineOptions, type OnlineReport } from '../onlineTest.ts';
import { createBrowserDriver } from './driver.ts';
import { never, STRATEGIES } from './strategies.ts';

export interface BrowserRun extends Pick<
  OnlineOptions,
  | 'obligations'
  | 'impossible'
  | 'mostPaths'
  | 'mostMismatches'
  | 'shrinkAttempts'
  | 'onPath'
  | 'onMismatch'
  | 'onHeading'
  | 'onAlone'
  | 'isTimeOver'
> {
  /** Mutates the page, for tests of the online test. */
  mutate?: (context: BrowserContext) => Promise<unknown>;
}

/** Needs the built pages. @param graph of the same machine, if it is explored already. */
export async function testInBrowser(
  machine: JourneyMachine,
  { mutate, ...options }: BrowserRun = {},
  graph: Graph = explore(machine, journeyModel),
): Promise<OnlineReport> {
  // This lender serves the pages only; the path answers the calls.
  const lender = await startLender({ pages: true });
  let browser = launch();
  /** The running browser; a new one where it has crashed. */
  async function livingBrowser(): Promise<Browser> {
    const last = browser;
    if ((await last).isConnected() || browser !== last) return browser;
    return (browser = launch());
  }
  try {
    return await testOnline(graph, {
      longest: 60,
      // A page waits for frames during about half of a step, so there are more pages than cores.
      workers: 3,
      never,
      strategies: STRATEGIES,
      tries: { there: 2, anywhere: 20 },
      // A timer of the app asks for the latest state of a loan once a minute (`src/app/phoneEvents.ts`).
      ownEvents: ['refresh.requested'],
      ...options,
      begin: async (_, covered) =>
        createBrowserDriver({ machine, browser: await livingBrowser(), url: lender.url, covered, ...(mutate ? { mutate } : {}) }),
    });
  } finally {
    await (await browser).close();
    await lender.stop();
  }
}
