// @ts-check
/** What can be told without running the application. Each check counts as one test. */
import { join } from 'node:path';
import { cssComplaints } from '../lint/cssFloor.mjs';
import { floorComplaints } from '../lint/floors.mjs';
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
  check: () => run(join(root, 'node_modules/.bin', command), args, { quiet: true, cwd: root }),
});

/** @type {readonly Check[]} */
const CHECKS = [
  program('types', ['tsc', '-p', '.', '--pretty', 'false']),
  program('lint and import directions', ['oxlint', '--type-aware', '--deny-warnings', '-f', 'unix']),
  program('format', ['oxfmt', '--list-different']),
  program('dead code', ['knip', '--no-progress']),
  program('messages and constants have their place', ['tsx', 'scripts/messages.ts', '--check']),
  program('charts up to date', ['tsx', 'scripts/chart.ts', '--check']),
  program('chart lint, and coverage up to date', [
    'vitest',
    'run',
    'tests/chart/lint.test.ts',
    'tests/paths/coverage.test.ts',
    '--reporter=dot',
  ]),
  {
    name: 'styles an old browser understands',
    check: async () => {
      const complaints = cssComplaints(root);
      return { code: complaints.length > 0 ? 1 : 0, output: complaints.join('\n') };
    },
  },
  {
    name: 'no import up and no circle of files',
    check: async () => {
      const complaints = floorComplaints(root);
      return { code: complaints.length > 0 ? 1 : 0, output: complaints.join('\n') };
    },
  },
];

/**
 * Runs every check, one after the other, and says how each ended.
 * @returns {Promise<{ passed: number, failed: string[] }>} failed: their names
 */
export async function runChecks() {
  /** @type {string[]} */
  const failed = [];
  for (const { name, check } of CHECKS) {
    const began = performance.now();
    const { code, output } = await check().catch((error) => ({ code: 1, output: String(error) }));
    if (code !== 0) failed.push(name);
    say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds(began)})`);
    if (code !== 0) say(output.trimEnd().replace(/^/gm, '       '));
  }
  return { passed: CHECKS.length - failed.length, failed };
}
