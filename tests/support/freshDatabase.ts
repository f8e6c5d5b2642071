/** An empty embedded database with every migration. It is made once, which takes seconds, and copied for each test. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Store } from '#server/store/store.ts';
import { emptyDatabase } from '../../scripts/build/buildEmptyDatabase.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let made: Promise<string> | undefined;

const original = (): Promise<string> => (made ??= emptyDatabase(ROOT));

/** Makes the database before test files run side by side, so that none of them has to. */
export default async function setup(): Promise<void> {
  await original();
}

interface Part {
  /** Path below the folder. */
  name: string;
  isFolder: boolean;
}

/** Files and folders below this folder. A folder comes before its own files. */
const partsOf = (folder: string): Part[] =>
  fs.readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => ({
    name: path.relative(folder, path.join(entry.parentPath, entry.name)),
    isFolder: entry.isDirectory(),
  }));

let parts: Part[] | undefined;

/** @param dataDir of a lender before its first start; it is created if it does not exist. */
export async function copyFreshDatabase(dataDir: string): Promise<void> {
  const from = await original();
  fs.mkdirSync(dataDir, { recursive: true });
  // Not with `cpSync`, which checks each of 1,400 files three times and so takes twice as long.
  for (const { name, isFolder } of (parts ??= partsOf(from))) {
    if (isFolder) fs.mkdirSync(path.join(dataDir, name), { recursive: true });
    else fs.copyFileSync(path.join(from, name), path.join(dataDir, name));
  }
}

/**
 * From now on commits do not wait for the disk, as on the PostgreSQL server of the tests. The durability of commits is tested by
 * tests that kill a lender and by those that open a data folder again.
 */
export const commitWithoutSync = async (store: Store): Promise<void> => void (await sql`set synchronous_commit = off`.execute(store.db));
