/**
 * Vacuums and analyses the embedded database. A PostgreSQL server has autovacuum, the embedded engine has not. Without a
 * vacuum, old versions of rows would stay for ever, and the planner would use statistics of empty tables.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs a statement after all earlier ones. */
type Run = (sql: string) => Promise<{ rows: readonly unknown[] }>;

/**
 * After so many changes a table is due. The first time is early, because the plans are those of an empty table. Later the number
 * is higher than that of autovacuum: the engine has one thread, so requests wait for a vacuum and for the new plans after it, and
 * fewer than one in a hundred should.
 */
const CHANGES_UNTIL = { first: 1_000, later: 5_000 } as const;
/** This share of the rows is added to the number, as in autovacuum. */
const SHARE = 0.2;

/** The requests that have waited for one statement are answered before the next one begins. ms. */
const PAUSE = 200;

/** How many different statements the cache holds. */
const MOST_TEXTS = 1_000;

const CHANGES = /\b(?:insert into|update|delete from)\s+"?(\w+)"?/gi;

export interface Upkeep {
  /** Counts a statement for the tables that it changes. @returns whether a table is due. */
  changed(sql: string): boolean;
  /**
   * Vacuums and analyses the due tables, one by one. Does nothing while an earlier call is running.
   * @throws the error of the database; tables that were not reached stay due.
   */
  run(): Promise<void>;
}

export function createUpkeep(run: Run): Upkeep {
  const tablesOf = new Map<string, readonly string[]>();
  /** By table: the number of statements that changed it since its last vacuum, and the number at which a vacuum is due. */
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
    // The word that follows "update" in a statement may be something else than a table.
    const { rows } = await run(`select 1 from pg_class where relname = '${table}' and relkind = 'r'`);
    if (rows.length === 0) return void tables.delete(table);
    await run(`vacuum "${table}"`);
    await sleep(PAUSE, undefined, { ref: false });
    await run(`analyze "${table}"`);
    await sleep(PAUSE, undefined, { ref: false });
    const size = await run(`select greatest(reltuples, 0)::int as count from pg_class where relname = '${table}' and relkind = 'r'`);
    const [{ count }] = size.rows as [{ count: number }];
    tables.set(table, { changes: 0, due: CHANGES_UNTIL.later + SHARE * count });
  }

  return {
    changed(sql) {
      let isDue = false;
      for (const table of changedBy(sql)) {
        const counted = tables.get(table) ?? { changes: 0, due: CHANGES_UNTIL.first };
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
