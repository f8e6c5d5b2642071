/**
 * `npm run mutants`: changes both charts in one place at a time and requires that a check notices the change. Exit code 1 when
 * less than 97% of the mutants that are not proven equivalent are noticed. `-- --sample 100` draws a sample of 100 mutants, with
 * `--write` for the inspector too; `-- --only TEXT` selects the mutants whose name contains the text.
 */
import fc from 'fast-check';
import { journeyMachine } from '#machines/journey.machine.ts';
import { orderMachine } from '#machines/order.machine.ts';
import { mutantsOf } from './operators.ts';
import { describeScore, isMissed, scoreOf, SCORE_FILE, writeScore } from './score.ts';
import { judgeMutants } from './judgeMutants.ts';
import { parseArgsOr } from '../../support/commandLine.ts';
import { sampleSeed } from '../../support/wholeNumber.ts';

/** Minimum share of noticed mutants among those that are not equivalent. */
const LEAST_NOTICED = 0.97;

const USAGE = `npm run mutants changes both charts in one place at a time and checks that somebody notices; behind \`--\` it takes
  --sample N    draws N of them, by SAMPLE_SEED
  --only TEXT   takes those whose name contains the text
  --list        prints who noticed each
  --write       with --sample: writes the scores for the inspector`;

const { values } = parseArgsOr(USAGE, {
  options: {
    sample: { type: 'string' },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const size = values.sample === undefined ? null : Number(values.sample);
if (size !== null && !(Number.isInteger(size) && size > 0)) {
  console.error(`--sample is how many mutants are drawn, such as --sample 100; it is "${values.sample}".`);
  process.exit(1);
}
const seed = sampleSeed();
if (size !== null) console.log(`${size} mutants drawn: SAMPLE_SEED=${seed}`);

const judged = await judgeMutants(
  (all) => {
    const some = all.filter(({ mutant }) => mutant.name.includes(values.only ?? ''));
    if (some.length === 0) {
      console.error(`No mutant is named like "${values.only ?? ''}". A name has the path of its state, such as repay.cashier.waiting.`);
      process.exit(1);
    }
    if (size === null || size >= some.length) return some;
    return fc.sample(fc.shuffledSubarray(some, { minLength: size, maxLength: size }), { numRuns: 1, seed })[0] ?? [];
  },
  (one, left) => {
    if (isMissed(one)) console.log(`not noticed: ${one.mutant.name}${one.result.is === 'unseen' ? ' (no step shows it)' : ''}`);
    else if (values.list && one.result.is === 'killed') console.log(`${one.mutant.name}: ${one.result.why}`);
    if (left > 0 && left % 500 === 0) console.error(`${left} mutants left`);
  },
);
console.log(describeScore(judged).join('\n'));
// A sample replaces the scores in the inspector only with `--write`, because it covers a part of the chart.
if (values.only === undefined && (size === null || values.write)) {
  writeScore(judged, { journey: mutantsOf(journeyMachine).length, order: mutantsOf(orderMachine).length });
  console.error(`wrote ${SCORE_FILE}`);
}
const { mutants, noticed, equivalent } = scoreOf(judged);
// In a sample of a few mutants, a single one that is not noticed fails the run.
process.exitCode = noticed < (mutants - equivalent) * LEAST_NOTICED ? 1 : 0;
