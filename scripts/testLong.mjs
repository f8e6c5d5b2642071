// @ts-check
/**
 * `npm run test:long`: runs every long test file and every long repetition in full, of which `npm test` runs samples. It takes
 * more than an hour. `npm run test:long -- chart lender` runs some of its parts. The last line is `N passed, N failed`.
 */
import { build, isBuilt } from './lib/builtPages.mjs';
import { say } from './lib/say.mjs';
import { testRun } from './lib/testRun.mjs';

const PATHS = ['--max-semi-space-size=128', '--import', 'tsx', 'tests/paths/main.ts'];

/**
 * @typedef {import('./lib/testRun.mjs').TestRun} TestRun
 * @typedef {import('./lib/testRun.mjs').Environment} Environment
 * @type {Readonly<Record<string, (tests: TestRun, env: Environment) => Promise<void>>>}
 */
const PARTS = {
  chart: (tests, env) => tests.tests({ projects: ['chart'], workers: 2, files: ['tests/paths/'] }, env),
  lender: async (tests, env) => {
    await tests.tests({ projects: ['server', 'reader'], workers: 3 }, env);
    // The tests about attacks on other callers, with the requests distributed over three lenders.
    const files = ['tests/server/identity/otherCallers', 'tests/server/wire/replayedRequests'];
    await tests.tests({ projects: ['server'], workers: 2, files, env: { LENDERS: 'three' } }, env);
  },
  // Three lenders on three database nodes with failover.
  cluster: (tests, env) =>
    tests.tests({ projects: ['server'], workers: 1, files: ['tests/server/cluster'], env: { LENDERS: 'cluster' } }, env),
  // The deployed files, with every supported version of Node.
  deployed: (tests, env) => tests.tests({ projects: ['server'], workers: 1, files: ['tests/server/deployment/'] }, env),
  browser: (tests, env) => tests.tests({ projects: ['browser'], workers: 2 }, env),
  mutants: (tests, env) =>
    tests.script(
      'a hundred mutants of the charts',
      ['--max-semi-space-size=128', '--import', 'tsx', 'tests/paths/mutants/main.ts', '--sample', '100'],
      env,
    ),
  faults: (tests, env) => tests.script('every failure of every call', [...PATHS, '--faults'], env),
  paths: (tests, env) =>
    tests.script('every path with a real lender and in a browser', [...PATHS, '--lender', '--browser', '--whole'], env),
  storyboard: (tests, env) =>
    tests.script('every state in every language (storyboard)', ['--import', 'tsx', 'tests/storyboard/main.ts'], env),
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  say(`There is no part "${unknown.join(' ')}": choose some of ${Object.keys(PARTS).join(', ')}, or none for all.`);
  process.exitCode = 1;
} else {
  await testRun({ browser: true, postgres: true }, async (tests, env) => {
    tests.count('build', isBuilt() || (await build()));
    for (const [name, run] of Object.entries(PARTS))
      if (chosen.length === 0 || chosen.includes(name)) await run(tests, { ...env, TESTS: 'long' });
  });
}
