/** Runs one suite on both databases of the lender. */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe } from 'vitest';
import type { Clock } from '#server/store/clock.ts';
import { createSecret } from '#server/store/secret.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { effort, inTurn } from './effort.ts';
import { commitWithoutSync, copyFreshDatabase } from './freshDatabase.ts';
import { postgresDatabase } from './postgresService.ts';
import { TEMPORARY_ROOT } from './temporaryRoot.ts';

export interface TestClock extends Clock {
  /** Moves time forward by ms. */
  pass(ms: number): void;
  set(at: number): void;
}

/** 1 June 2026, 9:00 in Nairobi: a Monday. */
export const MONDAY_MORNING = Date.parse('2026-06-01T09:00:00+03:00');

export function testClock(start = MONDAY_MORNING): TestClock {
  let now = start;
  return { now: () => now, pass: (ms) => void (now += ms), set: (at) => void (now = at) };
}

/** A test's database: opening the same place again opens the same database. */
export interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
}

export interface Engine {
  name: 'embedded' | 'postgres';
  /** A new place with a database that has every migration and no rows. */
  place(): Promise<Place>;
  /** A store in a new place, closed after the suite. */
  open(clock?: Clock): Promise<Store>;
}

/** A new folder that {@link removeTemporaryFolders} removes. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(TEMPORARY_ROOT, 'lender-'));
  folders.push(folder);
  return folder;
}

const folders: string[] = [];

/** Removes what {@link temporaryFolder} made. */
export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
}

/** Runs a suite about statements, locks or failures on the embedded database and on PostgreSQL; in a quick run on the embedded one only. */
export function onBothDatabases(suite: (engine: Engine) => void): void {
  for (const name of effort === 'quick' ? (['embedded'] as const) : (['embedded', 'postgres'] as const)) onDatabase(name, suite);
}

/**
 * Runs a suite about a rule of lending, which does not depend on the database: on one of the two databases, another one
 * in each run, and on both in a long run.
 */
export function onEitherDatabase(suite: (engine: Engine) => void): void {
  for (const name of effort === 'quick' ? (['embedded'] as const) : inTurn(['embedded', 'postgres'] as const)) onDatabase(name, suite);
}

/** Runs a suite about several processes on one database. Only PostgreSQL allows them, so not in a quick run. */
export function onPostgres(suite: (engine: Engine) => void): void {
  if (effort !== 'quick') onDatabase('postgres', suite);
}

/** Runs a suite on one database. It is for suites so long that each database has a test file of its own. */
export function onDatabase(name: Engine['name'], suite: (engine: Engine) => void): void {
  describe(`on the ${name === 'embedded' ? 'embedded database' : 'PostgreSQL server'}`, () => {
    const open = new Set<Store>();

    afterAll(async () => {
      for (const store of open) await store.close();
      removeTemporaryFolders();
    });

    const place = async (): Promise<Place> => {
      const dataDir = temporaryFolder();
      if (name === 'postgres') return { dataDir, databaseUrl: await postgresDatabase() };
      await copyFreshDatabase(dataDir);
      return { dataDir, databaseUrl: undefined };
    };
    suite({
      name,
      place,
      async open(clock = testClock()) {
        const store = await openStore({ ...(await place()), clock });
        store.useSecret(createSecret(Buffer.alloc(32, 7)));
        if (name === 'embedded') await commitWithoutSync(store);
        open.add(store);
        return store;
      },
    });
  });
}
