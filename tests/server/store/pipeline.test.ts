/** Several statements of a transaction that are sent before the first answer arrives. */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pipeline, pipelineCommit } from '#server/store/pipeline.ts';
import type { Store, Tx } from '#server/store/store.ts';
import { onBothDatabases } from '#tests/support/database.ts';

onBothDatabases((engine) => {
  let store: Store;

  beforeAll(async () => {
    store = await engine.open();
    await sql`create table tally (n int unique deferrable initially deferred)`.execute(store.db);
  });
  beforeEach(async () => {
    await sql`truncate tally`.execute(store.db);
  });

  const put = (tx: Tx, n: number) => sql<{ n: number }>`insert into tally values (${n}) returning n`.compile(tx);
  const count = (tx: Tx) => sql<{ count: number }>`select count(*)::int as count from tally`.compile(tx);
  const kept = async (): Promise<number[]> =>
    (await sql<{ n: number }>`select n from tally order by n`.execute(store.db)).rows.map(({ n }) => n);

  describe('pipeline', () => {
    test('queries: run in their order, each sees the writes before it, and each has its rows', async () => {
      const rows = await store.tx(async (tx) => pipeline(tx, [put(tx, 1), count(tx), put(tx, 2), count(tx)]));
      expect(rows).toEqual([[{ n: 1 }], [{ count: 1 }], [{ n: 2 }], [{ count: 2 }]]);
      expect(await kept()).toEqual([1, 2]);
    });

    test('sent first in the transaction, reads or writes: belong to it', async () => {
      const failed = (first: (tx: Tx) => ReturnType<typeof count>) =>
        store.tx(async (tx) => {
          await pipeline(tx, [first(tx), put(tx, 1)]);
          throw new Error('undone');
        });
      await expect(failed(count)).rejects.toThrow('undone');
      await expect(failed((tx) => put(tx, 2) as never)).rejects.toThrow('undone');
      expect(await kept()).toEqual([]);
    });

    test('one fails: its error, and none has an effect', async () => {
      const work = store.tx(async (tx) => pipeline(tx, [put(tx, 1), sql`select 1 / ${0}::int`.compile(tx), put(tx, 2)]));
      await expect(work).rejects.toMatchObject({ code: '22012' });
      expect(await kept()).toEqual([]);
    });

    test('same query repeatedly, in many transactions at once: each is prepared and run', async () => {
      const runs = Array.from({ length: 30 }, (_, i) => store.tx(async (tx) => pipeline(tx, [put(tx, 2 * i), put(tx, 2 * i + 1)])));
      await Promise.all(runs);
      expect(await kept()).toEqual(Array.from({ length: 60 }, (_, n) => n));
    });
  });

  describe('pipeline with commit', () => {
    test('pipeline that commits: the transaction is committed, and the rows are those of the queries', async () => {
      const rows = await store.tx(async (tx) => {
        await tx.executeQuery(put(tx, 1));
        return pipelineCommit(tx, [put(tx, 2), count(tx)]);
      });
      expect(rows).toEqual([[{ n: 2 }], [{ count: 2 }]]);
      expect(await kept()).toEqual([1, 2]);
    });

    test('pipeline that commits: sends one commit', async () => {
      const sent: string[] = [];
      const unsubscribe = store.onStatement((statement) => void sent.push(statement));
      await store.tx(async (tx) => pipelineCommit(tx, [count(tx)]));
      unsubscribe();
      expect(sent.filter((statement) => /^(begin|commit|rollback)$/.test(statement))).toEqual(['begin', 'commit']);
    });

    test.each([
      ['another query', async (tx: Tx) => void (await tx.executeQuery(put(tx, 2)))],
      ['another pipeline', async (tx: Tx) => void (await pipeline(tx, [put(tx, 2)]))],
    ])('%s after it: is refused, and what was committed stays', async (_, after) => {
      const work = store.tx(async (tx) => {
        await pipelineCommit(tx, [put(tx, 1)]);
        await after(tx);
      });
      await expect(work).rejects.toThrow('the transaction is over');
      expect(await kept()).toEqual([1]);
    });

    test('a query fails: its error, nothing is committed, and the connection can be used again', async () => {
      const work = store.tx(async (tx) => {
        await tx.executeQuery(put(tx, 1));
        return pipelineCommit(tx, [put(tx, 2), sql`select 1 / ${0}::int`.compile(tx)]);
      });
      await expect(work).rejects.toMatchObject({ code: '22012' });
      expect(await kept()).toEqual([]);
      await store.tx(async (tx) => pipelineCommit(tx, [put(tx, 3)]));
      expect(await kept()).toEqual([3]);
    });

    test.each([
      ['behind a read', (tx: Tx) => tx.executeQuery(count(tx))],
      ['first in the transaction', () => Promise.resolve()],
    ])('a query fails, %s, and the work goes on: further queries are refused, and nothing is committed', async (_, begin) => {
      const work = store.tx(async (tx) => {
        await begin(tx);
        await expect(pipelineCommit(tx, [put(tx, 1), sql`select 1 / ${0}::int`.compile(tx)])).rejects.toMatchObject({ code: '22012' });
        await tx.executeQuery(put(tx, 2));
      });
      await expect(work).rejects.toThrow('the transaction is over');
      expect(await kept()).toEqual([]);
    });

    test('a query fails before one that is sent with a name for the first time: others that send it meanwhile get their rows', async () => {
      const text = (n: number) => sql<{ n: number }>`select ${n}::int as n, 'named' as kind`;
      await text(0).execute(store.db);
      const failing = store.tx(async (tx) => {
        await tx.executeQuery(count(tx));
        return pipelineCommit(tx, [sql`select 1 / ${0}::int`.compile(tx), text(1).compile(tx)]);
      });
      const others = Promise.all([2, 3, 4].map(async (n) => (await text(n).execute(store.db)).rows[0]?.n));
      await expect(failing).rejects.toMatchObject({ code: '22012' });
      expect(await others).toEqual([2, 3, 4]);
    });

    test('a rule that is checked at the commit is broken: its error, and nothing is committed', async () => {
      const work = store.tx(async (tx) => pipelineCommit(tx, [put(tx, 1), put(tx, 1)]));
      await expect(work).rejects.toMatchObject({ code: '23505' });
      expect(await kept()).toEqual([]);
    });
  });
});
