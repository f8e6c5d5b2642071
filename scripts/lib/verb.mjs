// @ts-check
/** Runs one script of package.json after installing missing packages. Further arguments are passed to the script. */
import { COMPILER_ENV } from './compilerEnv.mjs';
import { installIfNeeded, root } from './install.mjs';
import { run } from './say.mjs';

/** @type {Readonly<Record<string, readonly string[]>>} */
const VERBS = {
  build: ['scripts/build.mjs'],
  check: ['scripts/check.mjs'],
  typecheck: ['node_modules/typescript/bin/tsc', '-p', '.'],
  lint: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  format: ['node_modules/oxfmt/bin/oxfmt'],
  'test:quick': ['scripts/testQuick.mjs'],
  'test:long': ['scripts/testLong.mjs'],
  // Without browser tests, which would open and close a browser with every change.
  'test:watch': ['node_modules/vitest/vitest.mjs', 'watch', '--project', 'unit', '--project', 'chart', '--project', 'server'],
  // The path tests allocate millions of short-lived snapshots. A larger young generation reduces the garbage collections to a
  // tenth.
  paths: ['--max-semi-space-size=128', '--import', 'tsx', 'tests/paths/main.ts'],
  mutants: ['--max-semi-space-size=128', '--import', 'tsx', 'tests/paths/mutants/main.ts'],
  recordings: ['--import', 'tsx', 'tests/recording/journeys/main.ts'],
  population: ['--import', 'tsx', 'tests/inspector/population/main.ts'],
  'recordings:diff': ['--import', 'tsx', 'tests/recording/journeys/diff/main.ts'],
  'recordings:check': ['--import', 'tsx', 'tests/recording/journeys/checkStored.ts'],
  pictures: ['--import', 'tsx', 'tests/inspector/takePictures.ts'],
  'text-log': ['--import', 'tsx', 'server/operatorVerb.ts', 'text-log'],
  'bureau-import': ['--import', 'tsx', 'server/operatorVerb.ts', 'bureau-import'],
  prune: ['--import', 'tsx', 'server/operatorVerb.ts', 'prune'],
  release: ['--import', 'tsx', 'scripts/release.ts'],
  backup: ['--import', 'tsx', 'server/operatorVerb.ts', 'backup'],
  push: ['--import', 'tsx', 'server/operatorVerb.ts', 'push'],
  restore: ['--import', 'tsx', 'server/operatorVerb.ts', 'restore'],
  staff: ['--import', 'tsx', 'server/operatorVerb.ts', 'staff'],
  payouts: ['--import', 'tsx', 'server/operatorVerb.ts', 'payouts'],
  'return-payment': ['--import', 'tsx', 'server/operatorVerb.ts', 'return-payment'],
  'callback-address': ['--import', 'tsx', 'server/operatorVerb.ts', 'callback-address'],
  chart: ['--import', 'tsx', 'scripts/chart.ts'],
  storyboard: ['--import', 'tsx', 'tests/storyboard/main.ts'],
  'page-settings': ['--import', 'tsx', 'scripts/pageSettings.ts'],
  conformance: ['--import', 'tsx', 'scripts/conformance.ts'],
  budget: ['--import', 'tsx', 'scripts/budget.ts'],
  'keys:rotate': ['--import', 'tsx', 'server/operatorVerb.ts', 'keys:rotate'],
  'security-log': ['--import', 'tsx', 'server/operatorVerb.ts', 'security-log'],
  bench: ['--import', 'tsx', 'tests/bench/main.ts'],
  cluster: ['--import', 'tsx', 'scripts/cluster.ts'],
  demo: ['--import', 'tsx', 'scripts/demo.ts'],
  'bench:lender': ['--import', 'tsx', 'tests/bench/lender/main.ts'],
};

const COMPILERS = ['typecheck', 'lint'];

/** Scripts that run until a signal ends them. */
const FOREGROUND = ['cluster', 'demo', 'recordings:diff'];

const [verb = '', ...rest] = process.argv.slice(2);
const args = VERBS[verb];
if (!args) {
  process.stderr.write(`There is no "${verb}": choose one of ${Object.keys(VERBS).join(', ')}.\n`);
  process.exitCode = 1;
  // Printed to the error stream, so that the output of the script stays machine-readable.
} else if (!(await installIfNeeded((line) => process.stderr.write(`${line}\n`)))) {
  process.stderr.write('The installation failed; see the output of npm above.\n');
  process.exitCode = 1;
} else {
  const env = COMPILERS.includes(verb) ? COMPILER_ENV : {};
  process.exitCode = (await run(process.execPath, [...args, ...rest], { cwd: root, env, foreground: FOREGROUND.includes(verb) })).code;
}
