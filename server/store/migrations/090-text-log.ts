/** Every attempt to send a text, with the provider's answer and the delivery report. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create table text_attempt(
  id bigint generated always as identity primary key,
  -- the same for every attempt to send one text
  send_id uuid not null,
  kind text not null check (kind in ('code', 'event', 'reminder')),
  -- keyed hash of the number; null: of an account that is closed
  number_mac text,
  provider text not null check (provider in ('gateway', 'africastalking', 'twilio', 'sandbox')),
  -- what the address of its delivery reports is derived from
  nonce text not null unique,
  -- written before the provider is asked: an attempt of a lender that was killed meanwhile stays unknown
  outcome text not null default 'unknown' check (outcome in ('taken', 'refused', 'notNow', 'unknown')),
  -- of the provider or of HTTP; null: none
  code text,
  -- the provider's name for the text
  provider_ref text,
  -- cents; null: neither the provider nor SMS_PRICES names a price
  cost bigint check (cost >= 0),
  parts int not null check (parts > 0),
  at bigint not null,
  -- what the provider reported; null: nothing yet
  delivery text check (delivery in ('sent', 'delivered', 'failed')),
  delivery_code text,
  delivery_at bigint);
create index text_attempt_send on text_attempt(send_id);
create index text_attempt_number on text_attempt(number_mac) where number_mac is not null;
create index text_attempt_ref on text_attempt(provider, provider_ref) where provider_ref is not null;
create index text_attempt_at on text_attempt(at);
`;

export const textLog: Migration = { name: '090-text-log', sql };
