/** A separate code for drawing a loan, and a person's approval of a payout number whose holder has another name. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table one_time_code drop constraint one_time_code_purpose_check;
alter table one_time_code add constraint one_time_code_purpose_check check (purpose in ('login', 'register', 'bindCard', 'draw'));

alter table payout_account
  -- when a person decided to pay although the rail names another holder; null: nobody had to
  add column name_accepted_at bigint;

-- in whose name the simulated number is registered; null: the rail does not say
alter table sim_wallet add column name text;
`;

export const drawCodes: Migration = { name: '054-draw-codes', sql };
