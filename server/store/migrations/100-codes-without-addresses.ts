/** Nothing counts the codes of an address by its rows any more (decision 87): new rows have none. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table one_time_code alter column address_mac drop not null;
drop index one_time_code_address;
`;

export const codesWithoutAddresses: Migration = { name: '100-codes-without-addresses', sql };
