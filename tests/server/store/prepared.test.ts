/** Which statements are prepared, and a pooler that does not keep prepared statements. */
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createStatementNames, keepsStatements } from '#server/store/prepared.ts';

describe('names of statements', () => {
  test('statement with parameters: has a name from the second time on, always the same', () => {
    const nameOf = createStatementNames();
    const sent = ['select a from t where b = $1', 'select c from t where b = $1'].flatMap((sql) => [1, 2, 3].map(() => nameOf(sql, [1])));
    expect(sent).toEqual([undefined, 's0', 's0', undefined, 's1', 's1']);
  });

  test.each([
    ['without parameters', 'begin', []],
    ['with every column', 'select * from "t" where b = $1', [1]],
    ['with every column of one table', 'select "t".* from "t" where b = $1', [1]],
    ['that returns every column', 'update t set a = $1 returning *', [1]],
  ])('statement %s: never gets a name', (_, sql, parameters) => {
    const nameOf = createStatementNames();
    expect([1, 2, 3].map(() => nameOf(sql, parameters))).toEqual([undefined, undefined, undefined]);
  });

  test('statement with count(*): gets a name, because the star there stands for no columns', () => {
    const nameOf = createStatementNames();
    expect([1, 2].map(() => nameOf('select count(*) from t where b = $1', [1]))).toEqual([undefined, 's0']);
  });

  test('more statements than a connection may prepare: the first stay prepared, the others are sent unprepared', () => {
    const nameOf = createStatementNames();
    const texts = Array.from({ length: 400 }, (_, i) => `select ${i} from t where b = $1`);
    for (const text of texts) for (const _ of [1, 2]) nameOf(text, [1]);
    const named = texts.filter((text) => nameOf(text, [1]) !== undefined);
    expect(named).toEqual(texts.slice(0, named.length));
    expect(named).toHaveLength(250);
  });
});

/** A pool whose connections share sessions of the server: each statement outside a transaction gets the session returned last. */
function pooler({ isKept }: { isKept: boolean }): pg.Pool {
  const free = [new Set<string>(), new Set<string>()];
  const connect = () => {
    let session: Set<string> | undefined;
    /** Statements that the driver believes to be prepared on this connection. */
    const parsed = new Set<string>();
    return Promise.resolve({
      query(statement: string | { name: string }) {
        if (statement === 'begin') session = free.pop();
        if (statement === 'rollback' && session) {
          free.push(session);
          session = undefined;
        }
        if (typeof statement === 'string') return Promise.resolve();
        const used = session ?? free.at(-1);
        if (!parsed.has(statement.name)) used?.add(statement.name);
        parsed.add(statement.name);
        return isKept || used?.has(statement.name) ? Promise.resolve() : Promise.reject(new Error('prepared statement does not exist'));
      },
      getTransactionStatus: () => (session ? 'T' : 'I'),
      release: () => undefined,
    });
  };
  return { connect } as unknown as pg.Pool;
}

describe('pooler between the lender and PostgreSQL', () => {
  test('pooler that gives each transaction another session: statements are not prepared', async () => {
    expect(await keepsStatements(pooler({ isKept: false }))).toBe(false);
  });
  test('pooler that keeps prepared statements itself: statements are prepared', async () => {
    expect(await keepsStatements(pooler({ isKept: true }))).toBe(true);
  });
});
