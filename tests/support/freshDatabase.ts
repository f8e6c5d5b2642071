/** An empty embedded database with every migration, made once and copied from: making one takes seconds, copying it does not. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { openStore, type Store } from '#server/store/store.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STORE = path.join(ROOT, 'server/store');
const KEPT = path.join(ROOT, '.cache/test-database');

/** Changes with every byte that decides what a new database holds; the engine's version is pinned in package.json. */
function sourcesHash(): string {
  const hash = createHash('sha256').update(fs.readFileSync(path.join(ROOT, 'package.json')));
  for (const file of fs.readdirSync(STORE, { recursive: true, encoding: 'utf8' }).sort()) {
    if (file.endsWith('.ts')) hash.update(`\0${file}\0`).update(fs.readFileSync(path.join(STORE, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function makeAt(place: string): Promise<void> {
  fs.mkdirSync(KEPT, { recursive: true });
  // Of older sources; what another run is making right now stays.
  for (const name of fs.readdirSync(KEPT))
    if (!name.startsWith('making-')) fs.rmSync(path.join(KEPT, name), { recursive: true, force: true });
  const making = fs.mkdtempSync(path.join(KEPT, 'making-'));
  await (await openStore({ dataDir: making, clock: { now: () => 0 } })).close();
  try {
    fs.renameSync(making, place);
  } catch (error) {
    // Another test run was quicker.
    if (!fs.existsSync(place)) throw error;
    fs.rmSync(making, { recursive: true });
  }
}

let made: Promise<string> | undefined;

async function original(): Promise<string> {
  const place = path.join(KEPT, sourcesHash());
  if (!fs.existsSync(place)) await makeAt(place);
  return place;
}

/** Before test files run side by side: made here, none of them has to. */
export default async function setup(): Promise<void> {
  await (made ??= original());
}

interface Part {
  /** Below the folder. */
  name: string;
  isFolder: boolean;
}

/** What is in it, folders before what they hold. */
const partsOf = (folder: string): Part[] =>
  fs.readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => ({
    name: path.relative(folder, path.join(entry.parentPath, entry.name)),
    isFolder: entry.isDirectory(),
  }));

let parts: Part[] | undefined;

/** @param dataDir of a lender that is about to start for the first time; made when it is not there. */
export async function copyFreshDatabase(dataDir: string): Promise<void> {
  const from = await (made ??= original());
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
