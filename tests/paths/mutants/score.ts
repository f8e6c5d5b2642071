/** The score of the mutants by state and transition, for the report and for the inspector's chart. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { equivalenceOf } from './equivalent.ts';
import { OPERATORS, type Operator } from './operators.ts';
import type { ChartName, Judged } from './judgeMutants.ts';

export const SCORE_FILE = fileURLToPath(new URL('../../../docs/mutants.json', import.meta.url));

export interface Score {
  /** Number of all mutants of the chart; in the score of a sample, `mutants` is lower. */
  of: number;
  mutants: number;
  noticed: number;
  equivalent: number;
  /**
   * By id of a state: the number of tried mutants, the events of these mutants, and the mutants that were not noticed, by event.
   * The event '' stands for the state itself. A state without an entry has no tried mutant.
   */
  states: Record<string, { mutants: number; tried: string[]; missed: Record<string, string[]> }>;
}

const isNoticed = ({ result }: Judged): boolean => result.is === 'killed';
/** Whether the mutant is neither noticed nor equivalent. */
export const isMissed = (one: Judged): boolean => !isNoticed(one) && equivalenceOf(one) === null;

/** @param of number of all mutants. */
export function scoreOf(judged: readonly Judged[], of = judged.length): Score {
  const states: Score['states'] = {};
  for (const one of judged) {
    const state = (states[one.mutant.node] ??= { mutants: 0, tried: [], missed: {} });
    const event = one.mutant.event ?? '';
    state.mutants += 1;
    if (!state.tried.includes(event)) state.tried.push(event);
    if (isMissed(one)) (state.missed[event] ??= []).push(one.mutant.name);
  }
  return {
    of,
    mutants: judged.length,
    noticed: judged.filter(isNoticed).length,
    equivalent: judged.filter((one) => !isNoticed(one) && !isMissed(one)).length,
    states,
  };
}

/** @param all number of all mutants of each chart, which the score of a sample has too. */
export function writeScore(judged: readonly Judged[], all: Readonly<Record<ChartName, number>>): void {
  const of = (chart: ChartName): Score =>
    scoreOf(
      judged.filter((one) => one.chart === chart),
      all[chart],
    );
  writeFileSync(SCORE_FILE, `${JSON.stringify({ journey: of('journey'), order: of('order') })}\n`);
}

const shareOf = ({ mutants, noticed, equivalent }: Score): string =>
  mutants === equivalent ? '100.0%' : `${((100 * noticed) / (mutants - equivalent)).toFixed(1)}%`;

/** The report as lines of text. */
export function describeScore(judged: readonly Judged[]): string[] {
  const lines: string[] = [];
  for (const chart of ['journey', 'order'] as const) {
    const own = judged.filter((one) => one.chart === chart);
    if (own.length === 0) continue;
    const score = scoreOf(own);
    const by = (killer: string): number => own.filter(({ result }) => result.is === 'killed' && result.by === killer).length;
    lines.push(
      `${chart}: ${score.noticed} of ${score.mutants} mutants noticed, ${score.equivalent} equivalent: ${shareOf(score)} of the others`,
      `  noticed by ${by('chart')} that fail, ${by('invariants')} invariants, ${by('expected')} expectations`,
    );
    for (const operator of Object.keys(OPERATORS) as Operator[]) {
      const some = own.filter(({ mutant }) => mutant.operator === operator);
      if (some.length > 0) lines.push(`  ${operator.padEnd(16)} ${some.length - some.filter(isMissed).length} of ${some.length}`);
    }
  }
  return lines;
}
