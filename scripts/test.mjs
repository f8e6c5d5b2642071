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

/** One after the other: servers and browsers would starve the quick tests, and one another. */
const PROJECTS = ['unit', 'chart', 'server', 'browser'];

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
 * Runs one project of the test runner and counts what it reports.
 * @param {string} project
 * @param {Record<string, string | undefined>} env
 */
async function runProject(project, env) {
  const began = performance.now();
  const report = join(root, '.cache', 'test-results', `${project}.json`);
  await mkdir(join(report, '..'), { recursive: true });
  await rm(report, { force: true });
  say(`\n--- ${project} tests`);
  const { code } = await run(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { env, cwd: root },
  );
  const counted = countReport(await readFile(report, 'utf8').then(JSON.parse, () => ({})), code);
  count(counted);
  say(`--- ${project}: ${counted.passed} passed, ${counted.failed} failed in ${seconds(began)}`);
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

  for (const project of PROJECTS) await runProject(project, env);
}

const began = performance.now();
await runEverything();
say(`\nin ${seconds(began)}`);
say(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
