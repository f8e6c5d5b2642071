/**
 * The mode of a database: a sandbox, whose clock can be moved and whose money is invented, or production. The first start
 * writes the mode into the database; from then on a lender of the other mode refuses to start on it.
 */
import { sql, type Kysely } from 'kysely';
import { CannotStart } from './cannotStart.ts';
import type { Schema } from './schema/index.ts';

type Db = Kysely<Schema>;

export type DatabaseMode = 'sandbox' | 'production';

const SETTING = 'database.mode';
/** Tables in which only a sandbox writes; it writes in one of them at its first start. */
const SANDBOX_TABLES = ['sim_setting', 'sim_wallet', 'sim_prompt', 'sim_payout', 'sim_transaction', 'sim_delivery', 'sandbox_sms'];
/** Tables in which a lender in production has rows as soon as it has a borrower. */
const BORROWER_TABLES = ['app_user', 'journal'];

/** False for a missing table, because this is called before the migrations. @param where a condition in SQL. */
async function hasRows(db: Db, table: string, where = sql`true`): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${table})::text as found`.execute(db);
  if (!rows[0]?.found) return false;
  return (await sql`select 1 from ${sql.table(table)} where ${where} limit 1`.execute(db)).rows.length > 0;
}

async function hasRowsInOneOf(db: Db, tables: readonly string[]): Promise<boolean> {
  for (const table of tables) if (await hasRows(db, table)) return true;
  return false;
}

/** null: no lender has written in it. Releases that did not store the mode are recognised by the tables that have rows. */
async function modeOf(db: Db): Promise<DatabaseMode | null> {
  for (const mode of ['sandbox', 'production'] as const)
    if (await hasRows(db, 'setting', sql`key = ${SETTING} and value = ${JSON.stringify(mode)}`)) return mode;
  if ((await hasRows(db, 'setting', sql`key like 'sandbox.%'`)) || (await hasRowsInOneOf(db, SANDBOX_TABLES))) return 'sandbox';
  return (await hasRowsInOneOf(db, BORROWER_TABLES)) ? 'production' : null;
}

const REFUSALS: Readonly<Record<DatabaseMode, string>> = {
  production:
    'This database was written by a sandbox, whose clock and money are invented: production needs a database of its own, another DATA_DIR or DATABASE_URL.',
  sandbox:
    'This database was written by a lender in production: a sandbox, which moves the clock and invents money, needs a database of its own, another DATA_DIR or DATABASE_URL.',
};

/** Call it before the migrations: nothing of the other mode's database may be changed. @throws CannotStart */
export async function refuseOtherMode(db: Db, mode: DatabaseMode): Promise<void> {
  const found = await modeOf(db);
  if (found !== null && found !== mode) throw new CannotStart(REFUSALS[mode]);
}

/**
 * Call it after the migrations.
 * @throws CannotStart when a lender of the other mode has marked the database at the same time.
 */
export async function markMode(db: Db, mode: DatabaseMode): Promise<void> {
  await db
    .insertInto('setting')
    .values({ key: SETTING, value: JSON.stringify(mode) })
    .onConflict((c) => c.column('key').doNothing())
    .execute();
  await refuseOtherMode(db, mode);
}
