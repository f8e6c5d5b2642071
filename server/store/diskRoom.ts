/**
 * Free room on the disk of the database. An engine that finds no room for its log in the middle of a commit ends, so
 * statements that write are refused earlier, while a reserve is left.
 */
import fs from 'node:fs';

/** Bytes that stay free for the log of the embedded database: it grows by files of 16 MB. */
export const DISK_RESERVE = 64 * 1024 * 1024;

/** Pause of all writes in ms after a statement found no room: the free bytes do not show a quota. */
const PAUSE = 5_000;

/** Whether the system says that the disk, or a quota on it, is full. */
export const isNoRoom = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

/** The disk of the database is full. The statement and its transaction had no effect. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
  constructor(cause?: unknown) {
    super('the disk of the database is full', { cause });
  }
}

export interface DiskRoom {
  /** Whether writes are refused now. Check it before work that writes in several transactions. */
  isFull(): boolean;
  /** Bytes that this process may still use; null: unknown, because the database is on another machine. */
  free(): number | null;
}

export interface DiskRoomReports extends DiskRoom {
  /** A statement found no room. */
  ranOut(): void;
}

/** @param folder of the embedded database; null: the database is a server's. */
export function createDiskRoom(folder: string | null): DiskRoomReports {
  let pausedUntil = -Infinity;
  const free = (): number | null => {
    if (folder === null) return null;
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize;
  };
  return {
    free,
    isFull: () => performance.now() < pausedUntil || (free() ?? Infinity) < DISK_RESERVE,
    ranOut() {
      pausedUntil = performance.now() + PAUSE;
    },
  };
}
