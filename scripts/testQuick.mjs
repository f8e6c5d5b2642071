// @ts-check
/**
 * `npm run test:quick`: types, and the tests of chart, forms, units and lender, without a browser and on the embedded database
 * only. It leaves out long files, which explore the whole chart, start many processes, or recognise text.
 */
import { runChecks, TYPES } from './lib/checks.mjs';
import { testRun } from './lib/testRun.mjs';

await testRun({}, async (tests, env) => {
  // A third worker and the compiler use the processor while tests wait for timers and processes.
  const [types] = await Promise.all([
    runChecks([TYPES]),
    tests.tests({ projects: ['unit', 'chart', 'server'], workers: 3 }, { ...env, TESTS: 'quick' }),
  ]);
  tests.add(types);
});
