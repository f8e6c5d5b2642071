/** The text that was read from the front of a borrower's identity card, as its stored photo shows it. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create table card_reading(
  user_id bigint primary key references app_user,
  order_id bigint not null references loan_order,
  -- all three, or none: the reader had no answer in time
  number text,
  name text,
  birthday text,
  read_at bigint not null,
  check ((number is null) = (name is null) and (number is null) = (birthday is null)));
`;

export const cardReading: Migration = { name: '003-card-reading', sql };
