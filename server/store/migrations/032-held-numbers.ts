/** A rejection outlives its account: the number must wait until the stored date, even if it registers again. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
-- numbers without an account whose last application was turned down; a hash with the server's key, no number
create table held_number(
  number_mac text primary key,
  until date not null);
create index held_number_until on held_number(until);

-- the first day on which a borrower may apply whose number was held; null: it was not
alter table app_user add column reapply_on date;
`;

export const heldNumbers: Migration = { name: '032-held-numbers', sql };
