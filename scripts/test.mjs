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
import { run, say, seconds } from './lib/say.mjs';
import { orUnexplained } from './lib/verdict.mjs';

/**
 * One after the other: servers and browsers would starve the quick tests, and one another. Those that wait for disks,
 * processes and pages leave a processor idle now and then, so of them one more runs at a time.
 */
const RUNS = [
  { projects: ['unit', 'chart'], workers: 2 },
  { projects: ['server'], workers: 3 },
  { projects: ['browser'], workers: 3 },
];

let passed = 0;
/** @type {string[]} What did not hold, by name: said again at the end, where it is looked for. */
const failed = [];

/**
 * One step that holds or does not.
 * @param {string} name
 * @param {boolean} holds
 */
const countOne = (name, holds) => {
  say(`${holds ? 'ok    ' : 'FAILED'} ${name}`);
  if (holds) passed += 1;
  else failed.push(name);
};

/**
 * Runs projects of the test runner side by side and counts what they report.
 * @param {typeof RUNS[number]} which
 * @param {Record<string, string | undefined>} env
 */
async function runProjects({ projects, workers }, env) {
  const began = performance.now();
  const name = projects.join(' and ');
  const file = join(root, '.cache', 'test-results', `${projects.join('-')}.json`);
  await mkdir(join(file, '..'), { recursive: true });
  await rm(file, { force: true });
  say(`\n--- ${name} tests`);
  const { code } = await run(
    join(root, 'node_modules/.bin/vitest'),
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      `--maxWorkers=${workers}`,
      '--reporter=default',
      '--reporter=./scripts/lib/verdict.mjs',
    ],
    { env: { ...env, VERDICT_FILE: file }, cwd: root },
  );
  const written = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  const verdict = orUnexplained(written, code);
  passed += verdict.passed;
  failed.push(...verdict.failed);
  say(`--- ${name}: ${verdict.passed} passed, ${verdict.failed.length} failed in ${seconds(began)}`);
}

async function runEverything() {
  const complaint = nodeComplaint();
  if (complaint) return countOne(complaint, false);
  if (!(await installIfNeeded(say))) return countOne('installation', false);

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
  const checks = await runChecks();
  passed += checks.passed;
  failed.push(...checks.failed);

  for (const which of RUNS) await runProjects(which, env);
}

const began = performance.now();
await runEverything();
for (const name of failed) say(`FAILED ${name}`);
say(`\nin ${seconds(began)}`);
say(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
