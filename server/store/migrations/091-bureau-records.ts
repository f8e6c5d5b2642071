/** Bureau records: reports of a credit reference bureau about a national ID number, imported from a file. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create table bureau_record(
  -- keyed hash of the national ID number
  id_mac text primary key,
  -- the day that the bureau's figures are of
  as_of date not null,
  sealed bytea not null,
  imported_at bigint not null);
create index bureau_record_as_of on bureau_record(as_of);
`;

export const bureauRecords: Migration = { name: '091-bureau-records', sql };
