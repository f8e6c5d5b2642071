/**
 * The folder in which tests create data folders and databases: in memory if the system has a large file system there, else in the
 * system's temporary folder. A run copies dozens of databases of 41 MB, and a busy disk takes seconds for each.
 */
import fs from 'node:fs';
import os from 'node:os';

/** A file system in memory on Linux. A container may limit it to 64 MB. */
const MEMORY = '/dev/shm';
/** Bytes that must be free, far more than the databases of a run need at the same time. */
const NEEDED = 4 * 1024 ** 3;

function hasRoomInMemory(): boolean {
  try {
    fs.accessSync(MEMORY, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(MEMORY);
    return Math.min(bavail * bsize, os.freemem()) >= NEEDED;
  } catch {
    return false;
  }
}

export const TEMPORARY_ROOT = hasRoomInMemory() ? MEMORY : os.tmpdir();
