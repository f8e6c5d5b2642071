/**
 * How much a run of the tests does, by the variable `TESTS`: `quick` leaves out the second database and what takes long,
 * `long` repeats everything as often as it can be repeated, and without it the long repetitions are samples.
 */
import fc from 'fast-check';
import { printFigures } from './console.ts';
import { sampleSeed, wholeNumber } from './wholeNumber.ts';

const EFFORTS = ['quick', 'usual', 'long'] as const;
export type Effort = (typeof EFFORTS)[number];

function readEffort(text: string): Effort {
  const effort = EFFORTS.find((one) => one === text);
  if (effort === undefined) throw new Error(`TESTS must be one of ${EFFORTS.join(', ')}; it is "${text}".`);
  return effort;
}

export const effort = readEffort(process.env['TESTS'] ?? 'usual');

/** Number of repetitions in `REPETITIONS`, for running one long test by itself. */
const wanted = wholeNumber('REPETITIONS');

/** A count of repetitions: all of them in a long run. */
export const repetitions = ({ sample, all }: { sample: number; all: number }): number => wanted ?? (effort === 'long' ? all : sample);

/** `SAMPLE_SEED` repeats the samples of an earlier run. Each run prints its seed. */
const seed = sampleSeed();

let turns = 0;
let isSaid = false;

/** Runs before each test file. The file then prints the seed with which it makes the same choices when it runs alone. */
export const beginFile = (): void => void (isSaid = false);

/** One of the values, the next one with each call, beginning at a place that the seed determines; all of them in a long run. */
export function inTurn<T>(all: readonly T[]): readonly T[] {
  if (effort === 'long') return all;
  if (!isSaid) printFigures(`what is looked at in turn: SAMPLE_SEED=${seed + turns}`);
  isSaid = true;
  const at = (seed + turns++) % all.length;
  return all.slice(at, at + 1);
}

/**
 * A sample of the values, in their order; all of them in a long run.
 * @param what names the values in the line that prints the seed.
 */
export function sampleOf<T>(what: string, all: readonly T[], size: number): T[] {
  if (effort === 'long' || size >= all.length) return [...all];
  printFigures(`${size} of ${all.length} ${what}: SAMPLE_SEED=${seed}`);
  const [drawn = []] = fc.sample(fc.shuffledSubarray([...all.keys()], { minLength: size, maxLength: size }), { numRuns: 1, seed });
  return drawn.sort((a, b) => a - b).map((index) => all[index] as T);
}
