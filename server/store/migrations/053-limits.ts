/** Counters of limits, and the caller that requested a code before signing in. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create table counter(
  -- HMAC of the limit's name and of whom it counts
  key_mac text primary key,
  -- the window: from its first count until ends_at
  ends_at bigint not null,
  counted int not null
);
create index counter_age on counter(ends_at);
-- hash of the installation that asked for the code, or of its address where it sent no id; null for a code of a session
alter table one_time_code add column holder_mac text;
-- whether the account of the number was signed in on that installation before
alter table one_time_code add column known_device boolean not null default false;
-- a code that was sent before an installation was asked for belongs to nobody any more
update one_time_code set ended_at = sent_at where user_id is null and ended_at is null;
create index account_device_device on account_device(device_mac);
`;

export const limits: Migration = { name: '053-limits', sql };
