/** The browser of the tests. */
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { findChromium } from '../../scripts/lib/browser.mjs';
import { PATIENCE } from './patience.ts';

/** No requests of the browser itself, and no work for the processor besides the page under test. */
export const QUIET_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A cheap phone, for which the design is drawn. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } as const;

/** The same phone with fewer pixels, for journeys without pictures: painting takes a tenth of the work. */
export const COARSE_PHONE = { ...PHONE, deviceScaleFactor: 1 } as const;

/** The engine's console message about a violation of a page's policy. */
const VIOLATION = /Content Security Policy/;

/** A violation of a page's policy fails the test, because `console.ts` accepts only announced output. */
function reportViolations(context: BrowserContext): void {
  context.on('console', (line) => {
    // oxlint-disable-next-line no-console
    if (VIOLATION.test(line.text())) console.error(line.text());
  });
}

/**
 * A camera for {@link launch}, which shows this video instead of a lens and is allowed to every page.
 * @param video a file of JPEGs, one after the other, thirty a second; it begins when the camera is opened, and begins again at its end.
 */
export const cameraFlags = (video: string): string[] => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${video}`,
];

/**
 * Starts a headless Chromium, in which every wait may take {@link PATIENCE}. The caller closes it.
 * @param flags besides those of every test.
 * @throws when there is none on this machine.
 */
export async function launch(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) {
    throw new Error('No Chrome or Chromium here. `npm test` gets one; or name an installed one in CHROMIUM_PATH.');
  }
  const browser = await chromium.launch({ executablePath, args: [...QUIET_FLAGS, ...flags], timeout: PATIENCE });
  browser.on('context', (context) => {
    context.setDefaultTimeout(PATIENCE);
    reportViolations(context);
  });
  return browser;
}

let ofWorker: Promise<Browser> | undefined;

async function launchForWorker(): Promise<Browser> {
  const browser = await launch();
  browser.on('disconnected', () => (ofWorker = undefined));
  // The next file of this worker uses the same browser, which ends with the worker.
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return browser;
}

/**
 * The browser that the files of a worker share one after the other, because starting one takes as long as opening a page. Closing
 * it closes its contexts only. A file that needs a fresh browser, or flags, uses {@link launch}.
 */
export const sharedBrowser = (): Promise<Browser> => (ofWorker ??= launchForWorker());
