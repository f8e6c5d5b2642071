/** Every foreign key has an index, because each deletion in the referenced table would read the whole table otherwise. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Store } from '#server/store/store.ts';
import { onDatabase, testClock } from '#tests/support/database.ts';

/**
 * Columns of foreign keys that are not the first columns of any index, as `table(column)`. A partial index counts only if it
 * leaves out nulls and nothing else.
 */
async function withoutIndex({ db }: Store): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select c.conrelid::regclass || '(' || string_agg(a.attname, ', ' order by k.n) || ')' as key
    from pg_constraint c
    cross join lateral unnest(c.conkey) with ordinality as k(attnum, n)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    group by c.oid, c.conrelid, c.conkey
    having not exists (
      select from pg_index i
      where i.indrelid = c.conrelid
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || min(a.attname) || ' IS NOT NULL)'))
    order by key`.execute(db);
  return rows.map(({ key }) => key);
}

onDatabase('embedded', (engine) => {
  test('foreign keys of every migration: have an index', async () => {
    expect(await withoutIndex(await engine.open(testClock()))).toEqual([]);
  });

  test('foreign key without an index, or with one that leaves rows out: is found', async () => {
    const store = await engine.open(testClock());
    await sql`
      create table office(id bigint primary key);
      create table desk(id bigint primary key, office_id bigint references office, other_id bigint references office, third_id bigint references office);
      create index desk_other on desk(other_id) where id > 7;
      create index desk_third on desk(third_id) where third_id is not null`.execute(store.db);
    expect(await withoutIndex(store)).toEqual(['desk(office_id)', 'desk(other_id)']);
  });
});
