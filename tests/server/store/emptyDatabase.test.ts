/** The database that a built lender unpacks at its first start. */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { databaseFolder } from '#server/store/embedded.ts';
import { SYNCED } from '#server/store/durable.ts';
import { EMPTY_DATABASE, unpackDatabase } from '#server/store/emptyDatabase.ts';
import { missingMigrations } from '#server/store/migrate.ts';
import { openStore, type Db } from '#server/store/store.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';
import { writeEmptyDatabase } from '../../../scripts/build/buildEmptyDatabase.ts';
import { ROOT } from '#tests/support/deploymentFiles.ts';

afterAll(removeTemporaryFolders);

const packed = async (): Promise<string> => {
  const folder = temporaryFolder();
  await writeEmptyDatabase(ROOT, folder);
  return path.join(folder, EMPTY_DATABASE);
};

async function tablesWithRows(db: Db): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}

test('empty database, unpacked: has every migration, the accounts of the books and nothing else, and is not yet marked as durable', async () => {
  const dataDir = temporaryFolder();
  const folder = databaseFolder(dataDir);
  fs.mkdirSync(folder);
  expect(await unpackDatabase(folder, await packed())).toBe(true);
  expect(fs.existsSync(path.join(folder, SYNCED))).toBe(false);
  const store = await openStore({ dataDir, clock: { now: () => 0 }, asItIs: true });
  try {
    expect(await missingMigrations(store.db)).toEqual([]);
    // Every deployment begins with a copy of this database, so it may contain no secret and no data of a person.
    expect(await tablesWithRows(store.db)).toEqual(['account', 'migration']);
  } finally {
    await store.close();
  }
});

test('file that was cut: is refused', async () => {
  const file = await packed();
  fs.truncateSync(file, Math.floor(fs.statSync(file).size / 2));
  await expect(unpackDatabase(temporaryFolder(), file)).rejects.toThrow();
});

test('empty database, no file, as beside the sources: nothing is unpacked', async () => {
  const into = temporaryFolder();
  expect(await unpackDatabase(into, path.join(into, 'none'))).toBe(false);
  expect(fs.readdirSync(into)).toEqual([]);
});
