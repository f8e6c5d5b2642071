// @ts-check
/** Builds the pages if necessary, checks whether the lender can start, and runs it. Each step is printed. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, isBuilt } from './builtPages.mjs';
import { installIfNeeded, root } from './install.mjs';
import { run, say } from './say.mjs';

const dev = process.argv.includes('--dev');
/** `npm run preview`: runs the last build of pages and lender, even if the sources have changed. */
const preview = process.argv.includes('--preview');

/**
 * Builds the pages, unless the build is up to date.
 * @returns {Promise<boolean>} false when the build failed
 */
async function buildIfNeeded() {
  if (isBuilt()) {
    say('the build is up to date');
    return true;
  }
  if (!(await canStart())) process.exit(1);
  return build();
}

const isProduction = process.env['NODE_ENV'] === 'production';
const environment = { ...process.env, SANDBOX: process.env['SANDBOX'] ?? (isProduction ? '0' : '1') };

/** Whether the lender can start. If it cannot, the reason was printed. */
async function canStart() {
  const { code } = await run(process.execPath, ['--import', 'tsx', join(root, 'server/canStart.ts')], { cwd: root, env: environment });
  return code === 0;
}

const BUILT_LENDER = join(root, 'dist/server/main.js');

/** Runs the lender until it ends or is stopped, and exits with its code. */
function runLender() {
  const args = preview ? [BUILT_LENDER] : ['--import', 'tsx', join(root, dev ? 'server/dev.ts' : 'server/main.ts')];
  const lender = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: environment,
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => lender.kill(signal));
  lender.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

if (!(await installIfNeeded(say))) {
  process.stderr.write('The installation failed; see the output of npm above.\n');
  process.exit(1);
}
if (!dev && !preview && !(await buildIfNeeded())) {
  process.stderr.write('The build failed; see the output of vite above.\n');
  process.exit(1);
}
if (preview && !existsSync(BUILT_LENDER)) {
  process.stderr.write('There is no built lender: run `npm run build` first.\n');
  process.exit(1);
}
say('starting the lender');
runLender();
