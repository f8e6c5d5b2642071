/** Renames columns to the names that the code uses. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table journal rename column idem to idempotency_key;
-- when elapsed time next changes this order; null: never
alter table loan_order rename column wake_at to next_due_at;
alter index loan_order_wake rename to loan_order_next_due;
alter table photo_blob rename column sealed to encrypted;
alter table proof_picture rename column sealed to encrypted;
alter table collected rename column sealed to encrypted;
alter table idempotent_answer rename column sealed to encrypted;
`;

export const columnNames: Migration = { name: '041-column-names', sql };
