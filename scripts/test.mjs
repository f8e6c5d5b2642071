// @ts-check
/**
 * `npm test`: every check and every test, with samples of the long repetitions (all of them: `npm run test:long`). It
 * installs what is missing, builds the application, and runs the checks and the tests. The last line is `N passed, N
 * failed`.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from './lib/install.mjs';
import { run, say } from './lib/say.mjs';
import { testRun } from './lib/testRun.mjs';

/**
 * Tests that compute fill the processor while others wait for disks, processes and pages: all of them together, with
 * more workers than cores. More would not help: each worker of the browser tests has a lender, a browser and its pages
 * beside it.
 */
const SELECTION = {
  projects: ['everything', 'reader'],
  workers: Math.min(2, availableParallelism()) + 3,
  env: { TESTS_TOGETHER: 'yes' },
};

await testRun({ browser: true, postgres: true }, async (tests, env) => {
  say('\n--- build and budget');
  // The budget measures its own build, which the browser tests use afterwards.
  const budget = await run(join(root, 'node_modules/.bin/tsx'), ['scripts/budget.ts'], { env, cwd: root });
  tests.count('build', budget.code !== 2);
  tests.count('budget', budget.code === 0);

  say('\n--- checks');
  // Imported late: on a fresh clone the packages of the checks have only just been installed.
  const { BESIDE_ALL_TESTS, runChecks } = await import('./lib/checks.mjs');
  tests.add(await runChecks(BESIDE_ALL_TESTS));

  await tests.tests(SELECTION, env);
});
