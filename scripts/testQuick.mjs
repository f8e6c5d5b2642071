// @ts-check
/**
 * `npm run test:quick`: types, then the tests of chart, forms, units and lender, without a browser and on the embedded
 * database only. Left out: the long files, which explore the whole chart, start many processes, or recognise text.
 */
import { runChecks, TYPES } from './lib/checks.mjs';
import { testRun } from './lib/testRun.mjs';

await testRun({}, async (tests, env) => {
  tests.add(await runChecks([TYPES]));
  await tests.tests({ projects: ['unit', 'chart', 'server'], workers: 2 }, { ...env, TESTS: 'quick' });
});
