// @ts-check
/** Builds the pages in `dist/`, and checks whether a build is up to date. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './filesBelow.mjs';
import { root } from './install.mjs';
import { run, say, seconds } from './say.mjs';

/** The sources of the build. Docs, tests and the server are not among them. */
const SOURCES = [
  'machines',
  'screens',
  'src',
  'index.html',
  'desk.html',
  'sandbox.html',
  'inspector.html',
  'shell-check.html',
  'vite.config.ts',
  'scripts/build',
  'package-lock.json',
];
/** Environment variables that change the build. */
const BUILT_IN = ['PACKAGE_NAME', 'APP_NAME', 'RELEASE', 'ADAPTER'];

/**
 * One build of the pages.
 * @typedef {object} Variant
 * @property {string} folder below the repository; holds `app`, `tools`, `maps` and `chunks.json`
 * @property {string} adapter a file with an adapter for another back end; empty: none
 */

/** The build of `npm start` and `npm run build`. @returns {Variant} */
const usual = () => ({ folder: 'dist', adapter: process.env['ADAPTER'] ?? '' });

/** @param {Variant} variant */
const stampOf = ({ folder }) => join(root, folder, '.built-from');

/**
 * A hash of all sources of a build.
 * @param {readonly string[]} others further files and folders of this build
 */
export function sourcesHash(others = [], { adapter } = usual()) {
  const hash = createHash('sha256');
  /** @type {NodeJS.ProcessEnv} */
  const environment = { ...process.env, ADAPTER: adapter };
  for (const name of BUILT_IN) hash.update(`${name}=${environment[name] ?? ''}\0`);
  const sources = [...SOURCES, ...(adapter ? [adapter] : []), ...others].map((name) => join(root, name)).filter((path) => existsSync(path));
  for (const file of sources.flatMap(filesBelow).sort()) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Whether the folder was built from the present sources. */
export function isBuilt(variant = usual()) {
  const stamp = stampOf(variant);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash([], variant);
}

/** Stores the hash of the sources that a folder was built from. */
export function markBuilt(hash = sourcesHash(), variant = usual()) {
  mkdirSync(join(root, variant.folder), { recursive: true });
  writeFileSync(stampOf(variant), hash);
}

/**
 * Builds the pages.
 * @returns {Promise<boolean>} false when the build failed; vite has printed the reason
 */
export async function build(variant = usual()) {
  const hash = sourcesHash([], variant);
  const began = performance.now();
  say('building the application (vite build)');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { code } = await run(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', `${variant.folder}/app`], {
    cwd: root,
    env: { NODE_ENV: 'production', ADAPTER: variant.adapter },
  });
  if (code !== 0) return false;
  markBuilt(hash, variant);
  say(`built in ${seconds(began)}`);
  return true;
}

/**
 * Bundles the lender into `dist/server`. `npm start` runs it from its sources, so only a deployment needs this.
 * @returns {Promise<boolean>} false when it failed; the bundler has printed the reason
 */
export async function buildLender() {
  const began = performance.now();
  say('bundling the lender');
  const { code } = await run(process.execPath, ['--import', 'tsx', join(root, 'scripts/bundleLender.ts')], {
    cwd: root,
    env: { NODE_ENV: 'production' },
  });
  if (code === 0) say(`bundled in ${seconds(began)}; start it with: NODE_ENV=production node dist/server/main.js`);
  return code === 0;
}
