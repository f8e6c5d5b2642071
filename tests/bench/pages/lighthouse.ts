/** Lighthouse (mobile) on the same pages. It simulates a link and a processor, so its figures are no measured times. */
import { join } from 'node:path';
import { findChromium } from '../../../scripts/lib/browser.mjs';
import { run } from '../../../scripts/lib/say.mjs';
import { median } from '../measuredTimes.ts';
import type { OpenedPlace } from './servedPages.ts';
import { BENCH } from './references.ts';

interface Scores {
  /** 0 to 1. */
  performance: number;
  /** Simulated ms. */
  firstPaint: number;
  largestPaint: number;
  blocking: number;
  shift: number;
}

async function judge(url: string): Promise<Scores> {
  const { code, output } = await run(process.execPath, [join(BENCH, 'lighthouse.mjs'), url, findChromium() ?? ''], {
    quiet: true,
    cwd: BENCH,
  });
  const line = output.split('\n').find((text) => text.startsWith('{'));
  if (code !== 0 || line === undefined) throw new Error(`Lighthouse failed on ${url}:\n${output}`);
  return JSON.parse(line) as Scores;
}

/** Least allowed score of this project's page. */
const GOAL = 0.98;

/** @returns a table of medians, and whether the goal was reached. */
export async function lighthouseLines(places: readonly OpenedPlace[], runs: number): Promise<string[]> {
  const all = new Map<OpenedPlace, Scores[]>(places.map((place) => [place, []]));
  for (let n = 0; n < runs; n++) for (const place of places) all.get(place)?.push(await judge(place.home));
  const rows: readonly (readonly [what: string, of: (scores: Scores) => number, digits: number])[] = [
    ['performance', (scores) => scores.performance, 2],
    ['first paint, ms', (scores) => scores.firstPaint, 0],
    ['largest paint, ms', (scores) => scores.largestPaint, 0],
    ['blocking, ms', (scores) => scores.blocking, 0],
    ['layout shift', (scores) => scores.shift, 3],
  ];
  const cell = (place: OpenedPlace, of: (scores: Scores) => number): number => median((all.get(place) ?? []).map(of));
  const ours = places.find(({ subject }) => subject === 'ours');
  const score = ours ? cell(ours, ({ performance }) => performance) : NaN;
  return [
    '',
    '**Lighthouse, mobile**',
    '',
    `| | ${places.map(({ subject }) => subject).join(' | ')} |`,
    `|---|${places.map(() => '---|').join('')}`,
    ...rows.map(([what, of, digits]) => `| ${what} | ${places.map((place) => cell(place, of).toFixed(digits)).join(' | ')} |`),
    ...(ours ? ['', `${score >= GOAL ? 'reached    ' : 'NOT reached'}  Lighthouse performance: ${score} (goal at least ${GOAL})`] : []),
  ];
}
