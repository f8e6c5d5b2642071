/** Refunds, write-offs of late charges, corrections of payments, and questions to the rail about a receipt. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table rail_intent
  drop constraint rail_intent_purpose_check,
  add constraint rail_intent_purpose_check check (purpose in ('disbursement', 'repayment', 'refund'));

insert into account(id, kind) values
  -- late charges that the lender gave up
  ('written_off', 'expense'),
  -- payments on their way from one loan to another: zero after every transaction
  ('correction', 'liability');

-- what the rail says of a receipt that a borrower sent as a proof
create table receipt_question(
  id bigint generated always as identity primary key,
  receipt text not null unique,
  -- what the address of the rail's answer is derived from
  callback_nonce text not null unique,
  asked_at bigint not null,
  answered_at bigint,
  -- null: the rail has not answered
  answer text check (answer in ('completed', 'ended', 'unknown')),
  amount bigint,
  -- the business that was paid
  paid_to text,
  paid_at bigint);

alter table rail_callback add column question_id bigint references receipt_question;
create index rail_callback_question on rail_callback(question_id) where question_id is not null;
`;

export const refunds: Migration = { name: '115-refunds', sql, loosens: 'rail_intent_purpose_check' };
