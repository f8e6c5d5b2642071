/** Stored answers record until when they may be repeated, and which session they granted. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
-- rows of before name neither their end nor their session, so none of them may be repeated
delete from idempotent_answer;
drop index idempotent_answer_age;
alter table idempotent_answer
  -- a repeat gets the answer before this moment; afterwards the row is deleted
  add column good_until bigint not null,
  -- token_hash of the session whose token is in the answer; null: the answer holds no token
  add column session_hash text;
create index idempotent_answer_end on idempotent_answer(good_until);
`;

export const storedAnswers: Migration = { name: '040-stored-answers', sql };
