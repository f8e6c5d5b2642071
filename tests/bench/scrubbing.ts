/** How long the longest task of the main thread takes while a recording is scrubbed in the inspector from end to end. */
import { Buffer } from 'node:buffer';
import type { Browser, Page } from 'playwright-core';
import { writeRecording, type Recording } from '#src/recording/format.ts';
import { recordedWalk } from '../inspector/randomRecordings.ts';
import { launch } from '../support/chromium.ts';
import { startLender } from '../support/testLender.ts';
import { median, times } from './measuredTimes.ts';

const LENGTHS = [200, 2_000] as const;
const ROUNDS = 5;
const MOVES = 120;

interface Traced {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Processor time in microseconds, which other load on the machine does not change. */
  tdur?: number;
  args: { name?: string };
}

/** Processor time of the longest task of any page's main thread, ms. */
export function longestTask(trace: Buffer): number {
  const { traceEvents: events } = JSON.parse(trace.toString()) as { traceEvents: Traced[] };
  const threads = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events.filter(({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && threads.has(`${pid} ${tid}`));
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}

async function openRecording(browser: Browser, url: string, recording: Recording): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(`${url}/inspector`);
  await page.locator('.node').first().waitFor();
  const file = { name: 'random.journey.json', mimeType: 'application/json', buffer: Buffer.from(writeRecording(recording)) };
  await page.getByLabel('Recording to import').setInputFiles(file);
  await page.getByText(`Event 0 of ${recording.steps.length}`).waitFor();
  await page.frameLocator('.device iframe').locator('h1').first().waitFor();
  await page.frameLocator('.device iframe').locator('html[data-screens=loaded]').waitFor();
  await page.locator('.chip--name').press('Enter');
  await page.getByText(/still being read/).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  return page;
}

/** @returns ms of the longest task. */
async function scrub(browser: Browser, page: Page, events: number): Promise<number> {
  const track = await page.getByRole('slider').boundingBox();
  if (!track) throw new Error('there is no track');
  const y = track.y + track.height / 2;
  await browser.startTracing(page, { categories: ['toplevel'] });
  await page.mouse.move(track.x + 2, y);
  await page.mouse.down();
  for (let i = 0; i <= MOVES; i++) await page.mouse.move(track.x + 2 + (track.width * i) / MOVES, y);
  await page.mouse.up();
  await page.getByText(`Event ${events} of ${events}`).waitFor();
  return longestTask(await browser.stopTracing());
}

export async function benchScrub(): Promise<string[]> {
  const [browser, lender, whole] = await Promise.all([launch(), startLender({ pages: true }), recordedWalk(7, 2_000)]);
  try {
    const longest: number[] = [];
    for (const length of LENGTHS) {
      const page = await openRecording(browser, lender.url, { ...whole, steps: whole.steps.slice(0, length) });
      const rounds: number[] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await scrub(browser, page, length));
      longest.push(median(rounds));
      await page.context().close();
    }
    const [short = NaN, long = NaN] = longest;
    return [
      ...LENGTHS.map((length, i) => `scrubbing ${length} events: longest task ${(longest[i] as number).toFixed(1)} ms of the processor`),
      `the longest task of the long recording takes ${times(long, short)} as long as that of the short`,
    ];
  } finally {
    await browser.close();
    await lender.stop();
  }
}
