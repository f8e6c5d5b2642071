/**
 * Makes a database of the embedded engine with every migration and no other data. This takes seconds, so it is done once for
 * each state of the sources.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '#server/store/clock.ts';
import { EMPTY_DATABASE, packDatabase } from '#server/store/emptyDatabase.ts';
import { databaseFolder } from '#server/store/embedded.ts';
import { openStore } from '#server/store/store.ts';

/** A hash of all sources of a new database. It includes package.json, which pins the version of the engine. */
function sourcesHash(root: string): string {
  const hash = createHash('sha256').update(fs.readFileSync(path.join(root, 'package.json')));
  const sources = path.join(root, 'server/store');
  for (const file of fs.readdirSync(sources, { recursive: true, encoding: 'utf8' }).sort()) {
    if (file.endsWith('.ts')) hash.update(`\0${file}\0`).update(fs.readFileSync(path.join(sources, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function makeAt(place: string): Promise<void> {
  const kept = path.dirname(place);
  fs.mkdirSync(kept, { recursive: true });
  // Deletes databases of older sources, but no folder that another run may be making now.
  for (const name of fs.readdirSync(kept))
    if (!name.startsWith('making-')) fs.rmSync(path.join(kept, name), { recursive: true, force: true });
  const making = fs.mkdtempSync(path.join(kept, 'making-'));
  await (await openStore({ dataDir: making, clock: systemClock })).close();
  try {
    fs.renameSync(making, place);
  } catch (error) {
    // Another run has made the same folder meanwhile.
    if (!fs.existsSync(place)) throw error;
    fs.rmSync(making, { recursive: true });
  }
}

/** @returns a data folder with the database in it, to be copied. */
export async function emptyDatabase(root: string): Promise<string> {
  const place = path.join(root, '.cache/empty-database', sourcesHash(root));
  if (!fs.existsSync(place)) await makeAt(place);
  return place;
}

/** Puts the file beside the built lender that it unpacks at its first start. */
export const writeEmptyDatabase = async (root: string, folder: string): Promise<void> =>
  packDatabase(databaseFolder(await emptyDatabase(root)), path.join(folder, EMPTY_DATABASE));
