import type { PostgresPool } from 'kysely';

/** Numbers of open and idle connections, and of callers that wait for a connection. */
export interface PoolUse {
  open: number;
  idle: number;
  waiting: number;
}

export interface MeasuredPool extends PostgresPool {
  use(): PoolUse;
}
