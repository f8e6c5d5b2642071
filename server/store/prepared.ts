/**
 * Names of prepared statements, which a connection parses once instead of each time. A statement with `*` gets no name: the
 * database would refuse the prepared statement once a migration of the next release has added a column.
 */
import type pg from 'pg';

/** Most names. A connection keeps each prepared statement in some tens of kilobytes, too much for one that is rarely sent. */
const MOST = 250;

const STAR = /(select|returning|\.) ?\*/i;

/** @returns the name of a statement that was sent before; undefined: the statement is sent without a name. */
export type StatementName = (sql: string, parameters: readonly unknown[]) => string | undefined;

export const unnamed: StatementName = () => undefined;

export function createStatementNames(): StatementName {
  const names = new Map<string, string>();
  /** Statements that were sent once. They get a name when sent again, which statements with lists of changing length never are. */
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
 * Whether a connection can use its prepared statements again. It cannot behind a pooler that gives each transaction another
 * session of the server, unless the pooler keeps the statements itself (PgBouncer: `max_prepared_statements`).
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
    // Its open transaction keeps the session that a pooler has just got back from `one`, so `one` gets another.
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
