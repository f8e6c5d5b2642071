import { sql, type Kysely, type Transaction } from 'kysely';
import { CannotStart } from './cannotStart.ts';
import { migrations as all } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import type { Schema } from './schema/index.ts';

/** An arbitrary number of an advisory lock: servers that start at the same time on one PostgreSQL migrate one after the other. */
const LOCK = 7_305_112;

/** The first migration of the release that distinguishes expanding and contracting migrations. */
const FIRST_WITH_STEPS = '093-payout-stop';

/** A migration as the database records it. @property needs the migration that a program must know to work after this one. */
export interface DoneMigration {
  name: string;
  needs: string | null;
}

/** The migrations that have run, in their order. The column `needs` is missing in a database of an earlier release. */
export async function doneMigrations(db: Kysely<Schema>): Promise<DoneMigration[]> {
  const { rows } = await sql<DoneMigration>`select name, to_jsonb(migration) ->> 'needs' as needs from migration order by name`.execute(db);
  return rows;
}

/** Changes nothing. @throws CannotStart when no lender has ever started on this database. */
export async function refuseForeign(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass('migration')::text as found`.execute(db);
  if (!rows[0]?.found)
    throw new CannotStart(
      'This is not the database of a lender: it has no migrations. Name the right one with DATABASE_URL or DATA_DIR; in a new one the lender has to start first.',
    );
}

/** Migrations of this release that the database does not have. */
export async function missingMigrations(db: Kysely<Schema>): Promise<string[]> {
  const done = new Set((await doneMigrations(db)).map(({ name }) => name));
  return all.map(({ name }) => name).filter((name) => !done.has(name));
}

/** Migrations of a newer release after which this release cannot work, because they removed something that it uses. */
export function tooNew(done: readonly DoneMigration[], migrations: readonly Migration[] = all): string[] {
  const known = new Set(migrations.map(({ name }) => name));
  return done.filter(({ name, needs }) => !known.has(name) && needs !== null && !known.has(needs)).map(({ name }) => name);
}

/** @param done migrations that have run. @throws CannotStart when this release cannot work after one of them. */
export function refuseTooNew(done: readonly DoneMigration[], migrations: readonly Migration[] = all): void {
  const names = tooNew(done, migrations);
  if (names.length > 0)
    throw new CannotStart(
      `The database was written by a newer release that removed what this one uses (${names.join(', ')}): start that release instead.`,
    );
}

/**
 * Brings the database up to date in one transaction. Expanding migrations of a newer release stay, as this release works after
 * them.
 * @throws CannotStart when a newer release has removed something that this release uses.
 */
export const migrate = (db: Kysely<Schema>, now: number, migrations: readonly Migration[] = all): Promise<void> =>
  db.transaction().execute((tx) => migrateWithin(tx, now, migrations));

/** Does the work of {@link migrate} in the caller's transaction. */
export async function migrateWithin(tx: Transaction<Schema>, now: number, migrations: readonly Migration[] = all): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
  await sql`create table if not exists migration(name text primary key, at bigint not null)`.execute(tx);
  const before = await doneMigrations(tx);
  refuseTooNew(before, migrations);
  const done = new Set(before.map(({ name }) => name));
  for (const { name, sql: text, contractsAfter: needs } of migrations) {
    if (done.has(name)) continue;
    await sql.raw(text).execute(tx);
    await tx
      .insertInto('migration')
      .values({ name, at: now, ...(name > FIRST_WITH_STEPS ? { needs: needs ?? null } : {}) })
      .execute();
  }
}
