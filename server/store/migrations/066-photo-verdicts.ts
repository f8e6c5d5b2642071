/** Verdicts on the photos of back and face: recognised, or left to a person. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table photo
  -- null: nothing judged it, as the photos of earlier versions and those of a lender without a reader
  add column verdict text check (verdict in ('recognised', 'undecided'));
`;

export const photoVerdicts: Migration = { name: '066-photo-verdicts', sql };
