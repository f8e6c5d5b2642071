/** Codes without the caller's address: counters replaced the counting of rows by address (decision 87). */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table one_time_code alter column address_mac drop not null;
drop index one_time_code_address;
`;

export const codesWithoutAddresses: Migration = { name: '100-codes-without-addresses', sql };
