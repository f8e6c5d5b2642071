/**
 * When the rail was last asked about a payout, which a lender on a restored database needs. And the column `needs` of the
 * migrations, by which an older program finds out whether it can work after a migration that it does not have.
 */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
-- when the rail last accepted a question about this payout; null: never, or by an earlier release
alter table rail_intent add column asked_at bigint;

-- the migration that a program must have to work with the database after this one; null: none, so an older program works on
alter table migration add column needs text;
`;

export const payoutStop: Migration = { name: '093-payout-stop', sql };
