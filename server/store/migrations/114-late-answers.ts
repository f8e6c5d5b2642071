/** The promised time of an answer, whether the answer is late, and who decided an application. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table loan_order
  -- when the borrower was told that the answer is late; null: it is not
  add column escalated_at bigint;

alter table proof
  add column escalated_at bigint,
  -- of the person who refused it, to the borrower
  add column words_sealed bytea;
create index proof_waiting on proof(answer_by) where state = 'waiting';

alter table ticket
  -- the borrower was promised an answer by then; null: the lender owes none, or it was written before this was noted
  add column answer_by bigint,
  add column escalated_at bigint;
create index ticket_waiting on ticket(answer_by) where status in (1, 2);

alter table order_event
  -- of a decision about an application
  add column decided_by text check (decided_by in ('rules', 'person')),
  -- of a rejection
  add column reason text;
`;

export const lateAnswers: Migration = { name: '114-late-answers', sql };
