/** The devices that an account was signed in on, and the device of each session. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create table account_device(
  user_id bigint not null references app_user,
  -- hash of the id that the installation sends with every call
  device_mac text not null,
  -- what the phone says it is, for the list that its owner reads; empty when it says nothing
  name text not null default '',
  first_seen bigint not null,
  last_seen bigint not null,
  -- it was the first device of this account, or a code for more than signing in was given on it; null: not yet
  trusted_at bigint,
  primary key (user_id, device_mac)
);
alter table session
  -- null: the installation sent no id
  add column device_mac text;
`;

export const devices: Migration = { name: '051-devices', sql };
