/**
 * Sends several statements of a transaction before the first answer arrives (the pipelining of PostgreSQL's protocol). The
 * database runs them in their order, and the lender waits for it once instead of after each.
 */
import type { CompiledQuery, PostgresQueryResult, Transaction } from 'kysely';
import type { Schema } from './schema/index.ts';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What a pipeline passes through the query builder: the only parameter of a query. */
export class Pipeline {
  constructor(readonly statements: readonly Statement[]) {}
}

/** The rows of each query. */
export type RowsOf<Q extends readonly CompiledQuery[]> = { [N in keyof Q]: Q[N] extends CompiledQuery<infer O> ? O[] : never };

export const COMMIT: Statement = { sql: 'commit', parameters: [] };

/** The statements with which the query builder begins a transaction. */
export const BEGINS = /^(begin|start transaction)\b/;

/** Whether the statement is one with which the query builder ends a transaction. */
export const endsTransaction = (sql: string): boolean => sql === 'commit' || sql === 'rollback';

/** Whether the statements end their transaction, even if one of them fails. */
export const endsWithCommit = (statements: readonly Statement[]): boolean => statements.at(-1)?.sql === COMMIT.sql;

export const transactionOver = (): Error => new Error('the transaction is over');

/** The result of a statement that the database does not have to run. */
export const NOTHING: PostgresQueryResult<unknown> = { command: 'SELECT', rowCount: 0, rows: [] };

async function send<Q extends readonly CompiledQuery[]>(
  tx: Transaction<Schema>,
  queries: Q,
  statements: readonly Statement[],
): Promise<RowsOf<Q>> {
  const [first] = queries;
  if (!first) throw new Error('a pipeline has at least one query');
  const { rows } = await tx.executeQuery<unknown>({ ...first, sql: 'pipeline', parameters: [new Pipeline(statements)] });
  return rows.slice(0, queries.length) as never;
}

/** Runs the queries in their order. @throws the error of the first query that failed; then the transaction has to be rolled back. */
export const pipeline = <const Q extends readonly CompiledQuery[]>(tx: Transaction<Schema>, queries: Q): Promise<RowsOf<Q>> =>
  send(tx, queries, queries);

/**
 * Runs the last queries of a transaction and commits it. Then the transaction is over, even if a query fails: an error of the work
 * after it undoes nothing, and further queries are refused.
 * @throws as {@link pipeline}, or the error of the commit; either way the transaction had no effect, except where the connection
 * was lost (`Store.tx`).
 */
export const pipelineCommit = <const Q extends readonly CompiledQuery[]>(tx: Transaction<Schema>, queries: Q): Promise<RowsOf<Q>> =>
  send(tx, queries, [...queries, COMMIT]);

/** A query, and what its rows mean. It can be sent alone or in a pipeline. */
export interface Reading<T> {
  query: CompiledQuery;
  /** @param rows the rows of `query`. */
  from(rows: readonly unknown[]): T;
}

export const reading = <O, T>(query: CompiledQuery<O>, from: (rows: readonly O[]) => T): Reading<T> => ({
  query,
  from: from as Reading<T>['from'],
});

export const read = async <T>(tx: Transaction<Schema>, { query, from }: Reading<T>): Promise<T> =>
  from((await tx.executeQuery(query)).rows);
