import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longestFirst.ts';
import { PATIENCE } from './tests/support/patience.ts';

/**
 * How long a test may take that hangs. A test takes a small part of it, on one busy core too: no test is about how long
 * it takes, and what is timed is timed by `npm run bench`.
 */
const minute = 60_000;

/** The only published build of that browser is for this system. */
const canRunChromium80 = process.platform === 'linux' && process.arch === 'x64';

const inEveryProject = {
  // Fails a test that writes to the console without having said so.
  setupFiles: ['tests/support/console.ts'],
  // No module holds state that a test changes; reading all of them anew for each file, the database engine among them,
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
          testTimeout: 3 * minute,
        },
      },
      {
        test: {
          name: 'chart',
          include: ['tests/{chart,paths}/**/*.test.{ts,tsx}'],
          exclude: ['tests/paths/browser/**'],
          // As `npm run paths` has it.
          execArgv: ['--max-semi-space-size=128'],
          ...inEveryProject,
          testTimeout: 10 * minute,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/{server,journeys}/**/*.test.ts'],
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
          ...inEveryProject,
          globalSetup: ['tests/support/builtPages.ts', 'tests/support/freshDatabase.ts'],
          testTimeout: 20 * minute,
        },
      },
    ],
  },
});
