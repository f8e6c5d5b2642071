// @ts-check
/** Finds or installs a Chromium. The file uses only Node, because it runs before packages are installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/** The headless shell comes first: it draws no windows, so opening a page takes a third of the processor time. */
const COMMANDS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** @param {string} path */
export const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * Path of an executable on the PATH.
 * @param {string} name
 * @returns {string | undefined}
 */
export const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(isExecutable);

/** Playwright's own Chromium, if it is installed. */
function playwrightBuild() {
  try {
    const { chromium } = createRequire(import.meta.url)('playwright-core');
    return [chromium.executablePath()];
  } catch {
    // playwright-core is not installed yet, or has no build for this machine.
    return [];
  }
}

/**
 * The browser to test with: `CHROMIUM_PATH` when set, else an installed Chrome or Chromium, else Playwright's.
 * @returns {string | undefined} path of the executable.
 */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return COMMANDS.map(onPath).find(Boolean) ?? [...MAC_APPLICATIONS, ...playwrightBuild()].find(isExecutable);
}

/**
 * Finds a Chromium. Without one, downloads Playwright's. If that fails, installs the system's package where that is possible.
 * @param {(line: string) => void} say called with one sentence before a slow step.
 * @returns {string | undefined}
 */
export function obtainChromium(say) {
  const found = findChromium();
  if (found) return found;
  say('no Chromium here: downloading the one that playwright-core names');
  const cli = join(createRequire(import.meta.url).resolve('playwright-core/package.json'), '..', 'cli.js');
  spawnSync(process.execPath, [cli, 'install', ...(isRootWithApt() ? ['--with-deps'] : []), 'chromium'], { stdio: 'inherit' });
  return findChromium() ?? (aptInstall('chromium-headless-shell', say) || aptInstall('chromium', say) ? findChromium() : undefined);
}

export const isRootWithApt = () => process.getuid?.() === 0 && onPath('apt-get') !== undefined;

/**
 * Installs one package of a Debian-like system. Works only as root, because the scripts never ask for a password.
 * @param {string} name
 * @param {(line: string) => void} say
 */
export function aptInstall(name, say) {
  if (!isRootWithApt()) return false;
  say(`installing the system package ${name}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'inherit', env });
    return true;
  } catch {
    return false;
  }
}
