/** The leases by which processes on one database divide tasks, and the id of the request that queued a movement of money. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create table task_lease (
  task text primary key,
  -- a process, by an id that it draws at its start
  holder text not null,
  -- by the clock of the database, which all processes share
  until timestamptz not null
);

-- the id of the request that queued the job; null: no request did, or an earlier release
alter table outbox add column trace_id text;
`;

export const operation: Migration = { name: '085-operation', sql };
