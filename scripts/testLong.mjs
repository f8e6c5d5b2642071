// @ts-check
/**
 * `npm run test:long`: every long repetition in full; `npm test` runs samples of them. It takes more than an hour. The
 * last line is `N passed, N failed`.
 */
import { build, isBuilt } from './lib/builtPages.mjs';
import { testRun } from './lib/testRun.mjs';

const PATHS = ['--max-semi-space-size=128', '--import', 'tsx', 'tests/paths/main.ts'];

await testRun({ browser: true, postgres: true }, async (tests, env) => {
  tests.count('build', isBuilt() || (await build()));
  const long = { ...env, TESTS: 'long' };
  await tests.tests({ projects: ['chart'], workers: 2, files: ['tests/paths/'] }, long);
  await tests.tests(
    {
      projects: ['server'],
      workers: 2,
      files: ['tests/server/lending/concurrency', 'tests/server/lending/interleavings', 'tests/server/wire/mutatedRequests'],
    },
    long,
  );
  await tests.tests({ projects: ['browser'], workers: 2, files: ['tests/e2e/', 'tests/browser/screens.test.ts'] }, long);
  await tests.script('every failure of every call', [...PATHS, '--faults'], env);
  await tests.script('every path with a real lender and in a browser', [...PATHS, '--lender', '--browser'], env);
  await tests.script('every state in every language (storyboard)', ['--import', 'tsx', 'tests/storyboard/main.ts'], env);
});
