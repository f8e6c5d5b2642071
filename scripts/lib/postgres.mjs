// @ts-check
/** Finds or installs the programs of a PostgreSQL server. The tests start a server of their own. */
import { readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { aptInstall, isExecutable, onPath } from './browser.mjs';

/** Debian installs each version in a folder of its own, outside the PATH. */
const DEBIAN = '/usr/lib/postgresql';

/** @param {string} folder */
const isComplete = (folder) => ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name)));

function debianFolders() {
  try {
    return readdirSync(DEBIAN)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(DEBIAN, version, 'bin'));
  } catch {
    return [];
  }
}

/**
 * Folder with `initdb` and `postgres`: `POSTGRES_BIN` if it is set, otherwise an installed version.
 * @returns {string | undefined}
 */
export function findPostgres() {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN;
  const named = onPath('initdb');
  const folders = [...(named ? [dirname(named), dirname(realpathSync(named))] : []), ...debianFolders()];
  return [...folders, '/opt/homebrew/bin', '/usr/local/opt/postgresql/bin'].find(isComplete);
}

/** @param {(line: string) => void} say */
export function obtainPostgres(say) {
  return findPostgres() ?? (aptInstall('postgresql', say) ? findPostgres() : undefined);
}
