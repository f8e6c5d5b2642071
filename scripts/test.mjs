// @ts-check
/**
 * `npm test`: installs missing packages, builds the application, and runs the checks and the tests. Of long test files and long
 * repetitions it runs a sample (`npm run test:long` runs all). The last line is `N passed, N failed`.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from './lib/install.mjs';
import { run, say } from './lib/say.mjs';
import { testRun } from './lib/testRun.mjs';

/** Seed of all samples of the run. It differs from run to run. */
const seed = process.env['SAMPLE_SEED'] ?? String(Date.now() % 2 ** 31);

/**
 * All tests run together with one worker more than cores, because some tests compute while others wait for disks, processes
 * and pages. Further workers would not help: each worker of the browser tests starts a lender and a browser, and each worker
 * reads all modules.
 */
const SELECTION = {
  projects: ['everything', 'reader'],
  workers: Math.min(2, availableParallelism()) + 1,
  env: { TESTS_TOGETHER: 'yes', SAMPLE_SEED: seed },
};

await testRun({ browser: true, postgres: true }, async (tests, env) => {
  // Imported here, because on a fresh clone the packages of the checks are installed only now.
  const { BESIDE_ALL_TESTS, runChecks } = await import('./lib/checks.mjs');
  // The checks run one after the other, beside builds and tests that wait for disks, processes and pages.
  const checks = runChecks(BESIDE_ALL_TESTS, 1);

  say('\n--- build and budget, and beside it the checks');
  // The budget makes and measures the build that the browser tests use afterwards.
  const budget = await run(join(root, 'node_modules/.bin/tsx'), ['scripts/budget.ts'], { env, cwd: root });
  tests.count('build', budget.code !== 2);
  tests.count('budget', budget.code === 0);

  say(`\nThe samples of this run: SAMPLE_SEED=${seed}`);
  await tests.tests(SELECTION, env);
  tests.add(await checks);
});
