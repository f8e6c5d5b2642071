/** PostgreSQL for lenders that outgrow one machine. */
import pg from 'pg';
import type { PostgresPool } from 'kysely';
import { CannotStart } from './cannotStart.ts';
import { toSafeInteger } from './values.ts';

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, toSafeInteger],
  [pg.types.builtins.NUMERIC, toSafeInteger],
  [pg.types.builtins.DATE, (text) => text],
]);

const columnTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

/** @throws CannotStart when the database cannot be reached. */
export async function openPostgres(url: string): Promise<PostgresPool> {
  const pool = new pg.Pool({ connectionString: url, max: 12, types: columnTypes, connectionTimeoutMillis: 10_000 });
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new CannotStart(`The database of DATABASE_URL cannot be reached: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return pool;
}
