/** Closed accounts: the books stay until their day has come, without a number and without a name. */
import type { Migration } from './index.ts';

const sql = /* sql */ `
-- null once the account was closed and books of loans must stay
alter table app_user alter column msisdn drop not null;
alter table app_user add column erased_at bigint;
-- the first day on which the books of an erased borrower are no longer kept
alter table app_user add column books_until date;
create index app_user_books on app_user(books_until) where books_until is not null;

-- why people leave, without who
create table cancellation(
  id bigint generated always as identity primary key,
  reason text not null,
  at bigint not null);
`;

export const erasure: Migration = { name: '021-erasure', sql };
