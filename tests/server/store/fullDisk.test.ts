/**
 * A full disk. It is simulated by replacing functions of Node, because a small file system of one's own needs privileges that a
 * tester may not have. The engine's reaction is real.
 */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CODE, isOutcomeUnknown, toProblem } from '#machines/model/codes.ts';
import { DatabaseUnavailable } from '#server/store/availability.ts';
import { DiskFull } from '#server/store/diskRoom.ts';
import { systemClock } from '#server/store/clock.ts';
import { backUp } from '#server/operator/backup/backup.ts';
import { restore } from '#server/operator/backup/restore.ts';
import { makeKeyFile } from '#server/store/keyFile.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { es } from '#src/api/messages/es.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';
import { copyFreshDatabase } from '#tests/support/freshDatabase.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { startLender } from '#tests/support/testLender.ts';

afterAll(removeTemporaryFolders);
afterEach(() => vi.restoreAllMocks());

const noRoom = (): never => {
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
};

/** Makes writes to files fail from now on. With `isKnown` the system also reports no free space, which it does not for a quota. */
function fillDisk({ isKnown }: { isKnown: boolean }): void {
  vi.spyOn(fs, 'writeSync').mockImplementation(noRoom);
  vi.spyOn(fs, 'writeFileSync').mockImplementation(noRoom);
  if (isKnown) vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 0, bsize: 4096 } as ReturnType<typeof fs.statfsSync>);
}
const makeRoom = (): void => void vi.restoreAllMocks();

async function usedFolder(): Promise<string> {
  const dataDir = temporaryFolder();
  await copyFreshDatabase(dataDir);
  return dataDir;
}

const open = (dataDir: string): Promise<Store> => openStore({ dataDir, clock: systemClock });

describe('start of the embedded database', () => {
  test.each([
    ['that the system reports', true],
    ['that only a write finds, as with a quota', false],
  ])('disk full %s: the message says how much to free, and with room again no data is missing', async (_, isKnown) => {
    const dataDir = await usedFolder();
    const before = await open(dataDir);
    await before.db.insertInto('app_user').values({ msisdn: '254712345678', created_at: 1 }).execute();
    await before.close();
    fillDisk({ isKnown });
    await expect(open(dataDir)).rejects.toThrow(
      new RegExp(`^The disk of ${dataDir} is full: free at least 64 MB on it and try again; what is stored stays as it is\\.$`),
    );
    makeRoom();
    const again = await open(dataDir);
    expect(await again.db.selectFrom('app_user').select('msisdn').execute()).toEqual([{ msisdn: '254712345678' }]);
    await again.close();
  });

  test('first start, disk full: says so, and leaves nothing that would break the next start', async () => {
    const dataDir = temporaryFolder();
    fillDisk({ isKnown: false });
    await expect(open(dataDir)).rejects.toThrow(/^The disk of \S+ is full: free at least 64 MB/);
    makeRoom();
    expect(fs.existsSync(path.join(dataDir, 'database'))).toBe(false);
    expect(fs.existsSync(path.join(dataDir, 'server.pid'))).toBe(false);
  });

  test('file of the keys, disk full: no half of it stays', () => {
    const file = path.join(temporaryFolder(), 'data.keys');
    fillDisk({ isKnown: false });
    expect(() => makeKeyFile(file)).toThrow(/^The disk of \S+ is full/);
    makeRoom();
    expect(fs.existsSync(file)).toBe(false);
    makeKeyFile(file);
    expect(fs.readFileSync(file, 'utf8')).toMatch(/^1:[0-9a-f]{64}\n$/);
  });
});

describe('embedded database in use', () => {
  let store: Store;
  const users = async (): Promise<number> => (await store.db.selectFrom('app_user').select('id').execute()).length;
  const addUser = (msisdn: string) => store.db.insertInto('app_user').values({ msisdn, created_at: 1 }).execute();

  beforeEach(async () => {
    store = await open(await usedFolder());
    return () => store.close();
  });

  test('disk nearly full: reads, refuses what writes, and undoes the transaction', async () => {
    await addUser('254712345678');
    fillDisk({ isKnown: true });
    await expect(addUser('254712345679')).rejects.toThrow(DiskFull);
    await expect(
      store.tx(async (tx) => {
        await tx.selectFrom('app_user').select('id').execute();
        await tx.updateTable('app_user').set({ created_at: 2 }).execute();
      }),
    ).rejects.toThrow(DiskFull);
    expect(await users()).toBe(1);
    expect(store.availability.isLost()).toBe(false);
    makeRoom();
    await addUser('254712345679');
    expect(await store.db.selectFrom('app_user').select('created_at').execute()).toEqual([{ created_at: 1 }, { created_at: 1 }]);
  });

  test('embedded database, no room for its log: is reported as lost, never hangs, and continues with every committed change', async () => {
    await addUser('254712345678');
    fillDisk({ isKnown: false });
    // More than one file of the engine's write-ahead log, which is written at once.
    const flood = sql`select pg_logical_emit_message(true, 'test', repeat('a', 40000000))`;
    await expect(store.tx(async (tx) => void (await flood.execute(tx)))).rejects.toThrow(DatabaseUnavailable);
    expect(store.availability.isLost()).toBe(true);
    await expect(users()).rejects.toThrow(DatabaseUnavailable);
    makeRoom();
    // After a failure the store checks the disk again only after a pause.
    await vi.waitFor(async () => expect(await users()).toBe(1), { timeout: PATIENCE, interval: 200 });
    expect(store.availability.isLost()).toBe(false);
    await addUser('254712345679');
    expect(await users()).toBe(2);
  });
});

test('backup, disk of the database full: is written to another disk, and restored', async () => {
  const store = await open(await usedFolder());
  try {
    await store.db.insertInto('app_user').values({ msisdn: '254712345678', created_at: 1 }).execute();
    vi.spyOn(store.room, 'isFull').mockReturnValue(true);
    const file = path.join(temporaryFolder(), 'lender.backup');
    await backUp({ store, clock: systemClock, release: 'test', postgres: null }, file);
    const dataDir = temporaryFolder();
    const keys = { keys: null, keyFile: null, dataDir };
    await restore({ file, postgres: null, keys, clock: systemClock });
    const restored = await open(dataDir);
    expect(await restored.db.selectFrom('app_user').select('msisdn').execute()).toEqual([{ msisdn: '254712345678' }]);
    await restored.close();
  } finally {
    await store.close();
  }
});

test('lender, disk full: reads are answered, changes get 503 with a sentence before anything is done, until there is room', async () => {
  const lender = await startLender();
  try {
    const phone = lender.phone({ language: () => 'es' });
    await phone.signIn('254712345678');
    fillDisk({ isKnown: true });
    expect((await phone.call('getUserInfo', {})).basicInfo.mobile).toBe('254712345678');
    const refused = toProblem(await phone.call('logOut', { token: phone.token ?? '' }).catch((error: unknown) => error));
    expect(refused).toMatchObject({ code: CODE.tryLater, message: es.storageFull });
    expect(isOutcomeUnknown(refused)).toBe(false);
    makeRoom();
    await phone.call('logOut', { token: phone.token ?? '' });
  } finally {
    makeRoom();
    await lender.stop();
  }
});
