// @ts-check
/**
 * `npm test`: everything that must hold. Plain Node, since it also runs on a fresh clone: it gets what is missing
 * and says so, builds the application, then runs the checks and every test. The last line is `N passed, N failed`.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { obtainChromium } from './lib/browser.mjs';
import { installIfNeeded, nodeComplaint, root } from './lib/install.mjs';
import { obtainPostgres } from './lib/postgres.mjs';
import { countReport } from './lib/report.mjs';
import { run, say, seconds } from './lib/say.mjs';

/**
 * One after the other: servers and browsers would starve the quick tests, and one another. Those that wait for disks,
 * processes and pages leave a processor idle now and then, so of them one more runs at a time.
 */
const RUNS = [
  { projects: ['unit', 'chart'], workers: 2 },
  { projects: ['server'], workers: 3 },
  { projects: ['browser'], workers: 3 },
];

const total = { passed: 0, failed: 0 };

/** @param {{ passed: number, failed: number }} result */
const count = ({ passed, failed }) => {
  total.passed += passed;
  total.failed += failed;
};

/**
 * One step that holds or does not.
 * @param {string} name
 * @param {boolean} holds
 */
const countOne = (name, holds) => {
  say(`${holds ? 'ok    ' : 'FAILED'} ${name}`);
  count(holds ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  return holds;
};

/**
 * Runs projects of the test runner side by side and counts what they report.
 * @param {typeof RUNS[number]} which
 * @param {Record<string, string | undefined>} env
 */
async function runProjects({ projects, workers }, env) {
  const began = performance.now();
  const name = projects.join(' and ');
  const report = join(root, '.cache', 'test-results', `${projects.join('-')}.json`);
  await mkdir(join(report, '..'), { recursive: true });
  await rm(report, { force: true });
  say(`\n--- ${name} tests`);
  const { code } = await run(
    join(root, 'node_modules/.bin/vitest'),
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      `--maxWorkers=${workers}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env, cwd: root },
  );
  const counted = countReport(await readFile(report, 'utf8').then(JSON.parse, () => ({})), code);
  count(counted);
  say(`--- ${name}: ${counted.passed} passed, ${counted.failed} failed in ${seconds(began)}`);
}

async function runEverything() {
  const complaint = nodeComplaint();
  if (complaint) return void countOne(complaint, false);
  if (!(await installIfNeeded(say))) return void countOne('installation', false);

  const chromium = obtainChromium(say);
  countOne(
    chromium ? `browser: ${chromium}` : 'no browser; install Chrome or Chromium, or name one in CHROMIUM_PATH',
    chromium !== undefined,
  );
  const postgres = obtainPostgres(say);
  countOne(
    postgres
      ? `PostgreSQL: ${postgres}`
      : 'no PostgreSQL; install its server (Debian: postgresql, macOS: brew install postgresql), or name its folder in POSTGRES_BIN',
    postgres !== undefined,
  );
  const env = { CHROMIUM_PATH: chromium, POSTGRES_BIN: postgres };

  say('\n--- build and budget');
  // The budget builds what it measures, and the browser tests use that build.
  const budget = await run(join(root, 'node_modules/.bin/tsx'), ['scripts/budget.ts'], { env, cwd: root });
  countOne('build', budget.code !== 2);
  countOne('budget', budget.code === 0);

  say('\n--- checks');
  // Not before this point: on a fresh clone what the checks use has only just been installed.
  const { runChecks } = await import('./lib/checks.mjs');
  count(await runChecks());

  for (const which of RUNS) await runProjects(which, env);
}

const began = performance.now();
await runEverything();
say(`\nin ${seconds(began)}`);
say(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
