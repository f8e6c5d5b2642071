/** Members of staff, their credentials, invitations and sessions. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create table staff_member(
  staff_id text primary key,
  name text not null,
  role text not null check (role in ('reviewer', 'payments', 'support', 'administrator')),
  is_active boolean not null default true,
  -- their number as a borrower; null: they have none
  own_mobile_sealed bytea,
  -- scrypt in the PHC string format; null: the invitation was not accepted yet
  password_hash text,
  -- the secret of their authenticator app
  authenticator_sealed bytea,
  -- the time step of the last code that was accepted: no code is accepted twice
  last_step bigint,
  created_at bigint not null,
  last_seen_at bigint);
create unique index staff_member_name on staff_member(lower(name));

create table staff_invitation(
  -- SHA-256 of what the link contains
  token_hash text primary key,
  staff_id text not null unique references staff_member,
  authenticator_sealed bytea not null,
  expires_at bigint not null);

create table staff_passkey(
  -- base64url, as the browser names it
  credential_id text primary key,
  staff_id text not null references staff_member,
  -- COSE, base64url
  public_key text not null,
  counter bigint not null,
  transports text not null,
  label text not null,
  created_at bigint not null,
  last_used_at bigint);
create index staff_passkey_member on staff_passkey(staff_id);

create table staff_session(
  token_hash text primary key,
  staff_id text not null references staff_member,
  created_at bigint not null,
  seen_at bigint not null,
  ends_at bigint not null);
create index staff_session_member on staff_session(staff_id);
create index staff_session_ends on staff_session(ends_at);

-- a sign-in or a registration that waits for its second half
create table staff_challenge(
  -- of the cookie
  token_hash text primary key,
  purpose text not null check (purpose in ('code', 'passkey', 'registration')),
  -- null: nobody has said who they are
  staff_id text references staff_member,
  -- what an authenticator has to sign; null: a code is awaited
  challenge text,
  tries int not null default 0,
  expires_at bigint not null);
create index staff_challenge_member on staff_challenge(staff_id);
create index staff_challenge_expires on staff_challenge(expires_at);
`;

export const staff: Migration = { name: '110-staff', sql };
