/** `reset`: restores the initial state of the sandbox. */
import { sql } from 'kysely';
import { migrateWithin } from '#server/store/migrate.ts';
import { migrations } from '#server/store/migrations/index.ts';
import type { Store } from '#server/store/store.ts';
import type { SandboxClock } from './sandboxClock.ts';

/**
 * Drops everything that the migrations created, and creates it again, because the triggers of the journal forbid to empty it. Other
 * objects of the database stay. All is done in one transaction, because pages poll meanwhile, and no request may find a database
 * without tables.
 */
export async function resetSandbox(store: Store, clock: SandboxClock): Promise<void> {
  const text = migrations.map((migration) => migration.sql).join('\n');
  const named = (kind: string): string[] =>
    [...text.matchAll(new RegExp(`^create ${kind} (\\w+)\\s*\\(`, 'gm'))].map((match) => match[1] as string);
  const tables = ['migration', ...named('table')];
  await store.tx(async (tx) => {
    // A later migration may have dropped what an earlier one created.
    await sql.raw(`drop table if exists ${tables.map((name) => `"${name}"`).join(', ')} cascade`).execute(tx);
    for (const name of named('function')) await sql.raw(`drop function if exists ${name}() cascade`).execute(tx);
    await migrateWithin(tx, clock.now() - clock.ahead());
  });
  clock.reset();
}
