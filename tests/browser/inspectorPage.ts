/** Fixture of the inspector tests: a browser, a lender with the built pages, a random recording, and the page that shows it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, FrameLocator, Locator, Page, ViewportSize } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { writeRecording, type Recording } from '#src/recording/format.ts';
import { recordedWalk } from '#tests/inspector/randomRecordings.ts';
import { launch } from '#tests/support/chromium.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';

export const DESKS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
] as const;

export interface Inspector {
  readonly browser: Browser;
  readonly lender: TestLender;
  readonly recording: Recording;
  /**
   * Opens the page in a context of its own, which the caller closes. The functions below use the page opened last.
   * @param before runs before the page opens.
   */
  open: (viewport?: ViewportSize, before?: (page: Page) => Promise<unknown>) => Promise<Page>;
  /** A file that need not be a recording. */
  importFile: (name: string, text: string) => Promise<void>;
  /** Shows a recording from its start; the random one by default. */
  importRecording: (made?: Recording) => Promise<void>;
  phone: () => FrameLocator;
  position: () => Locator;
  /** Waits until this event is shown. @param of total number of events; by default that of the random recording. */
  at: (index: number, of?: number) => Promise<void>;
}

/**
 * Call it once at the top of a test file. An error of any page, and a request to any server but the lender, fails the test.
 */
export function setInspector(): Inspector {
  let browser: Browser;
  let lender: TestLender;
  let recording: Recording;
  let page: Page;
  let files: string;
  const complaints: string[] = [];

  beforeAll(async () => {
    [browser, lender, recording, files] = await Promise.all([
      launch(),
      startLender({ pages: true }),
      recordedWalk(11, 200),
      mkdtemp(join(tmpdir(), 'inspector-')),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await lender.stop();
    await rm(files, { recursive: true });
  });
  afterEach(() => expect(complaints.splice(0)).toEqual([]));

  const importFile = async (name: string, text: string): Promise<void> => {
    const file = join(files, name);
    await writeFile(file, text);
    await page.getByLabel('Recording to import').setInputFiles(file);
  };
  const position = () => page.getByText(/^Event \d+ of \d+$/);

  return {
    get browser() {
      return browser;
    },
    get lender() {
      return lender;
    },
    get recording() {
      return recording;
    },
    async open(viewport = DESKS[0], before) {
      const context = await browser.newContext({ viewport });
      context.on('request', (request) => {
        if (!request.url().startsWith(lender.url) && !/^(data|blob):/.test(request.url())) complaints.push(`asked ${request.url()}`);
      });
      context.on('weberror', (error) => complaints.push(error.error().message));
      page = await context.newPage();
      await before?.(page);
      await page.goto(`${lender.url}/inspector`);
      await page.locator('.node').first().waitFor();
      return page;
    },
    importFile,
    async importRecording(made = recording) {
      await importFile('random.journey.json', writeRecording(made));
      await page.getByText(`Event 0 of ${made.steps.length}`).waitFor();
    },
    phone: () => page.frameLocator('.device iframe'),
    position,
    at: (index, of = recording.steps.length) => expect.poll(() => position().textContent()).toBe(`Event ${index} of ${of}`),
  };
}

/** Visible controls, headings and texts of the chart that overlap one another. */
export const lyingOver = (on: Page): Promise<string[]> =>
  on.evaluate(() => {
    const inSight = (one: Element): DOMRect => {
      let { left, top, right, bottom } = one.getBoundingClientRect();
      for (let around = one.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible' && around.tagName !== 'svg') continue;
        const clip = around.getBoundingClientRect();
        [left, top, right, bottom] = [
          Math.max(left, clip.left),
          Math.max(top, clip.top),
          Math.min(right, clip.right),
          Math.min(bottom, clip.bottom),
        ];
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    const parts = 'button, select, input:not([hidden]), summary, h1, h2, [role="separator"], .chart text, .map, .legend, .facts';
    const shown = [...document.querySelectorAll(parts)]
      // Content of a closed part has a rectangle, but is not visible.
      .filter((one) => one.checkVisibility())
      .map((one) => ({ one, rect: inSight(one) }))
      .filter(({ rect }) => rect.width > 2 && rect.height > 2);
    return shown.flatMap(({ one: a, rect: x }, at) =>
      shown
        .slice(at + 1)
        .filter(
          ({ one: b, rect: y }) =>
            !a.contains(b) &&
            !b.contains(a) &&
            x.left < y.right - 1 &&
            y.left < x.right - 1 &&
            x.top < y.bottom - 1 &&
            y.top < x.bottom - 1,
        )
        .map(({ one: b }) => `${a.textContent || a.getAttribute('aria-label')} and ${b.textContent || b.getAttribute('aria-label')}`),
    );
  });
