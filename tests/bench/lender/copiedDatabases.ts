/** Copies of a database with borrowers, so that each measurement begins with the same rows. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../../support/postgresCluster.ts';
import { TEMPORARY_ROOT } from '../../support/temporaryRoot.ts';

export interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
}

export interface Places {
  /** The database that {@link Places.copy} copies. It must not have connections during a copy. */
  original: Place;
  copy(): Promise<Place>;
  remove(): Promise<void>;
}

/** Waits until the system has written the files of a copy, because the commits of a measurement would wait for that. */
const written = (): Promise<unknown> => promisify(execFile)('sync');

async function checkpoint(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('checkpoint');
  await client.end();
}

export const ENGINES = ['embedded', 'postgres'] as const;
export type EngineName = (typeof ENGINES)[number];

export async function makePlaces(engine: EngineName): Promise<Places> {
  const root = fs.mkdtempSync(path.join(TEMPORARY_ROOT, 'lender-bench-'));
  let made = 0;
  const folder = (): string => path.join(root, String(made++));
  const removeRoot = (): void => fs.rmSync(root, { recursive: true, force: true });
  if (engine === 'embedded') {
    const original = { dataDir: folder(), databaseUrl: undefined };
    return {
      original,
      async copy() {
        const dataDir = folder();
        fs.cpSync(original.dataDir, dataDir, { recursive: true });
        await written();
        return { dataDir, databaseUrl: undefined };
      },
      remove: async () => removeRoot(),
    };
  }
  const cluster = await startPostgres({ keepsCommits: true });
  return {
    original: { dataDir: folder(), databaseUrl: await cluster.createDatabase() },
    async copy() {
      const databaseUrl = await cluster.copyDatabase();
      await checkpoint(databaseUrl);
      await written();
      return { dataDir: folder(), databaseUrl };
    },
    async remove() {
      await cluster.stop();
      removeRoot();
    },
  };
}
