/**
 * Collected data of an order: the kinds that the lender requests, the borrower's consent or refusal for each kind, and the
 * data until the application is decided. The data is encrypted. Consents and refusals are kept as proof.
 */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create table collection_kind(
  order_id bigint not null references loan_order,
  kind text not null check (kind in ('contact', 'sms', 'exif', 'device', 'appList', 'location')),
  asked_at bigint not null,
  -- the borrower's last word; null: none yet
  agreed boolean,
  primary key (order_id, kind));

-- every word the borrower gave, the withdrawn ones included
create table collection_consent(
  id bigint generated always as identity primary key,
  order_id bigint not null references loan_order,
  kind text not null,
  agreed boolean not null,
  at bigint not null);
create index collection_consent_order on collection_consent(order_id);

-- how the shell's upload went: 0 done, 1 started, -1 failed
create table collection_upload(
  order_id bigint primary key references loan_order,
  status smallint not null check (status in (0, 1, -1)),
  at bigint not null);

create table collected(
  order_id bigint not null references loan_order,
  kind text not null,
  sealed bytea not null,
  at bigint not null,
  -- gone when the application is answered, and then at the latest
  delete_by bigint not null,
  primary key (order_id, kind),
  foreign key (order_id, kind) references collection_kind on delete cascade);
create index collected_until on collected(delete_by);

create index loan_order_ended on loan_order(ended_at) where status in (8, 9);
create index one_time_code_age on one_time_code(sent_at);
create index session_age on session(expires_at);
`;

export const collection: Migration = { name: '030-collection', sql };
