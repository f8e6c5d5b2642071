// @ts-check
/** Gets everything ready that the lender needs to run, saying what it does, and then runs it. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installIfNeeded, root } from './install.mjs';
import { run, say, seconds } from './say.mjs';

const dev = process.argv.includes('--dev');

/** What a build is made of. Docs, tests and the server are not. */
const SOURCES = [
  'machines',
  'screens',
  'src',
  'index.html',
  'sandbox.html',
  'inspector.html',
  'vite.config.ts',
  'scripts/build',
  'package-lock.json',
];
/** Values that are built in. */
const BUILT_IN = ['PACKAGE_NAME', 'APP_NAME'];
const STAMP = join(root, 'dist', '.built-from');

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
}

/** Changes with every byte that a build depends on. */
function sourcesHash() {
  const hash = createHash('sha256');
  for (const name of BUILT_IN) hash.update(`${name}=${process.env[name] ?? ''}\0`);
  for (const file of SOURCES.flatMap((name) => filesBelow(join(root, name))).sort()) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

const builtFrom = () => (existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '');

/**
 * A build that is up to date is left alone, and the lender itself says what keeps it from starting.
 * @returns {Promise<boolean>} false when the build failed
 */
async function buildIfNeeded() {
  const hash = sourcesHash();
  if (builtFrom() === hash) {
    say('the build is up to date');
    return true;
  }
  if (!(await canStart())) process.exit(1);
  const began = performance.now();
  say('building the application (vite build)');
  const { code } = await run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) return false;
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(STAMP, hash);
  say(`built in ${seconds(began)}`);
  return true;
}

const environment = { ...process.env, SANDBOX: process.env['SANDBOX'] ?? '1' };

/** Whether nothing keeps the lender from starting; it has said what does. */
async function canStart() {
  const { code } = await run(process.execPath, ['--import', 'tsx', join(root, 'server/canStart.ts')], { cwd: root, env: environment });
  return code === 0;
}

/** Runs the lender until it ends or is told to, and ends as it did. */
function runLender() {
  const args = ['--import', 'tsx', join(root, 'server/main.ts'), ...(dev ? ['--dev'] : [])];
  const lender = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: environment,
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => lender.kill(signal));
  lender.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

if (!(await installIfNeeded(say))) {
  process.stderr.write('The installation failed; what npm said above tells why.\n');
  process.exit(1);
}
if (!dev && !(await buildIfNeeded())) {
  process.stderr.write('The build failed; what vite said above tells why.\n');
  process.exit(1);
}
say('starting the lender');
runLender();
