import type { PostgresPool } from 'kysely';

/** Numbers of connections, and of those who wait for one. */
export interface PoolUse {
  open: number;
  idle: number;
  waiting: number;
}

export interface MeasuredPool extends PostgresPool {
  use(): PoolUse;
}
