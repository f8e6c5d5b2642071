// @ts-check
/**
 * `npm run test:quick`: types, then the tests of chart, forms, units and lender, without a browser and on the embedded
 * database only. Left out: the long files, which explore the whole chart, start many processes, or recognise text.
 */
import { runChecks, TYPES } from './lib/checks.mjs';
import { testRun } from './lib/testRun.mjs';

await testRun({}, async (tests, env) => {
  // Some tests wait for timers and processes: a third worker and the compiler take what they leave.
  const [types] = await Promise.all([
    runChecks([TYPES]),
    tests.tests({ projects: ['unit', 'chart', 'server'], workers: 3 }, { ...env, TESTS: 'quick' }),
  ]);
  tests.add(types);
});
