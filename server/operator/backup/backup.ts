/** `npm run backup`: the whole database in one file, while the lender runs. */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { CannotStart, diskFull } from '#server/store/cannotStart.ts';
import type { Clock } from '#server/store/clock.ts';
import { DISK_RESERVE, isNoRoom } from '#server/store/diskRoom.ts';
import { syncPath } from '#server/store/folder.ts';
import type { Store } from '#server/store/store.ts';
import { inNairobi } from '../verbWords.ts';
import { readArchive, writeArchive } from './archive.ts';
import { checkLedger } from './checkLedger.ts';
import { FORMAT, readContents, type Contents } from './manifest.ts';
import { dumpPostgres, type PostgresAccess } from './postgresTools.ts';
import { onlyRow } from '#server/store/present.ts';

export interface Backup {
  store: Store;
  clock: Clock;
  release: string;
  /** null: the database is embedded. */
  postgres: PostgresAccess | null;
}

/** Files of the engine that belong to a process and not to the data. */
const OF_PROCESS = /^(postmaster\.(pid|opts)|\.s\.PGSQL.*)$/;

function bytesIn(folder: string): number {
  let bytes = 0;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) bytes += fs.statSync(path.join(entry.parentPath, entry.name)).size;
  return bytes;
}

/**
 * Copies the files of the embedded database. Its transaction is the only one meanwhile, so calls wait and the files do not change.
 * The compression takes longer, so it reads the copy.
 */
async function copyFiles({ store }: Backup, folder: string): Promise<Contents> {
  const { folder: databaseFolder, room } = store;
  if (databaseFolder === null) throw new Error('a database of PostgreSQL has no folder to copy');
  const { bavail, bsize } = fs.statfsSync(path.dirname(folder));
  // Room for the copy and for the file of the backup, which compression may not make smaller.
  const needed = 2 * bytesIn(databaseFolder) + DISK_RESERVE;
  if (bavail * bsize < needed)
    throw new CannotStart(
      `The disk of ${path.dirname(folder)} has no room for the backup: free ${Math.ceil(needed / 1024 / 1024)} MB on it, or name a file on another disk.`,
    );
  return store.tx(async (tx) => {
    const contents = await readContents(tx);
    // It shortens the recovery of the copy, which works without it, and it may need room.
    if (!room.isFull()) await sql`checkpoint`.execute(tx);
    await fs.promises.cp(databaseFolder, path.join(folder, 'database'), {
      recursive: true,
      mode: fs.constants.COPYFILE_FICLONE,
      filter: (from) => !OF_PROCESS.test(path.basename(from)),
    });
    return contents;
  });
}

/** Dumps the database and counts its rows in one snapshot, while the lender runs on. */
async function dump({ store }: Backup, postgres: PostgresAccess, folder: string): Promise<Contents> {
  return store.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const exported = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx);
      const contents = await readContents(tx);
      // This transaction is idle during the dump and must keep its snapshot, however long that takes.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await dumpPostgres(postgres, path.join(folder, 'database.dump'), onlyRow(exported).id);
      return contents;
    });
}

/** @returns lines for the operator. @throws CannotStart; then no file was written. */
export async function backUp(backup: Backup, file: string): Promise<string[]> {
  const { store, clock, release, postgres } = backup;
  if (fs.existsSync(file)) throw new CannotStart(`${file} exists already: name another file.`);
  const part = `${file}.part`;
  const folder = `${file}.copy`;
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new CannotStart(`Another backup to ${file} is running, or was ended: remove ${folder}, or name another file.`);
    throw isNoRoom(error)
      ? diskFull(path.dirname(file), DISK_RESERVE)
      : new CannotStart(`${file} cannot be written (${code ?? 'unknown error'}).`);
  }
  try {
    const at = clock.now();
    const contents = postgres ? await dump(backup, postgres, folder) : await copyFiles(backup, folder);
    fs.rmSync(part, { force: true });
    await writeArchive(part, folder, { format: FORMAT, engine: store.engine, release, at, ...contents });
    await readArchive(part, null);
    fs.renameSync(part, file);
    syncPath(path.dirname(file));
    const findings = await checkLedger(store.db);
    const { loan_order: orders = 0, journal = 0 } = contents.rows;
    const keys = Object.keys(contents.keys);
    return [
      `${file}: ${Math.ceil(fs.statSync(file).size / 1024)} kB, ${orders} orders, ${journal} journals, of ${inNairobi(at)}; read back and compared.`,
      `The data keys are not in it${keys.length > 0 ? ` (${keys.length === 1 ? 'key' : 'keys'} ${keys.join(', ')})` : ''}: without them it cannot be read. Keep them somewhere else than the backup.`,
      ...(findings.length > 0 ? ['The books of the lender do not agree:', ...findings] : []),
    ];
  } catch (error) {
    fs.rmSync(part, { force: true });
    if (isNoRoom(error)) throw new CannotStart(`The disk of ${path.dirname(file)} became full: make room on it, and run this again.`);
    throw error;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
