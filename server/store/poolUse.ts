import type { PostgresQueryResult } from 'kysely';
import type { Statement } from './pipeline.ts';

/** Numbers of open and idle connections, and of callers that wait for a connection. */
export interface PoolUse {
  open: number;
  idle: number;
  waiting: number;
}

/** A connection while one caller uses it. */
export interface StoreClient {
  query(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>>;
  /**
   * Sends all statements before the first answer arrives. If the last is `commit`, the transaction is over, even if one fails.
   * @returns their results. @throws the error of the first that failed.
   */
  pipeline(statements: readonly Statement[]): Promise<PostgresQueryResult<unknown>[]>;
  release(): void;
}

export interface MeasuredPool {
  connect(): Promise<StoreClient>;
  use(): PoolUse;
  end(): Promise<void>;
}
