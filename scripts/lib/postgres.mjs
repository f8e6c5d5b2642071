// @ts-check
/** Finds or installs the programs of a PostgreSQL server. The tests start a server of their own. */
import { spawnSync } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { aptInstall, isExecutable, onPath } from './browser.mjs';

/** Debian installs each version in a separate folder, outside the PATH. */
const DEBIAN = '/usr/lib/postgresql';

/** Programs that the tests need. */
const SERVER = ['initdb', 'postgres'];

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
 * Folder with these programs: `POSTGRES_BIN` if it is set, otherwise an installed version.
 * @param {readonly string[]} programs other programs than a server needs: `POSTGRES_BIN` is used only if it has all of them
 * @returns {string | undefined}
 */
export function findPostgres(programs = SERVER) {
  const chosen = process.env.POSTGRES_BIN;
  if (chosen && programs === SERVER) return chosen;
  const named = onPath('initdb');
  const folders = [...(chosen ? [chosen] : []), ...(named ? [dirname(named), dirname(realpathSync(named))] : []), ...debianFolders()];
  return [...folders, '/opt/homebrew/bin', '/usr/local/opt/postgresql/bin'].find((folder) =>
    programs.every((name) => isExecutable(join(folder, name))),
  );
}

/** @param {(line: string) => void} say */
export function obtainPostgres(say) {
  return findPostgres() ?? (aptInstall('postgresql', say) ? findPostgres() : undefined);
}

/**
 * The account for running PostgreSQL, which refuses to run as root.
 * @returns {{ uid: number, gid: number } | undefined} undefined: PostgreSQL runs under the account of this process
 * @throws {Error} when this process is root and the account does not exist
 */
export function postgresAccount() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (/** @type {string} */ flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim() || NaN);
  const [uid, gid] = [id('-u'), id('-g')];
  if (Number.isNaN(uid) || Number.isNaN(gid))
    throw new Error('PostgreSQL does not run as root and there is no account "postgres" to run it as.');
  return { uid, gid };
}
