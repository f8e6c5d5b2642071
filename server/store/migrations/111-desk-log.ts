/** The append-only log of views and acts at the desk, and the stored answers of acts, so that a repeated act changes nothing. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create table desk_log(
  id bigint generated always as identity primary key,
  at bigint not null,
  -- null: the operator, by a verb
  staff_id text references staff_member,
  -- what was done, in words of the program: an act, a call, names of fields
  what text not null,
  -- as DeskCase names it; null: about no case
  case_id text,
  reason text);
create index desk_log_at on desk_log(at);
create index desk_log_case on desk_log(case_id, at) where case_id is not null;
create index desk_log_staff on desk_log(staff_id);
create trigger desk_log_append_only before update or delete on desk_log for each row execute function append_only();
create trigger desk_log_no_truncate before truncate on desk_log for each statement execute function append_only();

create table desk_answer(
  staff_id text not null references staff_member,
  request_id text not null,
  -- SHA-256 of the call and its input
  fingerprint text not null,
  sealed bytea not null,
  at bigint not null,
  primary key (staff_id, request_id));
create index desk_answer_at on desk_answer(at);
`;

export const deskLog: Migration = { name: '111-desk-log', sql };
