/** State of the rail that processes share: access token, schedule of recurring queries, float, and reversals. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create table rail_token(
  -- hash of the consumer key
  name text primary key,
  sealed bytea,
  valid_until bigint not null default 0,
  -- until then one process renews it; the others wait, because a new token ends the one before
  renewing_until bigint not null default 0);

create table rail_schedule(
  question text primary key check (question in ('balance', 'pull')),
  next_at bigint not null,
  -- of 'pull': everything before was read
  read_until bigint);

create table balance_query(
  id bigint generated always as identity primary key,
  callback_nonce text not null unique,
  asked_at bigint not null);

create table rail_float(
  account text primary key check (account in ('utility', 'working')),
  -- as the rail said, less what was sent since
  available bigint not null,
  -- when the rail was asked
  as_of bigint not null,
  level text not null check (level in ('enough', 'low', 'short')));

alter table rail_intent
  -- since when the payout waits for the float; null: it does not
  add column waits_since bigint,
  -- when it was sent first; null: not since this was noted
  add column sent_at bigint;

insert into account(id, kind) values
  -- payments of nobody that the rail has been told to return
  ('returning', 'liability');

create table reversal(
  id bigint generated always as identity primary key,
  receipt text not null unique,
  amount bigint not null check (amount > 0),
  state text not null check (state in ('NEW', 'SENT', 'OK', 'FAILED')),
  callback_nonce text not null unique,
  provider_ref text,
  -- of the movement that returned the money
  return_receipt text,
  result_text text,
  asked_at bigint not null,
  ended_at bigint);

alter table rail_callback
  add column balance_query_id bigint,
  add column reversal_id bigint references reversal;

alter table sim_transaction
  -- receipt of the movement that took this one back
  add column reversed_by text;
`;

export const railAsDocumented: Migration = { name: '080-rail-as-documented', sql };
