/** Repayment: account numbers of one loan, rollovers, proofs of payment, coupons, and the texts to borrowers. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
insert into account(id, kind) values
  -- paid for a rollover that is not confirmed yet
  ('rollover_deposit', 'liability'),
  ('rollover_income', 'income'),
  -- what coupons take off loans
  ('coupon_expense', 'expense');

create table rollover(
  id bigint generated always as identity primary key,
  extension_no text not null unique,
  order_id bigint not null references loan_order,
  days int not null check (days > 0),
  -- as they were when it was chosen; never charged above
  fee bigint not null,
  tax bigint not null,
  state text not null check (state in ('CHOSEN', 'CONFIRMED', 'WITHDRAWN')),
  chosen_at bigint not null,
  ended_at bigint,
  old_due_date date,
  new_due_date date);
create unique index one_open_rollover on rollover(order_id) where state = 'CHOSEN';
create index rollover_order on rollover(order_id);

-- numbers at the paybill that stand for one purpose of one loan
create table dedicated_account(
  account_no text primary key,
  order_id bigint not null references loan_order,
  purpose text not null check (purpose in ('repayment', 'rollover')),
  made_at bigint not null,
  unique (order_id, purpose));

create table proof(
  id bigint generated always as identity primary key,
  proof_no text not null unique,
  order_id bigint not null references loan_order,
  receipt text not null,
  amount bigint not null check (amount > 0),
  state text not null check (state in ('waiting', 'counted', 'known', 'refused')),
  reason text,
  sent_at bigint not null,
  answer_by bigint not null,
  decided_at bigint);
-- one receipt is one payment, whoever sends it in
create unique index proof_receipt on proof(receipt) where state <> 'refused';
create index proof_order on proof(order_id);

create table proof_picture(
  ref text primary key,
  order_id bigint not null references loan_order,
  -- null while the proof is being put together
  proof_id bigint references proof,
  sealed bytea not null,
  mime text not null,
  at bigint not null);
create index proof_picture_order on proof_picture(order_id);

create table card_authorisation(
  -- one for each borrower; a card counts once
  user_id bigint primary key references app_user,
  card_token text not null unique,
  last_four text not null,
  order_id bigint not null references loan_order,
  -- what the coupon took off the loan
  coupon bigint not null,
  at bigint not null);

create table text_message(
  id bigint generated always as identity primary key,
  order_id bigint not null references loan_order,
  key text not null,
  params jsonb not null,
  at bigint not null,
  attempts int not null default 0,
  next_at bigint not null,
  -- null: waits to be sent
  ended_at bigint);
create index text_message_waiting on text_message(next_at) where ended_at is null;

-- the language the loan was asked for in: texts are written in it
alter table loan_order add column language text not null default 'en';
`;

export const afterDisbursement: Migration = { name: '010-after-disbursement', sql };
