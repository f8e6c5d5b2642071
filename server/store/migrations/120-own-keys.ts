/** A member of staff who moves to another authenticator app: its key waits until a code of it was typed. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table staff_member
  add column next_authenticator_sealed bytea,
  add column next_authenticator_until bigint;
`;

export const ownKeys: Migration = { name: '120-own-keys', sql };
