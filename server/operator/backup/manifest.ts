/** The manifest of a backup: the last entry of its file. */
import { sql } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import { keyFingerprints } from '#server/store/keyRing.ts';
import { doneMigrations, type DoneMigration } from '#server/store/migrate.ts';
import type { Db, Store } from '#server/store/store.ts';
import { onlyRow } from '#server/store/present.ts';

export const FORMAT = 1;

/** By name in the archive. */
export type FileSums = Readonly<Record<string, { bytes: number; sha256: string }>>;

/** The content of the database at the moment of the backup. */
export interface Contents {
  migrations: DoneMigration[];
  /** Fingerprints of the data keys that rows are encrypted under, by number of the key. A backup does not contain the keys. */
  keys: Readonly<Record<string, string>>;
  /** Rows by table. */
  rows: Readonly<Record<string, number>>;
  /** Cents by account of the ledger. */
  ledger: Readonly<Record<string, number>>;
}

export interface Manifest extends Contents {
  format: typeof FORMAT;
  engine: Store['engine'];
  /** The release of the program that wrote the backup. */
  release: string;
  at: Instant;
  files: FileSums;
}

/** Reads all existing tables, because the database may be of an earlier release. */
export async function readContents(db: Db): Promise<Contents> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db);
  const rows: Record<string, number> = {};
  for (const { name } of tables) {
    const counted = await sql<{ count: number }>`select count(*)::bigint as count from ${sql.table(name)}`.execute(db);
    rows[name] = onlyRow(counted).count;
  }
  const { rows: accounts } = await sql<{ account_id: string; sum: number }>`
    select account_id, sum(amount)::bigint as sum from entry group by account_id order by account_id`.execute(db);
  return {
    migrations: await doneMigrations(db),
    keys: await keyFingerprints(db),
    rows,
    ledger: Object.fromEntries(accounts.map(({ account_id, sum }) => [account_id, sum])),
  };
}

/** A sentence about the first difference between two states of a database; null: they are equal. */
export function differenceOf(before: Contents, after: Contents): string | null {
  for (const [table, count] of Object.entries(before.rows))
    if (after.rows[table] !== count) return `the table ${table} has ${after.rows[table] ?? 'no'} rows and not ${count}`;
  const accounts = new Set([...Object.keys(before.ledger), ...Object.keys(after.ledger)]);
  for (const account of accounts)
    if ((before.ledger[account] ?? 0) !== (after.ledger[account] ?? 0))
      return `the account ${account} holds ${after.ledger[account] ?? 0} cents and not ${before.ledger[account] ?? 0}`;
  return null;
}

/** @returns null for a text that is no manifest. */
export function parseManifest(text: string): Manifest | null {
  try {
    const manifest = JSON.parse(text) as Partial<Manifest> | null;
    const isWhole =
      typeof manifest?.at === 'number' &&
      typeof manifest.release === 'string' &&
      Array.isArray(manifest.migrations) &&
      [manifest.files, manifest.keys, manifest.rows, manifest.ledger].every((part) => typeof part === 'object' && part !== null);
    return isWhole ? (manifest as Manifest) : null;
  } catch {
    return null;
  }
}
