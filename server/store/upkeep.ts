/**
 * The upkeep of the embedded database. A PostgreSQL server has autovacuum; the engine in this process has none. Without
 * upkeep, old versions of rows would stay for ever, and the planner would use statistics of empty tables.
 */

/** Runs one statement after those that were queued before. */
type Run = (sql: string) => Promise<{ rows: readonly unknown[] }>;

/** As the defaults of autovacuum, but with a higher minimum of rows, because a small table is read fast anyway. */
const AT_LEAST = 1_000;
const SHARE = 0.2;

/** How many different statements the cache holds. */
const MOST_TEXTS = 1_000;

const CHANGES = /\b(?:insert into|update|delete from)\s+"?(\w+)"?/gi;

export interface Upkeep {
  /** Counts a statement for the tables that it changes. @returns whether a table is due. */
  changed(sql: string): boolean;
  /**
   * Vacuums and analyses the tables that are due, one by one. A round that is at work is not begun twice.
   * @throws what the database answers; the other tables stay due.
   */
  run(): Promise<void>;
}

export function createUpkeep(run: Run): Upkeep {
  const tablesOf = new Map<string, readonly string[]>();
  /** By table: statements that changed it since it was looked after, and how many make it due. */
  const tables = new Map<string, { changes: number; due: number }>();
  let isAtWork = false;

  function changedBy(sql: string): readonly string[] {
    const known = tablesOf.get(sql);
    if (known) return known;
    const found = Array.from(new Set(Array.from(sql.matchAll(CHANGES), ([, table = '']) => table)));
    if (tablesOf.size >= MOST_TEXTS) tablesOf.clear();
    tablesOf.set(sql, found);
    return found;
  }

  async function lookAfter(table: string): Promise<void> {
    // A word after "update" need not be a table.
    const { rows } = await run(`select 1 from pg_class where relname = '${table}' and relkind = 'r'`);
    if (rows.length === 0) return void tables.delete(table);
    await run(`vacuum (analyze) "${table}"`);
    const size = await run(`select greatest(reltuples, 0)::int as count from pg_class where relname = '${table}' and relkind = 'r'`);
    const [{ count }] = size.rows as [{ count: number }];
    tables.set(table, { changes: 0, due: AT_LEAST + SHARE * count });
  }

  return {
    changed(sql) {
      let isDue = false;
      for (const table of changedBy(sql)) {
        const counted = tables.get(table) ?? { changes: 0, due: AT_LEAST };
        counted.changes++;
        tables.set(table, counted);
        isDue ||= counted.changes >= counted.due;
      }
      return isDue;
    },
    async run() {
      if (isAtWork) return;
      isAtWork = true;
      try {
        for (const [table, { changes, due }] of Array.from(tables)) if (changes >= due) await lookAfter(table);
      } finally {
        isAtWork = false;
      }
    },
  };
}
