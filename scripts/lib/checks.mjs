// @ts-check
/** Checks that do not run the application. Each counts as one test. */
import { join } from 'node:path';
import { nameComplaints } from '../lint/baseNames.mjs';
import { cssComplaints } from '../lint/cssFloor.mjs';
import { floorComplaints } from '../lint/floors.mjs';
import { COMPILER_ENV } from './compilerEnv.mjs';
import { root } from './install.mjs';
import { run, say, seconds } from './say.mjs';

/**
 * @typedef {{ code: number, output: string }} Outcome
 * @typedef {{ name: string, check: () => Promise<Outcome> }} Check
 */

/**
 * @param {string} name
 * @param {readonly string[]} command
 * @returns {Check}
 */
const program = (name, [command = '', ...args]) => ({
  name,
  check: () => run(join(root, 'node_modules/.bin', command), args, { quiet: true, cwd: root, env: COMPILER_ENV }),
});

export const TYPES = 'types';
const COVERAGE = 'chart lint, and coverage up to date';
const FLOORS = 'no import up and no circle of files';
const NAMES = 'no base name for different things';

/**
 * @param {string} name
 * @param {(root: string) => readonly string[]} complaintsIn
 * @returns {Check}
 */
const ownCheck = (name, complaintsIn) => ({
  name,
  check: async () => {
    const complaints = complaintsIn(root);
    return { code: complaints.length > 0 ? 1 : 0, output: complaints.join('\n') };
  },
});

/** The slowest check comes first, so that it does not run alone at the end. @type {readonly Check[]} */
const CHECKS = [
  program(TYPES, ['tsc', '-p', '.', '--pretty', 'false']),
  program('lint and import directions', ['oxlint', '--type-aware', '--deny-warnings', '-f', 'unix']),
  program('format', ['oxfmt', '--list-different']),
  program('dead code', ['knip', '--no-progress']),
  program('charts up to date', ['tsx', 'scripts/chart.ts', '--check']),
  program(COVERAGE, ['vitest', 'run', 'tests/chart/chartLint.test.ts', 'tests/paths/coverage.test.ts', '--reporter=dot']),
  ownCheck('styles an old browser understands', cssComplaints),
  ownCheck(FLOORS, floorComplaints),
  ownCheck(NAMES, nameComplaints),
];

/** The checks that no test repeats. A run of all tests needs only these. */
export const BESIDE_ALL_TESTS = CHECKS.map(({ name }) => name).filter((name) => ![COVERAGE, FLOORS, NAMES].includes(name));

/**
 * Checks that run at the same time. The two heaviest occupy more than one core already, and further ones would only compete
 * for memory.
 */
const AT_ONCE = 3;

/**
 * Runs checks side by side and prints one line for each when it ends. The output of a failed check follows its line.
 * @param {readonly string[]} [names] the checks to run; all of them by default
 * @param {number} [atOnce] 1 beside other work
 * @returns {Promise<{ passed: number, failed: string[] }>} failed: their names
 */
export async function runChecks(names = CHECKS.map(({ name }) => name), atOnce = AT_ONCE) {
  const waiting = CHECKS.filter(({ name }) => names.includes(name));
  const total = waiting.length;
  /** @type {string[]} */
  const failed = [];
  async function runNext() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name, check } = next;
      const began = performance.now();
      const { code, output } = await check().catch((error) => ({ code: 1, output: String(error) }));
      if (code !== 0) failed.push(name);
      say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds(began)})`);
      if (code !== 0) say(output.trimEnd().replace(/^/gm, '       '));
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runNext));
  return { passed: total - failed.length, failed };
}
