/** Details of a bank account beside its number, stored so that the borrower can read and correct them. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
-- field name to value, as the form has them; never a card's CVC
alter table payout_account add column details jsonb not null default '{}';
`;

export const accountDetails: Migration = { name: '031-account-details', sql };
