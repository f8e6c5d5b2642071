import { sql, type Kysely } from 'kysely';
import { CannotStart } from './cannotStart.ts';
import { migrations as all } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import type { Schema } from './schema/index.ts';

/** Any number: servers that start at the same time on one PostgreSQL wait for each other under it. */
const LOCK = 7_305_112;

/** Migrations of this release that the database does not have. */
export async function missingMigrations(db: Kysely<Schema>): Promise<string[]> {
  const done = new Set((await db.selectFrom('migration').select('name').execute()).map((row) => row.name));
  return all.map(({ name }) => name).filter((name) => !done.has(name));
}

/**
 * Brings the database up to date in one transaction.
 * @throws CannotStart when it was written by a newer release.
 */
export async function migrate(db: Kysely<Schema>, now: number, migrations: readonly Migration[] = all): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    await sql`create table if not exists migration(name text primary key, at bigint not null)`.execute(tx);
    const done = new Set((await tx.selectFrom('migration').select('name').execute()).map((row) => row.name));
    const unknown = [...done].filter((name) => !migrations.some((m) => m.name === name));
    if (unknown.length > 0)
      throw new CannotStart(`The database was written by a newer release (it has ${unknown.join(', ')}): start that release instead.`);
    for (const { name, sql: text } of migrations) {
      if (done.has(name)) continue;
      await sql.raw(text).execute(tx);
      await tx.insertInto('migration').values({ name, at: now }).execute();
    }
  });
}
