import { defineConfig } from 'vitest/config';
import { KEEP_FIRST_CODE } from './tests/support/keepFirstCode.ts';
import { LongestFirst } from './tests/support/longestFirst.ts';
import { PATIENCE } from './tests/support/patience.ts';

/**
 * How long a test may take that hangs. A test takes a small part of it, on one busy core too: no test is about how long
 * it takes, and what is timed is timed by `npm run bench`.
 */
const minute = 60_000;

/** The only published build of that browser is for this system. */
const canRunChromium80 = process.platform === 'linux' && process.arch === 'x64';

/** Part of `npm run test:long` alone. */
const isLong = process.env['TESTS'] === 'long';
const ONLY_LONG = ['tests/server/operator/pointInTime.test.ts'];

/** A cluster needs the machine for itself: a part of `npm run test:long` of its own. */
const isCluster = process.env['LENDERS'] === 'cluster';
const CLUSTER = 'tests/server/cluster.test.ts';

/** Left out of `npm run test:quick`: what explores the whole chart, and what starts many processes or borrowers. */
const isQuick = process.env['TESTS'] === 'quick';
const SLOW_CHART = ['tests/paths/{verify,mutations,faultInjection,recordPaths}.test.ts', 'tests/paths/lender/**'];
const SLOW_SERVER = [
  'tests/server/lending/{concurrency,concurrency-kill,interleavings-embedded,interleavings-postgres}.test.ts',
  'tests/server/{start,startPages,rollingRestart}.test.ts',
  'tests/server/deployment/**',
];

/** Tests that recognise text and faces: minutes of computing, which V8 must compile as well as it can. */
const READING = ['tests/server/apply/{reader,readerCalls,turnedFace}.test.ts'];

const inEveryProject = {
  // Fails a test that writes to the console without having said so.
  setupFiles: ['tests/support/console.ts'],
  // No module holds state that a test changes; reading all of them again for each file, the database engine among them,
  // takes as long as many a test.
  isolate: false,
  expect: { poll: { timeout: PATIENCE } },
  hookTimeout: 10 * minute,
};

export default defineConfig({
  test: {
    // Two cores: the tests that start servers and browsers would starve each other in more.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/{machines,app,screens,forms,market,api,bridge,router,i18n,ui,recording,inspector,tooling}/**/*.test.{ts,tsx}'],
          ...inEveryProject,
          testTimeout: 10 * minute,
        },
      },
      {
        test: {
          name: 'chart',
          include: ['tests/{chart,paths}/**/*.test.{ts,tsx}'],
          exclude: ['tests/paths/browser/**', ...(isQuick ? SLOW_CHART : [])],
          // As `npm run paths` has it.
          execArgv: ['--max-semi-space-size=128', KEEP_FIRST_CODE],
          ...inEveryProject,
          testTimeout: 10 * minute,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/{server,journeys}/**/*.test.ts'],
          exclude: [...READING, ...(isQuick ? SLOW_SERVER : []), ...(isLong ? [] : ONLY_LONG), ...(isCluster ? [] : [CLUSTER])],
          execArgv: [KEEP_FIRST_CODE],
          ...inEveryProject,
          globalSetup: ['tests/support/freshDatabase.ts', 'tests/support/bundledLender.ts', 'tests/support/postgresService.ts'],
          testTimeout: 10 * minute,
        },
      },
      {
        test: {
          name: 'reader',
          include: READING,
          ...inEveryProject,
          globalSetup: ['tests/support/freshDatabase.ts'],
          testTimeout: 10 * minute,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/{e2e,browser,paths/browser}/**/*.test.ts'],
          exclude: canRunChromium80 ? [] : ['tests/browser/chromium80.test.ts'],
          execArgv: [KEEP_FIRST_CODE],
          ...inEveryProject,
          globalSetup: ['tests/support/builtPages.ts', 'tests/support/bundledLender.ts', 'tests/support/freshDatabase.ts'],
          testTimeout: 20 * minute,
        },
      },
    ],
  },
});
