/**
 * How long the inspector takes to open a population of 10,000 recordings of 200 steps, and to show it again after a reload.
 * Also whether scrubbing all journeys on the chart reaches 60 frames a second, by the longest task of the main thread and the
 * share of frames that are drawn in time.
 */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { recordedWalk } from '../inspector/randomRecordings.ts';
import { launch } from '../support/chromium.ts';
import { startLender } from '../support/testLender.ts';
import { median, times } from './measuredTimes.ts';
import { longestTask } from './scrubbing.ts';

const COUNTS = [1_000, 10_000] as const;
const STEPS = 200;
/** Number of different journeys. The other recordings repeat them on other days. */
const DIFFERENT = 40;
const ROUNDS = 3;
const MOVES = 120;
const DAY = 86_400_000;
/** Duration of a frame at 60 frames a second, ms. */
const FRAME = 1_000 / 60;

async function writeLines(file: string, count: number, lines: readonly string[]): Promise<void> {
  const out = createWriteStream(file);
  for (let at = 0; at < count; at++) {
    const meta = {
      time: Date.UTC(2026, 2, 1) + (at % 28) * DAY,
      release: `1.${at % 3}.0`,
      language: 'en',
      deviceClass: 'low',
      product: null,
    };
    const line = (lines[at % lines.length] as string).replace(/"startedAt":\d+/, `"startedAt":${meta.time + at}`);
    if (!out.write(`{"meta":${JSON.stringify(meta)},${line.slice(1)}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

const shows = (page: Page, count: number) =>
  page.getByText(`${count.toLocaleString('en')} journeys`, { exact: true }).waitFor({ timeout: 300_000 });

/** @returns ms until the population is on the chart. */
async function openFile(page: Page, file: string, count: number): Promise<number> {
  await page.getByRole('button', { name: 'Population', exact: true }).click();
  const input = page.getByLabel('Recordings to open');
  await input.waitFor({ state: 'attached' });
  const began = performance.now();
  await input.setInputFiles(file);
  await shows(page, count);
  await page.locator('.flow').first().waitFor({ state: 'attached', timeout: 60_000 });
  return performance.now() - began;
}

async function reload(page: Page, count: number): Promise<number> {
  await page.reload();
  const began = performance.now();
  await page.getByRole('button', { name: 'Population', exact: true }).click();
  await shows(page, count);
  return performance.now() - began;
}

interface Scrubbed {
  /** Processor time of the longest task, ms. */
  longest: number;
  /** Share of the frames that were drawn in time for 60 frames a second, with a tolerance of half a frame. */
  inTime: number;
}

/**
 * Records the times of drawn frames. The script is a text, because the compiler would add a helper to a function that the page
 * does not have.
 */
const watchFrames = (page: Page): Promise<unknown> =>
  page.evaluate('window.drawn = []; requestAnimationFrame(function note(at) { window.drawn.push(at); requestAnimationFrame(note); });');

async function shareInTime(page: Page): Promise<number> {
  const drawn = await page.evaluate(() => (window as unknown as { drawn: number[] }).drawn.splice(0));
  const gaps = drawn.slice(1).map((at, i) => at - (drawn[i] as number));
  return gaps.filter((gap) => gap <= 1.5 * FRAME).length / Math.max(1, gaps.length);
}

async function scrub(browser: Browser, page: Page): Promise<Scrubbed> {
  const track = await page.getByRole('slider').boundingBox();
  if (!track) throw new Error('there is no slider');
  const y = track.y + track.height / 2;
  await browser.startTracing(page, { categories: ['toplevel'] });
  await page.mouse.move(track.x + 2, y);
  await page.mouse.down();
  await shareInTime(page);
  for (let i = 0; i <= MOVES; i++) await page.mouse.move(track.x + 2 + ((track.width - 4) * i) / MOVES, y);
  const inTime = await shareInTime(page);
  await page.mouse.up();
  return { longest: longestTask(await browser.stopTracing()), inTime };
}

export async function benchPopulation(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'population-'));
  const [browser, lender] = await Promise.all([launch(), startLender({ pages: true })]);
  try {
    const lines: string[] = [];
    for (let seed = 1; seed <= DIFFERENT; seed++) {
      const recording = await recordedWalk(seed, STEPS + 20);
      lines.push(JSON.stringify({ ...recording, steps: recording.steps.slice(0, STEPS) }));
    }
    const said: string[] = [];
    const opening: number[] = [];
    const scrubbing: number[] = [];
    for (const count of COUNTS) {
      const file = join(folder, `${count}.jsonl`);
      await writeLines(file, count, lines);
      const megabytes = Math.round((await stat(file)).size / 1e6);
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
      await page.goto(`${lender.url}/inspector`);
      await page.locator('.node').first().waitFor();
      const opened = await openFile(page, file, count);
      const rounds: Scrubbed[] = [];
      await watchFrames(page);
      for (let round = 0; round < ROUNDS; round++) rounds.push(await scrub(browser, page));
      opening.push(opened);
      const longest = median(rounds.map((round) => round.longest));
      const inTime = median(rounds.map((round) => round.inTime));
      scrubbing.push(longest);
      const again = await reload(page, count);
      said.push(
        `${count} recordings of ${STEPS} steps (${megabytes} MB): open in ${(opened / 1_000).toFixed(1)} s, after a reload in ${(again / 1_000).toFixed(1)} s`,
        `  scrubbing at 60 frames a second ${longest <= FRAME ? 'holds' : 'does not hold'}: the longest task takes ${longest.toFixed(1)} ms of the processor, and a frame has ${FRAME.toFixed(1)}; ${Math.round(100 * inTime)}% of the frames were drawn in time`,
      );
      await page.context().close();
      await rm(file);
    }
    const [few = NaN, many = NaN] = opening;
    const [short = NaN, long = NaN] = scrubbing;
    return [
      ...said,
      `ten times the recordings open in ${times(many, few)} the time, and scrub with a longest task of ${times(long, short)}`,
    ];
  } finally {
    await browser.close();
    await lender.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
