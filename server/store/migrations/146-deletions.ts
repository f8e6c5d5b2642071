/** Indexes for the deletions of each minute, which read only the rows that have become due. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create index account_device_seen on account_device(last_seen);
create index loan_order_reapply on loan_order(reapply_on) where reapply_on is not null;
create index ticket_updated on ticket(updated_at);
`;

export const deletions: Migration = { name: '146-deletions', sql };
