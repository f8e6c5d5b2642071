// @ts-check
/** Checks the Node version and installs the packages of the lockfile, which every script needs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './say.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** @typedef {{ version?: string, optional?: boolean, peer?: boolean, link?: boolean }} LockedPackage */

/**
 * @param {string} path
 * @returns {Record<string, LockedPackage>}
 */
const lockedPackages = (path) => JSON.parse(readFileSync(join(root, path), 'utf8')).packages;

/** The message about an outdated Node, or undefined. */
export function nodeComplaint(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return undefined;
  return `Node ${version} is too old; Node 20.19 or newer is needed.`;
}

/**
 * Whether node_modules lacks a package of the lockfile. Packages for other platforms are optional and may be absent.
 */
function isIncomplete() {
  try {
    const wanted = lockedPackages('package-lock.json');
    const present = lockedPackages('node_modules/.package-lock.json');
    return Object.entries(wanted).some(
      ([path, { version, optional, link }]) => path !== '' && !optional && !link && present[path]?.version !== version,
    );
  } catch {
    return true;
  }
}

/**
 * Installs from the lockfile if a package is missing.
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} false when the installation failed
 */
export async function installIfNeeded(say) {
  if (!isIncomplete()) return true;
  say('installing what package-lock.json names (npm ci)');
  // With NODE_ENV=production npm would otherwise leave out the packages for building and testing.
  const { code } = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: root });
  return code === 0;
}
