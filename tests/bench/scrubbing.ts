/**
 * A recording is scrubbed in the inspector from end to end, as a hand does it: the mouse moves sixty times a second, however long
 * the page takes. Goal: sixty frames a second. The browser paints without a graphics card, with the processor alone.
 */
import { Buffer } from 'node:buffer';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { writeRecording, type Recording } from '#src/recording/format.ts';
import { recordedWalk } from '../inspector/randomRecordings.ts';
import { launch } from '../support/chromium.ts';
import { startLender } from '../support/testLender.ts';
import { median, spread, times } from './measuredTimes.ts';

const LENGTHS = [200, 2_000] as const;
const ROUNDS = 5;
/** Moves of the mouse in a drag. */
const MOVES = 240;
/** Moves of a mouse, and frames of a screen, in a second. */
const HERTZ = 60;

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

interface Scrubbed {
  /** Times between two animation frames of the page, ms. */
  frames: number[];
  /** Number of steps that were shown on the way. */
  shown: number;
}

/** Drags the track from its start to its end. */
async function scrub(page: Page, events: number): Promise<Scrubbed> {
  const track = await page.getByRole('slider').boundingBox();
  if (!track) throw new Error('there is no track');
  const y = track.y + track.height / 2;
  await page.mouse.move(track.x + 2, y);
  await page.mouse.down();
  const counted = page.evaluate(async () => {
    const slider = document.querySelector('[role=slider]');
    const [frames, steps] = [[] as number[], new Set<string | null>()];
    let isOver = false;
    window.addEventListener('pointerup', () => (isOver = true), { once: true });
    for (let before = await new Promise(requestAnimationFrame); !isOver;) {
      const now = await new Promise(requestAnimationFrame);
      frames.push(now - before);
      steps.add(slider?.getAttribute('aria-valuenow') ?? null);
      before = now;
    }
    return { frames, shown: steps.size };
  });
  const began = performance.now();
  const moves: Promise<void>[] = [];
  for (let i = 0; i <= MOVES; i++) {
    moves.push(page.mouse.move(track.x + 2 + (track.width * i) / MOVES, y));
    await setTimeout(Math.max(0, began + ((i + 1) * 1_000) / HERTZ - performance.now()));
  }
  await Promise.all(moves);
  await page.mouse.up();
  await page.getByText(`Event ${events} of ${events}`).waitFor();
  return counted;
}

async function longestTaskOf(browser: Browser, page: Page, events: number): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await scrub(page, events);
  return longestTask(await browser.stopTracing());
}

const rate = (frames: readonly number[]): number => (1_000 * frames.length) / frames.reduce((sum, one) => sum + one, 0);

export async function benchScrub(): Promise<string[]> {
  const [browser, lender, whole] = await Promise.all([launch(), startLender({ pages: true }), recordedWalk(7, 2_000)]);
  try {
    const longest: number[] = [];
    const lines: string[] = [];
    for (const length of LENGTHS) {
      const page = await openRecording(browser, lender.url, { ...whole, steps: whole.steps.slice(0, length) });
      const [rounds, tasks]: [Scrubbed[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push(await scrub(page, length));
        tasks.push(await longestTaskOf(browser, page, length));
      }
      longest.push(median(tasks));
      const [frames, seconds] = [rounds.flatMap((one) => one.frames), (ROUNDS * MOVES) / HERTZ];
      const shown = rounds.reduce((sum, one) => sum + one.shown, 0) / seconds;
      lines.push(
        `scrubbing ${length} events: ${rate(frames).toFixed(1)} frames a second (${HERTZ}), by round ${rounds.map((one) => rate(one.frames).toFixed(1)).join(', ')}`,
        `scrubbing ${length} events: a frame takes ${spread(frames)}; ${shown.toFixed(0)} steps are shown a second`,
        `scrubbing ${length} events: longest task ${median(tasks).toFixed(1)} ms of the processor`,
      );
      await page.context().close();
    }
    const [short = NaN, long = NaN] = longest;
    return [...lines, `the longest task of the long recording takes ${times(long, short)} as long as that of the short`];
  } finally {
    await browser.close();
    await lender.stop();
  }
}
