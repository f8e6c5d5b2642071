/** Requests to close an account that could not be closed yet. Staff close it later, or answer why not. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table closing_request
  -- as the borrower chose it; null: asked for before this was kept
  add column reason text,
  -- the lender said why not; null: nobody has answered
  add column answered_at bigint,
  -- words of the lender to the borrower
  add column words_sealed bytea;
`;

export const closingAnswers: Migration = { name: '119-closing-answers', sql };
