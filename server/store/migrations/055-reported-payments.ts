/** Payments that the rail has reported and not confirmed yet, and the bytes of callbacks as they arrived. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create table reported_payment(
  id bigint generated always as identity primary key,
  -- paybill: a message to the address of the paybill; push: the callback of a payment prompt
  source text not null check (source in ('paybill', 'push')),
  -- null: the callback of a prompt named none
  receipt text unique,
  -- the prompt it belongs to
  intent_id text references rail_intent,
  -- the loan that its account number stands for; null: nobody's
  order_id bigint references loan_order,
  -- the account number that the payer typed, letters and digits only
  account text not null,
  -- cents; null: it named no amount that money can have
  amount bigint,
  -- when the payer paid, as it was told
  paid_at bigint,
  -- reported: the rail is asked; held: a person decides; booked and refused are final
  state text not null check (state in ('reported', 'held', 'booked', 'refused')),
  -- why a person has to decide
  reason text,
  check ((state = 'held') <= (reason is not null)),
  -- the address to which the rail answers
  token text not null unique,
  -- what the rail answered: its amount, and its words where it did not confirm
  confirmed_amount bigint,
  answer text,
  reported_at bigint not null,
  decided_at bigint
);
create index reported_payment_open on reported_payment(order_id) where state in ('reported', 'held');
create index reported_payment_intent on reported_payment(intent_id);
create index reported_payment_held on reported_payment(id) where state = 'held';

alter table rail_callback
  -- the account number that a message of the paybill names: callbacks of an erased borrower are found by it
  add column account text,
  -- the payment that the rail was asked about
  add column report_id bigint references reported_payment,
  add column attempts int not null default 0,
  -- when it is processed next, after an attempt that failed
  add column next_at bigint not null default 0;
update rail_callback set account = upper(regexp_replace(body->>'BillRefNumber', '[^0-9A-Za-z]', '', 'g')) where route = 'paybill';
create index rail_callback_account on rail_callback(account) where account is not null;
-- As it arrived, whatever it is: text and jsonb refuse some of what can arrive.
alter table rail_callback alter column body type bytea using convert_to(body::text, 'UTF8');
`;

export const reportedPayments: Migration = { name: '055-reported-payments', sql };
