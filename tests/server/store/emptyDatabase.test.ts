/** The database that a built lender unpacks at its first start. */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { databaseFolder } from '#server/store/embedded.ts';
import { SYNCED } from '#server/store/durable.ts';
import { EMPTY_DATABASE, unpackDatabase } from '#server/store/emptyDatabase.ts';
import { missingMigrations } from '#server/store/migrate.ts';
import { openStore } from '#server/store/store.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';
import { writeEmptyDatabase } from '../../../scripts/build/emptyDatabase.ts';
import { ROOT } from '#tests/support/deploymentFiles.ts';

afterAll(removeTemporaryFolders);

const packed = async (): Promise<string> => {
  const folder = temporaryFolder();
  await writeEmptyDatabase(ROOT, folder);
  return path.join(folder, EMPTY_DATABASE);
};

test('unpacked: has every migration and no borrower, and is not said to be on the disk', async () => {
  const dataDir = temporaryFolder();
  const folder = databaseFolder(dataDir);
  fs.mkdirSync(folder);
  expect(await unpackDatabase(folder, await packed())).toBe(true);
  expect(fs.existsSync(path.join(folder, SYNCED))).toBe(false);
  const store = await openStore({ dataDir, clock: { now: () => 0 }, asItIs: true });
  try {
    expect(await missingMigrations(store.db)).toEqual([]);
    expect(await store.db.selectFrom('app_user').select('id').execute()).toEqual([]);
  } finally {
    await store.close();
  }
});

test('file that was cut: is refused', async () => {
  const file = await packed();
  fs.truncateSync(file, Math.floor(fs.statSync(file).size / 2));
  await expect(unpackDatabase(temporaryFolder(), file)).rejects.toThrow();
});

test('no file, as beside the sources: nothing is unpacked', async () => {
  const into = temporaryFolder();
  expect(await unpackDatabase(into, path.join(into, 'none'))).toBe(false);
  expect(fs.readdirSync(into)).toEqual([]);
});
