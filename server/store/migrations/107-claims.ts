/** A running request renews its claim. So the repeat of a request whose server was killed waits only a short time. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table idempotent_answer
  -- of the run that may write the answer; null where the release before began it
  add column claim text,
  -- by the clock of the database; the run that has the claim puts it off, and a repeat takes over what is not put off any more
  add column held_until timestamptz not null default clock_timestamp() + interval '30 seconds';
`;

export const claims: Migration = { name: '107-claims', sql };
