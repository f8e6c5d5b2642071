/** Queries that are compiled once and run with different values. */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { columnsOf, compileForRows, compileOnce, prefixed, type ValueOf } from '#server/store/compileOnce.ts';
import type { Store } from '#server/store/store.ts';
import { onBothDatabases } from '#tests/support/database.ts';

onBothDatabases((engine) => {
  let store: Store;
  let built = 0;
  const put = compileOnce((db, value: ValueOf<{ key: string; text: string | null }>) => {
    built++;
    const row = { value: sql<string>`coalesce(to_jsonb(${value('text')}::text), '"nothing"')` };
    return db
      .insertInto('setting')
      .values({ key: value('key'), ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row).where('setting.key', '=', value('key')))
      .returning(['key', 'value']);
  });

  beforeAll(async () => {
    store = await engine.open();
  });

  it('query, run repeatedly: is compiled once, and uses the values of each run, null too', async () => {
    const runs = [
      { key: 'a', text: 'one' },
      { key: 'b', text: 'two' },
      { key: 'a', text: null },
    ];
    const rows = [];
    for (const values of runs) rows.push(...(await put(store.db, values)));
    expect(rows).toEqual([
      { key: 'a', value: 'one' },
      { key: 'b', value: 'two' },
      { key: 'a', value: 'nothing' },
    ]);
    expect(built).toBe(1);
  });

  it('query, several at once: none has the values of another', async () => {
    const texts = Array.from({ length: 20 }, (_, i) => `text ${i}`);
    const rows = await Promise.all(texts.map((text) => put(store.db, { key: `at once ${text}`, text })));
    expect(rows.flat().map(({ value }) => value)).toEqual(texts);
  });

  it('query with rows of values: is compiled for powers of two, uses the values of each row, and repeats the last to fill up', async () => {
    const counts: number[] = [];
    const namesOf = compileForRows<{ name: string | null }, { name: string | null }>((db, rows) => {
      counts.push(rows.length);
      const values = sql<{ name: string | null }>`(values ${sql.join(rows.map((value) => sql`(${value('name')}::text)`))})`;
      return db.selectFrom(values.as<'v'>(sql`v(name)`)).select('v.name');
    });
    const asked = async (...names: (string | null)[]) =>
      (
        await namesOf(
          store.db,
          names.map((name) => ({ name })),
        )
      ).map(({ name }) => name);
    expect(await asked('a')).toEqual(['a']);
    expect(await asked('b', null, 'c')).toEqual(['b', null, 'c', 'c']);
    expect(await Promise.all([asked('d', 'e', 'f', 'g'), asked('h', null)])).toEqual([
      ['d', 'e', 'f', 'g'],
      ['h', null],
    ]);
    expect(await asked('i')).toEqual(['i']);
    expect(await asked('1', '2', '3', '4', '5')).toEqual(['1', '2', '3', '4', '5', '5', '5', '5']);
    expect(counts).toEqual([1, 4, 2, 8]);
  });

  it('query with an optional value: is another query without it, and each is compiled once', async () => {
    const built: string[] = [];
    const rename = compileOnce((db, value: ValueOf<Record<string, unknown>>, names) => {
      built.push(names.join());
      return db
        .updateTable('setting')
        .set(columnsOf('row.', names, value))
        .where('key', '=', value('id') as string)
        .returning(['key', 'value']);
    });
    await put(store.db, { key: 'old', text: 'kept' });
    const left = { key: 'new', value: undefined };
    expect(await rename(store.db, { id: 'old', ...prefixed('row.', left) })).toEqual([{ key: 'new', value: 'kept' }]);
    expect(await rename(store.db, { id: 'new', ...prefixed('row.', { key: 'newer', value: '"other"' }) })).toEqual([
      { key: 'newer', value: 'other' },
    ]);
    expect(await rename(store.db, { id: 'newer', ...prefixed('row.', { key: 'last' }) })).toEqual([{ key: 'last', value: 'other' }]);
    expect(built).toEqual(['id,row.key', 'id,row.key,row.value']);
  });

  it('compiled query, its transaction fails: is rolled back', async () => {
    const undone = store.tx(async (tx) => {
      await put(tx, { key: 'undone', text: 'x' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await store.db.selectFrom('setting').select('key').where('key', '=', 'undone').execute()).toEqual([]);
  });
});
