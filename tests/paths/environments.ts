/** `npm run paths -- --lender` and `--browser`: runs the online test in other environments than the bare machine. */
import { register } from 'node:module';
import { journeyMachine } from '#machines/journey.machine.ts';
import { deadline } from '../support/patience.ts';
import { stopwatch } from '../support/stopwatch.ts';
import { build, isBuilt } from '../../scripts/lib/builtPages.mjs';
import { explore, type Graph } from './explore.ts';
import { journeyModel } from './model.ts';
import { listPaths } from './verify.ts';
import { describeVerdict, impossibleIn, obligationsToCover, mismatchText, verdictOf, type Unreachable, type Verdict } from './verdict.ts';
import type { Failure } from './counterexamples.ts';
import { UNREACHABLE_IN_BROWSER } from './browser/unreachable.ts';
import { UNREACHABLE_WITH_LENDER } from './lender/unreachable.ts';
import type { OnlineOptions, OnlineReport } from './onlineTest.ts';

type Options = Pick<
  OnlineOptions,
  'obligations' | 'impossible' | 'isTimeOver' | 'onPath' | 'onMismatch' | 'onHeading' | 'onAlone' | 'shrinkAttempts'
>;

/** Seconds between two reports of progress. */
const SAY_EVERY = 10;

/**
 * Milliseconds after which a run in a browser begins no further step. The start, the last step and the end of the run take
 * the rest of five minutes.
 */
const IN_BROWSER = 275_000;

const ENVIRONMENTS = {
  lender: { title: 'a real lender, with a new database for each path', unreachable: UNREACHABLE_WITH_LENDER, run: withLender },
  browser: { title: 'Chromium, on the pages as built', unreachable: UNREACHABLE_IN_BROWSER, run: inBrowser },
} as const satisfies Record<
  string,
  { title: string; unreachable: readonly Unreachable[]; run: (graph: Graph, options: Options) => Promise<OnlineReport> }
>;

export type EnvironmentName = keyof typeof ENVIRONMENTS;

/** Maximum number of environments that are started to shrink one mismatch. */
const SHRINK_ATTEMPTS = 8;

export interface Progress {
  /** Number of ended paths. */
  paths: number;
  /** Number of obligations that are not covered yet. */
  left: number;
  /** The obligation that a path heads for; null: the environment is starting, and no path is planned yet. */
  obligation: string | null;
}

export const progressText = ({ paths, left, obligation }: Progress): string =>
  `${paths} paths, ${left} left to cover, ${obligation === null ? 'the environment is starting' : `on the way to ${obligation}`}`;

export interface EnvironmentRuns {
  lines: string[];
  verdicts: Partial<Record<EnvironmentName, Verdict>>;
  /** Mismatches, as journeys for the inspector. */
  failures: Failure[];
}

/**
 * Runs the online test in each environment. Each path is reported on the error stream when it ends.
 * @param isWhole true: a run in a browser has no time limit; false: it ends within five minutes and lists what is uncovered.
 * @param obligation the only obligation to cover; by default all that are not listed as unreachable.
 * @throws when the pages cannot be built, or there is no browser.
 */
export async function testInEnvironments(
  environments: readonly EnvironmentName[],
  { obligation, isWhole = false }: { obligation?: string; isWhole?: boolean } = {},
): Promise<EnvironmentRuns> {
  console.error('exploring the chart ...');
  const graph = explore(journeyMachine, journeyModel);
  const lines: string[] = [];
  const verdicts: Partial<Record<EnvironmentName, Verdict>> = {};
  const failures: Failure[] = [];
  for (const environment of environments) {
    const { title, unreachable, run } = ENVIRONMENTS[environment];
    const isTimeOver = deadline(IN_BROWSER);
    const took = stopwatch();
    const obligations = obligation === undefined ? obligationsToCover(graph, unreachable) : new Set([obligation]);
    const where: Progress = { paths: 0, left: obligations.size, obligation: null };
    const saying = setInterval(() => console.error(`${environment}: ${took()}, ${progressText(where)}`), SAY_EVERY * 1_000);
    const report = await run(graph, {
      obligations,
      ...(obligation === undefined ? { impossible: impossibleIn(graph, unreachable) } : {}),
      shrinkAttempts: SHRINK_ATTEMPTS,
      ...(environment === 'browser' && !isWhole ? { isTimeOver } : {}),
      onHeading(obligation, left) {
        where.obligation = obligation;
        where.left = left;
      },
      onAlone: (name) => console.error(`${environment}: alone, from the start: ${name}`),
      onMismatch: (mismatch) => console.error(`${environment}: ${mismatchText(mismatch)}`),
      onPath({ steps }, number, left) {
        where.paths += 1;
        console.error(`${environment}: path ${number} with ${steps.length} steps, ${left} left to cover`);
      },
    }).finally(() => clearInterval(saying));
    if (obligation !== undefined) {
      lines.push(title, ...listPaths(report.paths), ...report.mismatches.map(({ message }) => message), wayTo(obligation, report));
    }
    const verdict = verdictOf(graph, report, obligation === undefined ? unreachable : []);
    verdicts[environment] = verdict;
    if (obligation === undefined) lines.push(...describeVerdict(title, verdict));
    failures.push(...report.mismatches.map(({ steps, message }) => ({ message: `Mismatch in the ${environment}: ${message}`, steps })));
  }
  return { lines, verdicts, failures };
}

const wayTo = (obligation: string, { open, took }: OnlineReport): string =>
  open.has(obligation)
    ? `not reached in ${took}: ${obligation} (${open.get(obligation)?.join('; ') ?? ''})`
    : `reached in ${took}: ${obligation}`;

async function withLender(graph: Graph, options: Options): Promise<OnlineReport> {
  const { testWithLender } = await import('./lender/runWithLender.ts');
  return testWithLender(journeyMachine, options, graph);
}

async function inBrowser(graph: Graph, options: Options): Promise<OnlineReport> {
  if (!isBuilt() && !(await build())) throw new Error('the pages could not be built');
  // Screens import style sheets, which only a bundler can read.
  register('./browser/styles.mjs', import.meta.url);
  const { testInBrowser } = await import('./browser/runInBrowser.ts');
  return testInBrowser(journeyMachine, options, graph);
}
