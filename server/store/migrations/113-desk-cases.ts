/** Claims of cases, acts that wait for a second person, and notes to a borrower about an order. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create table desk_claim(
  case_id text primary key,
  staff_id text not null,
  -- the claim ends with it
  session_id text not null,
  taken_at bigint not null,
  -- another clerk may take the case from then on
  until bigint not null);
create index desk_claim_session on desk_claim(session_id);

create table desk_uncovered(
  session_id text not null,
  case_id text not null,
  what text not null check (what in ('photos', 'idNumber', 'contacts', 'mobile')),
  at bigint not null,
  primary key (session_id, case_id, what));

create table desk_approval(
  approval_id text primary key,
  case_id text not null,
  act_name text not null,
  -- the act, with its words
  sealed bytea not null,
  -- of the money that it moves; null: it moves none
  amount bigint,
  -- whose it is; null: nobody's that is known
  order_id bigint references loan_order,
  staff_id text not null,
  staff_name text not null,
  staff_role text not null,
  at bigint not null,
  state text not null check (state in ('waiting', 'confirmed', 'declined')),
  decided_by text,
  decided_at bigint);
create index desk_approval_waiting on desk_approval(at) where state = 'waiting';
create index desk_approval_case on desk_approval(case_id);
create index desk_approval_order on desk_approval(order_id) where order_id is not null;

-- words of a person to the borrower, which a page shows
create table order_note(
  order_id bigint not null references loan_order,
  about text not null check (about in ('photos', 'rejection', 'refund')),
  sealed bytea not null,
  at bigint not null,
  primary key (order_id, about));

-- a borrower who wanted to close the account and could not yet
create table closing_request(
  user_id bigint primary key references app_user,
  at bigint not null,
  -- what was in the way when they asked last
  bar text not null);

-- a keyed hash: who the number belongs to is not kept
create table blocked_number(
  number_mac text primary key,
  at bigint not null);
`;

export const deskCases: Migration = { name: '113-desk-cases', sql };
