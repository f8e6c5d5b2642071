/** Recordings that borrowers agreed to send, and the log of their consents (decision 150). */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table app_user add column recordings_agreed_at bigint;

create table recording_consent (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user(id),
  agreed boolean not null,
  version text not null,
  at bigint not null
);
create index recording_consent_of_user on recording_consent(user_id);

create table recording (
  journey text primary key check (journey ~ '^[0-9a-f]{32}$'),
  user_id bigint not null references app_user(id),
  at bigint not null,
  release text not null,
  language text not null,
  device_class text not null,
  product text,
  head_encrypted bytea not null,
  pieces integer not null,
  steps integer not null,
  bytes integer not null,
  letters integer not null
);
create index recording_of_user on recording(user_id);
create index recording_at on recording(at, journey);

create table recording_piece (
  journey text not null references recording(journey) on delete cascade,
  piece integer not null,
  encrypted bytea not null,
  primary key (journey, piece)
);

alter table staff_member drop constraint staff_member_role_check, add constraint staff_member_role_check
  check (role in ('reviewer', 'payments', 'support', 'administrator', 'analyst'));
`;

export const recordings: Migration = { name: '134-recordings', sql, loosens: 'staff_member_role_check' };
