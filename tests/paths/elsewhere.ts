/** `npm run paths -- --lender` and `--browser`: the paths in worlds that answer for themselves. */
import { register } from 'node:module';
import { journeyMachine } from '#machines/journey.machine.ts';
import { build, isBuilt } from '../../scripts/lib/builtPages.mjs';
import { explore, type Graph } from './explore.ts';
import { describeVerdict, judge, within, type Beyond, type Verdict } from './judge.ts';
import type { Failure } from './failing.ts';
import { BEYOND_THE_BROWSER } from './browser/beyond.ts';
import { BEYOND_THE_LENDER } from './lender/beyond.ts';
import type { WalkOptions, WalkReport } from './walk.ts';

type Options = Pick<WalkOptions, 'goals' | 'onPath' | 'shorten'>;

const WORLDS = {
  lender: { title: 'a real lender, with a fresh database for every path', beyond: BEYOND_THE_LENDER, walk: withLender },
  browser: { title: 'Chromium, on the pages as they were built', beyond: BEYOND_THE_BROWSER, walk: inBrowser },
} as const satisfies Record<
  string,
  { title: string; beyond: readonly Beyond[]; walk: (graph: Graph, options: Options) => Promise<WalkReport> }
>;

export type World = keyof typeof WORLDS;

/** So many worlds are begun to find a shorter way to something that did not agree. */
const SHORTEN = 8;

export interface Elsewhere {
  lines: string[];
  verdicts: Partial<Record<World, Verdict>>;
  /** What did not agree, as journeys for the inspector. */
  failures: Failure[];
}

/**
 * Walks there and judges the walk; every path is told on the error stream as it ends.
 * @throws when the pages cannot be built, or there is no browser.
 */
export async function walkElsewhere(worlds: readonly World[]): Promise<Elsewhere> {
  const graph = explore(journeyMachine);
  const lines: string[] = [];
  const verdicts: Partial<Record<World, Verdict>> = {};
  const failures: Failure[] = [];
  for (const world of worlds) {
    const { title, beyond, walk } = WORLDS[world];
    const report = await walk(graph, {
      goals: within(graph, beyond),
      shorten: SHORTEN,
      onPath: ({ steps }, number, left) => console.error(`${world}: path ${number} with ${steps.length} steps, ${left} left to prove`),
    });
    const verdict = judge(graph, report, beyond);
    verdicts[world] = verdict;
    lines.push(...describeVerdict(title, verdict));
    failures.push(...report.mismatches.map(({ steps, says }) => ({ says: `Not so in the ${world}: ${says}`, steps })));
  }
  return { lines, verdicts, failures };
}

async function withLender(graph: Graph, options: Options): Promise<WalkReport> {
  const { walkWithLender } = await import('./lender/run.ts');
  return walkWithLender(journeyMachine, options, graph);
}

async function inBrowser(graph: Graph, options: Options): Promise<WalkReport> {
  if (!isBuilt() && !(await build())) throw new Error('the pages could not be built');
  // Screens bring their style sheets along, which only a bundler can read.
  register('./browser/styles.mjs', import.meta.url);
  const { walkInBrowser } = await import('./browser/run.ts');
  return walkInBrowser(journeyMachine, options, graph);
}
