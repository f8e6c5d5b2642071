/** The key of a new authenticator app of a member of staff. It replaces the old key once a code of the new app was typed. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table staff_member
  add column next_authenticator_sealed bytea,
  add column next_authenticator_until bigint;
`;

export const ownKeys: Migration = { name: '120-own-keys', sql };
