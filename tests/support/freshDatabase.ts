/** An empty embedded database with every migration, made once and copied from: making one takes seconds, copying it does not. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Store } from '#server/store/store.ts';
import { emptyDatabase } from '../../scripts/build/buildEmptyDatabase.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let made: Promise<string> | undefined;

const original = (): Promise<string> => (made ??= emptyDatabase(ROOT));

/** Before test files run side by side: made here, none of them has to. */
export default async function setup(): Promise<void> {
  await original();
}

interface Part {
  /** Below the folder. */
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

/** @param dataDir of a lender that is about to start for the first time; made when it is not there. */
export async function copyFreshDatabase(dataDir: string): Promise<void> {
  const from = await original();
  fs.mkdirSync(dataDir, { recursive: true });
  // `cpSync` looks at each of 1,400 files three times, which takes as long as to copy it.
  for (const { name, isFolder } of (parts ??= partsOf(from))) {
    if (isFolder) fs.mkdirSync(path.join(dataDir, name), { recursive: true });
    else fs.copyFileSync(path.join(from, name), path.join(dataDir, name));
  }
}

/**
 * Commits do not wait for the disk from now on, as on the PostgreSQL server of the tests. That commits are durable is
 * tested by the tests that kill a lender and by those that reopen a data folder.
 */
export const commitWithoutSync = async (store: Store): Promise<void> => void (await sql`set synchronous_commit = off`.execute(store.db));
