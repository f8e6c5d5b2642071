/** What staff do about a borrower who wanted to close the account and could not yet: close it later, or say why not. */
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
