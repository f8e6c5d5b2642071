/**
 * Names of statements that the database prepares once for a connection and does not parse and plan each time. A
 * statement with `*` has none: the database refuses it once a migration of the next release has added a column.
 */
import type pg from 'pg';

/** A connection keeps each of them, some tens of kilobytes; what is sent less often is not worth that. */
const MOST = 250;

const STAR = /(select|returning|\.) ?\*/i;

/** @returns the name of a statement that was sent before; undefined: it is sent without one. */
export type StatementName = (sql: string, parameters: readonly unknown[]) => string | undefined;

export const unnamed: StatementName = () => undefined;

export function createStatementNames(): StatementName {
  const names = new Map<string, string>();
  /** Sent once, and named when it is sent again: texts with lists of changing length are not. */
  let once = new Set<string>();
  return (sql, parameters) => {
    const known = names.get(sql);
    if (known !== undefined || parameters.length === 0 || names.size >= MOST || STAR.test(sql)) return known;
    if (!once.delete(sql)) {
      if (once.size >= MOST) once = new Set();
      once.add(sql);
      return undefined;
    }
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/**
 * Whether a connection finds its prepared statements again. Behind a pooler that gives each transaction another session
 * of the server it does not, unless the pooler keeps them itself (PgBouncer: `max_prepared_statements`).
 */
export async function keepsStatements(pool: pg.Pool): Promise<boolean> {
  const clients: pg.PoolClient[] = [];
  try {
    const one = await pool.connect();
    clients.push(one);
    const other = await pool.connect();
    clients.push(other);
    const probe = { name: 'probe', text: 'select $1::int', values: [1] };
    await one.query(probe);
    // It now holds the session that the pooler has just got back.
    await other.query('begin');
    await one.query(probe);
    await other.query('rollback');
    return true;
  } catch {
    return false;
  } finally {
    for (const client of clients) client.release(client.getTransactionStatus() !== 'I');
  }
}
