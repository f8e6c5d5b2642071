/** Sources of the figures of past days: whether a message was answered in time, and which loans were late on a day. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
-- of an answer of the lender; null: none was promised, or it was given before this was kept
alter table ticket_message add column is_late boolean;
-- loans that have ended since a day may have been late on it
create index loan_order_ended_loan on loan_order(ended_at) where due_date is not null and ended_at is not null;
-- a loan whose due date has moved since
create index rollover_moved on rollover(ended_at, old_due_date) where old_due_date is not null;
create index rollover_old_due_date on rollover(old_due_date) where old_due_date is not null;
`;

export const keptPromises: Migration = { name: '121-kept-promises', sql };
