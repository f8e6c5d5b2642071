/** Tickets of borrowers, the messages of their threads, and the pictures that belong to them. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create table ticket(
  id bigint generated always as identity primary key,
  ticket_no text not null unique,
  user_id bigint not null references app_user,
  -- the client's name for one press of Send; a repeat of it gets the same ticket
  request_id text not null,
  type smallint not null check (type between 1 and 7),
  status smallint not null check (status between 1 and 4),
  description text not null,
  receiver_account text not null,
  contact text not null,
  contact_time text not null,
  rating smallint check (rating between 1 and 5),
  created_at bigint not null,
  updated_at bigint not null,
  -- the borrower has seen everything up to this message; 0: none
  seen_message bigint not null default 0,
  unique (user_id, request_id));
create index ticket_user on ticket(user_id, updated_at);

create table ticket_message(
  id bigint generated always as identity primary key,
  ticket_id bigint not null references ticket,
  author text not null check (author in ('borrower', 'lender')),
  -- null: written at the lender's desk
  request_id text,
  text text not null,
  at bigint not null,
  unique (ticket_id, request_id));

create table ticket_picture(
  -- also the name of its bytes in photo_blob
  ref text primary key,
  user_id bigint not null references app_user,
  -- both null while what it belongs to is still being written
  ticket_id bigint references ticket,
  message_id bigint references ticket_message,
  mime text not null,
  at bigint not null);
create index ticket_picture_ticket on ticket_picture(ticket_id);
create index ticket_picture_loose on ticket_picture(at) where ticket_id is null;
`;

export const feedback: Migration = { name: '020-feedback', sql };
