/**
 * Statements of borrowers about themselves are encrypted, and one ID number belongs to one account. SQL cannot encrypt:
 * `encryptPlainRows.ts` fills the new columns from the old ones at the next start and empties the old ones.
 */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
-- the old columns are empty from now on; a later release drops them
alter table profile_section add column sealed bytea, alter column "values" drop not null;
alter table order_answer add column sealed bytea, alter column "values" drop not null;
alter table payout_account add column sealed bytea,
  alter column number drop not null, alter column holder drop not null,
  alter column details drop not null, alter column details drop default;
-- null: the reader had no answer
alter table card_reading add column sealed bytea;
alter table consent add column key_facts_sealed bytea;
alter table rail_intent add column bank_account_sealed bytea;
alter table ticket add column sealed bytea,
  alter column description drop not null, alter column receiver_account drop not null,
  alter column contact drop not null, alter column contact_time drop not null;
alter table ticket_message add column sealed bytea, alter column text drop not null;

-- whose application an ID number belongs to; a hash with the server's key, no number
create table id_claim(
  id_mac text primary key,
  user_id bigint not null references app_user,
  claimed_at bigint not null,
  -- the card was read and agrees with what was typed, or the lender approved the application
  proved boolean not null default false);
create index id_claim_user on id_claim(user_id);

alter table security_event
  -- so many events of this kind were not written one by one within its minute; null: this row is an event
  add column left_out int;
`;

export const atRest: Migration = { name: '056-at-rest', sql };
