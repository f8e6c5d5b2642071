/**
 * One-time codes, sessions, consents of the registration, first answers for requests that arrive twice, encrypted
 * photos, and the inbox of the sandbox. No table holds a code, a token or a picture unencrypted, except that inbox.
 */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create table one_time_code(
  id bigint generated always as identity primary key,
  msisdn text not null,
  purpose text not null check (purpose in ('login', 'register', 'bindCard')),
  -- HMAC of number, purpose, borrower and code
  code_mac text not null,
  address_mac text not null,
  sent_at bigint not null,
  expires_at bigint not null,
  tries int not null default 0,
  ended_at bigint);
create index one_time_code_number on one_time_code(msisdn, sent_at);
create index one_time_code_address on one_time_code(address_mac, sent_at);

create table session(
  -- SHA-256 of 256 random bits
  token_hash text primary key,
  user_id bigint not null references app_user,
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  -- what its holder is told from then on
  end_code int,
  check ((ended_at is null) = (end_code is null)));
create unique index one_live_session on session(user_id) where ended_at is null;

create table terms_acceptance(
  user_id bigint not null references app_user,
  terms_version text not null,
  at bigint not null,
  primary key (user_id, terms_version));

create table idempotent_answer(
  fingerprint text primary key,
  started_at bigint not null,
  finished_at bigint,
  -- the whole answer, sealed; null while the first request is at work
  sealed bytea);
create index idempotent_answer_age on idempotent_answer(started_at);

create table photo_blob(
  ref text primary key,
  sealed bytea not null,
  at bigint not null);

create table sandbox_sms(
  id bigint generated always as identity primary key,
  msisdn text not null,
  text text not null,
  at bigint not null);
`;

export const identity: Migration = { name: '002-identity', sql };
