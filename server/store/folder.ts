/** Folders with data of borrowers: only the system's user that runs this server may read them. */
import fs from 'node:fs';
import path from 'node:path';
import { CannotStart, diskFull } from './cannotStart.ts';
import { DISK_RESERVE, isNoRoom } from './diskRoom.ts';

/**
 * Creates the folder and its missing parents one by one: with `recursive`, Node
 * loops for ever where nothing can be created, as below /proc. An existing folder keeps its permissions.
 * @throws CannotStart when it cannot be made.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = path.resolve(folder); !fs.existsSync(at) && path.dirname(at) !== at; at = path.dirname(at)) missing.unshift(at);
  try {
    for (const at of missing) makeOne(at);
    if (!fs.statSync(folder).isDirectory()) throw Object.assign(new Error('a file is in its place'), { code: 'ENOTDIR' });
  } catch (error) {
    throw cannotBeWritten(folder, error);
  }
}

function makeOne(folder: string): void {
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another server may have created the folder since the check.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Syncs to disk, so that a power cut loses nothing. @param target a file, or a folder, of which the list of files is synced. */
export function syncPath(target: string): void {
  const open = fs.openSync(target, 'r');
  try {
    fs.fsyncSync(open);
  } finally {
    fs.closeSync(open);
  }
}

export const cannotBeWritten = (folder: string, error: unknown): CannotStart =>
  isNoRoom(error)
    ? diskFull(folder, DISK_RESERVE)
    : new CannotStart(
        `The data folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}): choose another with DATA_DIR.`,
      );
