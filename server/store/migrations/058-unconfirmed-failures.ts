/** Reported failures of payouts: a payout has failed only when the rail or a person confirms the failure. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table rail_intent
  -- the failure that was reported, as the rail's code and words; null: none was
  add column reported_code int,
  add column reported_text text,
  add column reported_at bigint,
  -- when a person was asked to decide, because the rail did not confirm the failure
  add column held_at bigint;
`;

export const unconfirmedFailures: Migration = { name: '058-unconfirmed-failures', sql };
