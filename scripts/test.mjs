// @ts-check
/**
 * `npm test`: everything that must hold, the long repetitions as samples (all of them: `npm run test:long`). It gets
 * what is missing and says so, builds the application, then runs the checks and every test. The last line is
 * `N passed, N failed`.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from './lib/install.mjs';
import { run, say } from './lib/say.mjs';
import { testRun } from './lib/testRun.mjs';

/** More would not help: each worker of the browser tests has a lender, a browser and its pages beside it. */
const cores = Math.min(2, availableParallelism());

/**
 * One after the other: servers and browsers would starve the quick tests, and one another. Those that wait for disks,
 * processes and pages leave a processor idle now and then, so of them one more runs at a time.
 */
const RUNS = [
  { projects: ['unit', 'chart'], workers: cores },
  { projects: ['server', 'reader'], workers: cores + 1 },
  { projects: ['browser'], workers: cores + 1 },
];

await testRun({ browser: true, postgres: true }, async (tests, env) => {
  say('\n--- build and budget');
  // The budget builds what it measures, and the browser tests use that build.
  const budget = await run(join(root, 'node_modules/.bin/tsx'), ['scripts/budget.ts'], { env, cwd: root });
  tests.count('build', budget.code !== 2);
  tests.count('budget', budget.code === 0);

  say('\n--- checks');
  // Not before this point: on a fresh clone what the checks use has only just been installed.
  const { runChecks } = await import('./lib/checks.mjs');
  tests.add(await runChecks());

  for (const selection of RUNS) await tests.tests(selection, env);
});
