import { defineConfig, type Plugin } from 'vitest/config';
import { KEEP_FIRST_CODE } from './tests/support/keepFirstCode.ts';
import { leftOut, LONG_FILES } from './tests/support/longFiles.ts';
import { LongestFirst } from './tests/support/longestFirst.ts';
import { PATIENCE } from './tests/support/patience.ts';
import { sampleSeed } from './tests/support/wholeNumber.ts';

/**
 * How long a test may take that hangs. A test takes a small part of it, on one busy core too: no test is about how long
 * it takes, and what is timed is timed by `npm run bench`.
 */
const minute = 60_000;

/** The only published build of that browser is for this system. */
const canRunChromium80 = process.platform === 'linux' && process.arch === 'x64';

/** Part of `npm run test:long` alone. */
const isLong = process.env['TESTS'] === 'long';
const ONLY_LONG = ['tests/server/operator/pointInTime.test.ts', 'tests/server/deployment/image.test.ts', 'tests/e2e/demo.test.ts'];

/** A cluster needs the whole machine, so it is a separate part of `npm run test:long`. */
const isCluster = process.env['LENDERS'] === 'cluster';
const CLUSTER = 'tests/server/cluster.test.ts';

/** `npm run test:quick` leaves out the long files: what explores the whole chart, and what starts many processes or borrowers. */
const isQuick = process.env['TESTS'] === 'quick';
const notQuick = isQuick ? Object.keys(LONG_FILES) : [];

/** Tests that recognise text and faces: minutes of computing, which V8 must compile as well as it can. */
const READING = ['tests/server/apply/{reader,readerCalls,turnedFace}.test.ts'];

/** What the parts need before their files run. */
const DATABASE = 'tests/support/freshDatabase.ts';
const LENDER = 'tests/support/bundledLender.ts';
const POSTGRES = 'tests/support/postgresService.ts';

const inEveryProject = {
  // The first fails a test that writes to the console without having said so.
  setupFiles: ['tests/support/console.ts', 'tests/support/eachFile.ts'],
  // No module holds state that a test changes; reading all of them again for each file, the database engine among them,
  // takes as long as many a test.
  isolate: false,
  // A look at a page costs two processes some milliseconds each, and while one test looks again, others could work.
  expect: { poll: { timeout: PATIENCE, interval: 100 } },
  hookTimeout: 10 * minute,
};

/** As `npm run paths` has it. */
const ROOM_FOR_YOUNG_OBJECTS = '--max-semi-space-size=128';

const APPLICATION = 'machines,app,screens,forms,market,api,bridge,router,ui';
/** `npm run test:quick` has the application and its lender; texts, inspector, recordings and tools are in `npm test` alone. */
const UNIT = [`tests/{${APPLICATION}${isQuick ? '' : ',i18n,recording,inspector,tooling'}}/**/*.test.{ts,tsx}`];
const CHART = ['tests/{chart,paths}/**/*.test.{ts,tsx}'];
const SERVER = ['tests/{server,journeys}/**/*.test.ts'];
const BROWSER = ['tests/{e2e,browser,paths/browser}/**/*.test.ts'];
const notNow = isLong ? [] : ONLY_LONG;
/** `npm test` draws some of the long files; a run of a part has all of them. */
const isTogether = process.env['TESTS_TOGETHER'] === 'yes';
const notDrawn = isTogether ? leftOut(sampleSeed()) : [];
const notInServer = [...READING, ...notNow, ...(isCluster ? [] : [CLUSTER])];
const notInBrowser = [...notNow, ...(canRunChromium80 ? [] : ['tests/browser/chromium80.test.ts'])];

const reader = {
  name: 'reader',
  include: READING,
  exclude: notDrawn,
  ...inEveryProject,
  globalSetup: [DATABASE],
  testTimeout: 10 * minute,
};

/**
 * `npm test`: all parts are one project, because a worker goes on with the modules it has read only in the same one. Each
 * file is run as its own part would run it.
 */
const everything = {
  name: 'everything',
  include: [...UNIT, ...CHART, ...SERVER, ...BROWSER],
  exclude: [...notInServer, ...notInBrowser, ...notDrawn],
  execArgv: [ROOM_FOR_YOUNG_OBJECTS, KEEP_FIRST_CODE],
  ...inEveryProject,
  globalSetup: ['tests/support/pagesSetup.ts', LENDER, DATABASE, POSTGRES],
  testTimeout: 20 * minute,
};

const parts = [
  { name: 'unit', include: UNIT, ...inEveryProject, testTimeout: 10 * minute },
  {
    name: 'chart',
    include: CHART,
    exclude: ['tests/paths/browser/**', ...notQuick],
    execArgv: [ROOM_FOR_YOUNG_OBJECTS, KEEP_FIRST_CODE],
    ...inEveryProject,
    testTimeout: 10 * minute,
  },
  {
    name: 'server',
    include: SERVER,
    exclude: [...notInServer, ...notQuick],
    execArgv: [KEEP_FIRST_CODE],
    ...inEveryProject,
    globalSetup: [DATABASE, LENDER, POSTGRES],
    testTimeout: 10 * minute,
  },
  reader,
  {
    name: 'browser',
    include: BROWSER,
    exclude: notInBrowser,
    execArgv: [KEEP_FIRST_CODE],
    ...inEveryProject,
    globalSetup: ['tests/support/pagesSetup.ts', LENDER, DATABASE, POSTGRES],
    testTimeout: 20 * minute,
  },
];

/**
 * A file that lists others by a pattern is read anew in each run, or the list would have files that are gone. Vitest does so
 * itself where the call names no type.
 */
const freshLists: Plugin = {
  name: 'fresh-lists',
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
    define(({ sourceCode }) => (sourceCode.includes('import.meta.glob<') ? false : undefined)),
};

export default defineConfig({
  test: {
    // Two cores: the tests that start servers and browsers would starve each other in more.
    maxWorkers: 2,
    // Translated sources are kept for the next run. A run of everything begins in a fresh clone, where there are none.
    experimental: { fsModuleCache: !isTogether, fsModuleCachePath: '.cache/modules' },
    sequence: { sequencer: LongestFirst },
    projects: (isTogether ? [everything, reader] : parts).map((test) => ({ plugins: [freshLists], test })),
  },
});
