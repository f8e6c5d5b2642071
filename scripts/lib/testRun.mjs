// @ts-check
/**
 * One run of tests: each step is counted when it ends, and the last line is `N passed, N failed`. The file uses only Node,
 * because it also runs on a fresh clone, before packages are installed.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { obtainChromium } from './browser.mjs';
import { installIfNeeded, nodeComplaint, root } from './install.mjs';
import { obtainPostgres } from './postgres.mjs';
import { run, say, seconds } from './say.mjs';
import { withUnexplainedFailure } from './verdictReporter.mjs';

/**
 * @typedef {Record<string, string | undefined>} Environment
 * @typedef {{ projects: readonly string[], workers: number, files?: readonly string[], env?: Environment }} TestSelection
 * @typedef {ReturnType<typeof startRun>} TestRun
 */

function startRun() {
  let passed = 0;
  /** @type {string[]} Names of failed steps, printed again at the end of the output, where a reader looks. */
  const failed = [];

  /**
   * Counts one step.
   * @param {string} name
   * @param {boolean} holds
   */
  function count(name, holds) {
    say(`${holds ? 'ok    ' : 'FAILED'} ${name}`);
    if (holds) passed += 1;
    else failed.push(name);
  }

  return {
    count,

    /** @param {{ passed: number, failed: string[] }} verdict */
    add(verdict) {
      passed += verdict.passed;
      failed.push(...verdict.failed);
    },

    /**
     * Runs a script of this project and counts it as one step.
     * @param {string} name
     * @param {readonly string[]} args of Node
     * @param {Environment} env
     */
    async script(name, args, env) {
      const began = performance.now();
      say(`\n--- ${name}`);
      const { code } = await run(process.execPath, args, { env, cwd: root });
      count(`${name} (${seconds(began)})`, code === 0);
    },

    /**
     * Runs projects of the test runner side by side and counts each of their tests.
     * @param {TestSelection} selection files: parts of paths; all files of the projects when left out
     * @param {Environment} env
     */
    async tests({ projects, workers, files = [], env: own = {} }, env) {
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
          ...files,
          ...projects.flatMap((project) => ['--project', project]),
          `--maxWorkers=${workers}`,
          '--reporter=default',
          '--reporter=./scripts/lib/verdictReporter.mjs',
        ],
        { env: { ...env, ...own, VERDICT_FILE: file }, cwd: root },
      );
      const written = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
      const verdict = withUnexplainedFailure(written, code);
      this.add(verdict);
      say(`--- ${name}: ${verdict.passed} passed, ${verdict.failed.length} failed in ${seconds(began)}`);
    },

    /** Prints the failed steps and the closing line. */
    end() {
      for (const name of failed) say(`FAILED      ${name}`);
      say(`\nin ${seconds(began)}`);
      say(`${passed} passed, ${failed.length} failed`);
      process.exitCode = failed.length > 0 ? 1 : 0;
    },
  };
}

const began = performance.now();

/**
 * Installs the packages, the browser and the PostgreSQL server that the tests need, and counts each step.
 * @param {TestRun} testRun
 * @param {{ browser?: boolean, postgres?: boolean }} needs
 * @returns {Promise<Environment | undefined>} undefined when the packages could not be installed
 */
async function prepare(testRun, { browser = false, postgres = false }) {
  const complaint = nodeComplaint();
  if (complaint || !(await installIfNeeded(say))) {
    testRun.count(complaint ?? 'installation', false);
    return undefined;
  }
  /** @type {Environment} */
  const env = {};
  if (browser) {
    const found = obtainChromium(say);
    env['CHROMIUM_PATH'] = found;
    testRun.count(
      found ? `browser: ${found}` : 'no browser; install Chrome or Chromium, or name one in CHROMIUM_PATH',
      found !== undefined,
    );
  }
  if (postgres) {
    const found = obtainPostgres(say);
    env['POSTGRES_BIN'] = found;
    testRun.count(
      found
        ? `PostgreSQL: ${found}`
        : 'no PostgreSQL; install its server (Debian: postgresql, macOS: brew install postgresql), or name its folder in POSTGRES_BIN',
      found !== undefined,
    );
  }
  return env;
}

/**
 * Runs steps from the preparation to the closing line.
 * @param {{ browser?: boolean, postgres?: boolean }} needs
 * @param {(testRun: TestRun, env: Environment) => Promise<void>} steps
 */
export async function testRun(needs, steps) {
  const one = startRun();
  const env = await prepare(one, needs);
  if (env) await steps(one, env);
  one.end();
}
