/**
 * Borrowers, orders, the journal, the rail, and the simulated rail in tables of its own (`sim_`). Amounts are
 * integer cents. Moments are milliseconds since 1970, days are calendar dates in Nairobi; both come from the
 * lender's clock, never from the database's.
 */
import type { Migration } from './migration.ts';

const borrowers = /* sql */ `
create table app_user(
  id bigint generated always as identity primary key,
  msisdn text not null unique check (msisdn ~ '^254[17][0-9]{8}$'),
  created_at bigint not null);

create table profile_section(
  user_id bigint not null references app_user,
  section text not null check (section in ('personalInfo', 'additionalInfo', 'loanQuestion')),
  "values" jsonb not null,
  saved_at bigint not null,
  primary key (user_id, section));

create table photo(
  user_id bigint not null references app_user,
  side text not null check (side in ('front', 'back', 'face')),
  order_id bigint,
  storage_ref text not null,
  mime text not null,
  width int not null,
  height int not null,
  saved_at bigint not null,
  primary key (user_id, side));

create table payout_account(
  user_id bigint primary key references app_user,
  kind text not null check (kind in ('mpesa', 'bank')),
  number text not null,
  bank_code text,
  bank_name text not null,
  holder text not null,
  saved_at bigint not null,
  check ((kind = 'bank') = (bank_code is not null)));
`;

const orders = /* sql */ `
create table loan_order(
  id bigint generated always as identity primary key,
  order_no text not null unique,
  user_id bigint not null references app_user,
  status smallint not null check (status in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 17, 18)),
  version int not null default 0,
  product_id text not null,
  principal bigint not null check (principal > 0),
  term_days int not null check (term_days > 0),
  -- product and terms as they were when the order was opened; nothing the lender changes later touches them
  contract jsonb not null,
  opened_at bigint not null,
  updated_at bigint not null,
  submitted_at bigint,
  answer_expected_at bigint,
  answer_latest_at bigint,
  offer_open_until bigint,
  rejection_reason text,
  reapply_on date,
  disbursement_requested_at bigint,
  disbursement_expected_by bigint,
  disbursement_failure int,
  disbursed_on date,
  due_date date,
  -- when time next has something to say about this order
  wake_at bigint,
  ended_at bigint);

create unique index one_open_order on loan_order(user_id) where status not in (4, 8, 9);
create index loan_order_user on loan_order(user_id, id);
create index loan_order_wake on loan_order(wake_at) where wake_at is not null;

create table order_event(
  order_id bigint not null references loan_order,
  version int not null,
  from_status smallint,
  to_status smallint not null,
  event text not null,
  at bigint not null,
  primary key (order_id, version));

create table consent(
  id bigint generated always as identity primary key,
  order_id bigint not null references loan_order,
  agreement_version text not null,
  terms jsonb not null,
  at bigint not null);
create index consent_order on consent(order_id);

create table setting(key text primary key, value jsonb not null);
`;

const ledger = /* sql */ `
create table account(
  id text primary key,
  kind text not null check (kind in ('asset', 'liability', 'income', 'expense')));

insert into account(id, kind) values
  ('mpesa_float', 'asset'),
  ('loan_receivable', 'asset'),
  ('interest_receivable', 'asset'),
  ('penalty_receivable', 'asset'),
  -- money that left without a loan to stand for it; people get it back
  ('misdirected', 'asset'),
  ('tax_payable', 'liability'),
  -- money that came in and belongs to a payer, not yet to a loan
  ('suspense', 'liability'),
  ('fee_income', 'income'),
  ('interest_income', 'income'),
  ('penalty_income', 'income');

create table journal(
  id bigint generated always as identity primary key,
  -- what must not be booked twice
  idem text not null unique,
  kind text not null,
  order_id bigint references loan_order,
  -- the rail's receipt, or the payment it came from
  ref text,
  on_date date not null,
  at bigint not null);
create index journal_order on journal(order_id);

create table entry(
  journal_id bigint not null references journal,
  line smallint not null,
  account_id text not null references account,
  amount bigint not null check (amount <> 0),
  primary key (journal_id, line));
create index entry_account on entry(account_id);

create function journal_is_balanced() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount), 0) <> 0 or count(*) < 2 from entry where journal_id = new.journal_id) then
    raise exception 'journal % is not balanced', new.journal_id using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger entry_is_balanced after insert on entry deferrable initially deferred
  for each row execute function journal_is_balanced();

create function journal_has_entries() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from entry where journal_id = new.id) then
    raise exception 'journal % has no entries', new.id using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger journal_is_filled after insert on journal deferrable initially deferred
  for each row execute function journal_has_entries();

create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = '42501';
end $$;
create trigger entry_append_only before update or delete on entry for each row execute function append_only();
create trigger journal_append_only before update or delete on journal for each row execute function append_only();
create trigger entry_no_truncate before truncate on entry for each statement execute function append_only();
create trigger journal_no_truncate before truncate on journal for each statement execute function append_only();
`;

const rail = /* sql */ `
create table rail_intent(
  -- our own id: OriginatorConversationID of a disbursement, AccountReference of an STK push
  id text primary key,
  kind text not null check (kind in ('STK', 'B2C', 'B2B')),
  purpose text not null check (purpose in ('disbursement', 'repayment')),
  order_id bigint not null references loan_order,
  user_id bigint not null references app_user,
  -- the client's name for one tap; a repeat of it gets the same payment
  request_id text,
  amount bigint not null check (amount > 0 and amount % 100 = 0),
  msisdn text not null,
  bank_code text,
  bank_account text,
  state text not null check (state in ('NEW', 'SENT', 'UNKNOWN', 'OK', 'FAILED')),
  token text not null unique,
  provider_ref text unique,
  receipt text unique,
  result_code int,
  result_text text,
  attempts int not null default 0,
  next_at bigint not null,
  prompt_until bigint,
  created_at bigint not null,
  settled_at bigint,
  unique (user_id, request_id));

create unique index one_disbursement on rail_intent(order_id) where purpose = 'disbursement' and state in ('NEW', 'SENT', 'UNKNOWN');
create unique index one_live_push on rail_intent(order_id) where kind = 'STK' and state in ('NEW', 'SENT', 'UNKNOWN');
create index rail_intent_open on rail_intent(next_at) where state in ('SENT', 'UNKNOWN');
create index rail_intent_order on rail_intent(order_id);

create table rail_callback(
  id bigint generated always as identity primary key,
  route text not null,
  intent_id text references rail_intent,
  body jsonb not null,
  at bigint not null,
  -- what became of it; null while it waits to be worked through
  outcome text);
create index rail_callback_waiting on rail_callback(id) where outcome is null;

create table outbox(
  id bigint generated always as identity primary key,
  topic text not null,
  ref text not null,
  next_at bigint not null,
  attempts int not null default 0,
  done_at bigint,
  unique (topic, ref));
create index outbox_waiting on outbox(next_at) where done_at is null;
`;

const simulator = /* sql */ `
create table sim_wallet(
  msisdn text primary key,
  pin text not null,
  balance bigint not null check (balance >= 0));

create table sim_prompt(
  checkout_id text primary key,
  merchant_id text not null,
  msisdn text not null,
  amount bigint not null,
  reference text not null,
  callback_url text not null,
  state text not null check (state in ('open', 'paid', 'failed')),
  result_code int,
  receipt text,
  wrong_pins int not null default 0,
  opened_at bigint not null,
  expires_at bigint not null,
  ended_at bigint);
create index sim_prompt_open on sim_prompt(msisdn) where state = 'open';

create table sim_payout(
  -- the lender's OriginatorConversationID, or ours where the lender sent none
  originator_id text primary key,
  conversation_id text not null,
  msisdn text,
  bank_account text,
  amount bigint not null,
  result_url text not null,
  state text not null check (state in ('waiting', 'paid', 'failed')),
  result_code int,
  receipt text,
  asked_at bigint not null,
  -- null: stuck, until it is asked for again
  due_at bigint,
  ended_at bigint);
create index sim_payout_due on sim_payout(due_at) where state = 'waiting';

create table sim_transaction(
  receipt text primary key,
  kind text not null,
  msisdn text,
  amount bigint not null,
  reference text not null,
  at bigint not null);

create table sim_delivery(
  id bigint generated always as identity primary key,
  url text not null,
  body jsonb not null,
  due_at bigint not null,
  attempts int not null default 0,
  done_at bigint);
create index sim_delivery_waiting on sim_delivery(due_at) where done_at is null;

create table sim_setting(key text primary key, value jsonb not null);
`;

export const lender: Migration = { name: '001-lender', sql: borrowers + orders + ledger + rail + simulator };
