/**
 * The embedded database with real syncs to disk. Stock PGlite runs with `-F` and has no fsync in its
 * file system, so a power cut loses acknowledged commits. This module adds fsync. It uses an internal
 * of PGlite 0.5.16. Therefore that version is pinned exactly, and a commit at start must raise the
 * counter of syncs before the store is used.
 */
import fs from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { CannotStart } from './cannotStart.ts';
import { isNoRoom } from './diskRoom.ts';
import { syncPath } from './folder.ts';

interface NodeStream {
  nfd?: number;
  node: unknown;
  /** How many streams of the engine have this file open. */
  shared: { refcount: number };
}

/** The internals of the engine's module that are used here; its public types do not contain them. */
interface EngineModule {
  NODEFS: {
    realPath(node: unknown): string;
    /** Every operation on a file is run by this function. */
    tryFSOperation<T>(operation: () => T): T;
    stream_ops: { fsync?: (stream: NodeStream) => number; open(stream: NodeStream): void; close(stream: NodeStream): void };
  };
  FS: { ErrnoError: new (errno: number) => Error };
}

const EIO = 29;

export class DurableNodeFS extends NodeFS {
  syncs = 0;
  /** Whether an operation failed because the disk, or a quota on it, is full. The engine's own errors do not always say so. */
  isOutOfRoom = false;
  private readonly descriptors = new Set<number>();

  /** Closes the files of an engine that ended by itself. Until then the disk keeps the room of its deleted files. */
  closeFiles(): void {
    for (const descriptor of this.descriptors) fs.closeSync(descriptor);
    this.descriptors.clear();
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const ready = await super.init(...args);
    const addFsync = (module: unknown): void => {
      const { NODEFS, FS } = module as EngineModule;
      const { tryFSOperation, stream_ops: streams } = NODEFS;
      const { open, close } = streams;
      streams.open = (stream) => {
        open(stream);
        if (stream.nfd !== undefined) this.descriptors.add(stream.nfd);
      };
      streams.close = (stream) => {
        close(stream);
        if (stream.nfd !== undefined && stream.shared.refcount === 0) this.descriptors.delete(stream.nfd);
      };
      NODEFS.tryFSOperation = (operation) =>
        tryFSOperation(() => {
          try {
            return operation();
          } catch (error) {
            this.isOutOfRoom ||= isNoRoom(error);
            throw error;
          }
        });
      NODEFS.stream_ops.fsync = (stream) => {
        this.syncs++;
        try {
          if (stream.nfd !== undefined) fs.fsyncSync(stream.nfd);
          else syncPath(NODEFS.realPath(stream.node));
          return 0;
        } catch (error) {
          const code = (error as NodeJS.ErrnoException).code;
          if (code === 'EINVAL' || code === 'EBADF') return 0;
          throw new FS.ErrnoError(EIO);
        }
      };
    };
    ready.emscriptenOpts.preRun = [...(ready.emscriptenOpts.preRun ?? []), addFsync];
    return ready;
  }
}

/** A marker file in the folder of a database: all its files were synced once, and the engine syncs later changes. */
export const SYNCED = '.synced';

/** Syncs the files of a database that was written without syncs. */
export function syncDatabase(folder: string): void {
  syncTree(folder);
  const mark = path.join(folder, SYNCED);
  fs.writeFileSync(mark, '');
  syncPath(mark);
  syncPath(folder);
}

function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) syncTree(at);
    else if (entry.isFile()) syncPath(at);
  }
  syncPath(folder);
}

/**
 * Opens or creates the database in `folder`, which must exist and be locked.
 * @throws CannotStart when commits do not reach the disk.
 */
export async function openDurable(folder: string, files: DurableNodeFS = new DurableNodeFS(folder)): Promise<PGlite> {
  const startParams = [
    ...PGlite.defaultStartParams.filter((p) => p !== '-F'),
    '-c',
    'fsync=on',
    '-c',
    'wal_sync_method=fsync',
    '-c',
    'synchronous_commit=on',
    // The default of 128 MB is resident from the start. Pages beyond a smaller buffer stay in the system's cache.
    '-c',
    'shared_buffers=8MB',
    // An analysis holds 300 rows for each of these in memory, and the memory of the engine never shrinks: with the default of
    // 100 it took 33 MB more for a table of wide rows. Few values are enough for statements that look up by an index.
    '-c',
    'default_statistics_target=10',
  ];
  const engine = await PGlite.create({ fs: files, startParams });
  if (!fs.existsSync(path.join(folder, SYNCED))) {
    // The engine creates the files in another instance of its module, which does not sync.
    await engine.exec('checkpoint');
    syncDatabase(folder);
  }
  await engine.exec('create table if not exists durability_check(at int not null)');
  const before = files.syncs;
  await engine.exec('insert into durability_check values (1); delete from durability_check');
  if (files.syncs === before) {
    await engine.close();
    throw new CannotStart('The embedded database does not sync its commits to disk: this needs @electric-sql/pglite 0.5.16 exactly.');
  }
  return engine;
}
