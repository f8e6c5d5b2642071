/** Whether this process should get requests. Late cases, a full disk and a silent rail are reported, but do not make it unready. */
import { sql } from 'kysely';
import { doneMigrations, missingMigrations, tooNew } from '#server/store/migrate.ts';
import { missingKeys } from '#server/store/keyRing.ts';
import type { Secret } from '#server/store/secret.ts';
import type { Store } from '#server/store/store.ts';
import { escalatedCases } from './readings.ts';
import type { RailContact } from './watchRail.ts';
import { onlyRow } from '#server/store/present.ts';
import { within } from './within.ts';

export interface Readiness {
  isReady: boolean;
  /** Result of each check: `ok`, or the problem. */
  checks: {
    process: 'ok' | 'stopping';
    database: 'ok' | 'does not answer';
    migrations: string;
    keys: string;
    /** This check and the next two do not affect `isReady`. */
    cases: string;
    disk: 'ok' | 'full';
    rail: string;
  };
}

/** The database counts as down after this time without an answer, ms. */
const PATIENCE = 3_000;

interface Options {
  store: Store;
  secret: Secret;
  rail: RailContact;
  isStopping: () => boolean;
}

export function createReadiness({ store, secret, rail, isStopping }: Options): () => Promise<Readiness> {
  async function lateCases(): Promise<number> {
    return onlyRow(await sql<{ late: number }>`select ${escalatedCases}::int as late`.execute(store.db)).late;
  }

  async function ofDatabase(): Promise<Pick<Readiness['checks'], 'database' | 'migrations' | 'keys' | 'cases'>> {
    try {
      const [migrations, done, keys] = await within(
        PATIENCE,
        Promise.all([missingMigrations(store.db), doneMigrations(store.db), missingKeys(store, secret)]),
      );
      const late = migrations.length === 0 ? await within(PATIENCE, lateCases()) : null;
      const newer = tooNew(done);
      return {
        database: 'ok',
        migrations:
          newer.length > 0
            ? `removed by a newer release: ${newer.join(', ')}`
            : migrations.length === 0
              ? 'ok'
              : `missing: ${migrations.join(', ')}`,
        keys: keys.length === 0 ? 'ok' : `missing: ${keys.join(', ')}`,
        cases: late === null ? 'unknown' : late === 0 ? 'ok' : `${late} late`,
      };
    } catch {
      return { database: 'does not answer', migrations: 'unknown', keys: 'unknown', cases: 'unknown' };
    }
  }

  return async () => {
    const stored = await ofDatabase();
    const checks: Readiness['checks'] = {
      process: isStopping() ? 'stopping' : 'ok',
      ...stored,
      disk: store.room.isFull() ? 'full' : 'ok',
      rail: rail.state(),
    };
    const { process, database, migrations, keys } = checks;
    return { isReady: [process, database, migrations, keys].every((check) => check === 'ok'), checks };
  };
}
