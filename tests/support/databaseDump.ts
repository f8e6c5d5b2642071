/** The content of a stolen database. */
import { sql } from 'kysely';
import type { Store } from '#server/store/store.ts';

/** Every table as text, and every column of bytes as text too, except for the tables that are left out. */
export async function dump({ db }: Store, isLeftOut: (table: string) => boolean = () => false): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const texts: string[] = [];
  for (const { name } of tables.filter((table) => !isLeftOut(table.name))) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db);
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
    const { rows: bytes } = await sql<{ column_name: string }>`
      select column_name from information_schema.columns where table_schema = 'public' and table_name = ${name} and data_type = 'bytea'`.execute(
      db,
    );
    for (const { column_name } of bytes) {
      const { rows: values } = await sql<{ v: Uint8Array | null }>`select ${sql.ref(column_name)} as v from ${sql.table(name)}`.execute(db);
      texts.push(...values.map(({ v }) => (v ? Buffer.from(v).toString('latin1') : '')));
    }
  }
  return texts.join('\n');
}
