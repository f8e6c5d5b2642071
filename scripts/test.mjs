// @ts-check
/**
 * `npm test`: every check and every short test, and of the long test files and the long repetitions a sample (all of
 * them: `npm run test:long`). It installs what is missing, builds the application, and runs the checks and the tests.
 * The last line is `N passed, N failed`.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from './lib/install.mjs';
import { run, say } from './lib/say.mjs';
import { testRun } from './lib/testRun.mjs';

/** Draws every sample of the run; another one in each run. */
const seed = process.env['SAMPLE_SEED'] ?? String(Date.now() % 2 ** 31);

/**
 * Tests that compute fill the processor while others wait for disks, processes and pages: all of them together, with one
 * worker more than cores. More would not help: each worker of the browser tests has a lender, a browser and its pages
 * beside it, and each reads all modules.
 */
const SELECTION = {
  projects: ['everything', 'reader'],
  workers: Math.min(2, availableParallelism()) + 1,
  env: { TESTS_TOGETHER: 'yes', SAMPLE_SEED: seed },
};

await testRun({ browser: true, postgres: true }, async (tests, env) => {
  // Imported late: on a fresh clone the packages of the checks have only just been installed.
  const { BESIDE_ALL_TESTS, runChecks } = await import('./lib/checks.mjs');
  // One after the other, in the time that builds and tests wait for disks, processes and pages.
  const checks = runChecks(BESIDE_ALL_TESTS, 1);

  say('\n--- build and budget, and beside it the checks');
  // The budget measures its own build, which the browser tests use afterwards.
  const budget = await run(join(root, 'node_modules/.bin/tsx'), ['scripts/budget.ts'], { env, cwd: root });
  tests.count('build', budget.code !== 2);
  tests.count('budget', budget.code === 0);

  say(`\nThe samples of this run: SAMPLE_SEED=${seed}`);
  await tests.tests(SELECTION, env);
  tests.add(await checks);
});
