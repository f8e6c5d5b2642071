/** What an operator reads when the database fails a start or a verb. */
import { DatabaseUnavailable, TakesNoWrites } from './availability.ts';
import { CannotStart, databaseReadOnly, diskFull, serverDiskFull } from './cannotStart.ts';
import { DISK_RESERVE, DiskFull } from './diskRoom.ts';

/** SQLSTATE insufficient_privilege. */
const NO_RIGHTS = '42501';

interface Place {
  databaseUrl: string | null;
  /** Folder of the embedded database. */
  dataDir: string;
}

/** @returns one sentence in place of the database's error; another error as it is. */
export function asOperatorError(error: unknown, { databaseUrl, dataDir }: Place): unknown {
  if (error instanceof DiskFull) return databaseUrl === null ? diskFull(dataDir, DISK_RESERVE) : serverDiskFull();
  if (error instanceof DatabaseUnavailable) {
    if (error.cause instanceof TakesNoWrites) return databaseReadOnly();
    return new CannotStart(`The database${databaseUrl === null ? '' : ' of DATABASE_URL'} was lost: ${error.message}.`);
  }
  if (error instanceof Error && (error as NodeJS.ErrnoException).code === NO_RIGHTS)
    return new CannotStart(`The role in DATABASE_URL has too few rights (${error.message}): make it the owner of the database.`);
  return error;
}
