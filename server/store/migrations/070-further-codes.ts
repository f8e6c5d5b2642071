/** Further codes, beyond the free ones that strangers may have sent to a number within an hour: each needs a received code. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table one_time_code
  -- 'free': within the number's codes of the hour, or requested by somebody whom the account knows
  -- 'further': beyond them, sent after the harder question
  -- 'withheld': asked for with a wrong answer, and never sent
  add column turn text not null default 'free' check (turn in ('free', 'further', 'withheld'));
`;

export const furtherCodes: Migration = { name: '070-further-codes', sql };
