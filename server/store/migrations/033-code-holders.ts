/** A code belongs to the caller that asked for it, because two borrowers may verify the same number at the same time. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
-- the borrower a bindCard code is for; null before sign-in
alter table one_time_code add column user_id bigint references app_user;
-- hash, with the server's key, of the registered number of an account that sent the code to another number; null for every other code
alter table one_time_code add column asker_mac text;
create index one_time_code_asker on one_time_code(asker_mac, sent_at) where asker_mac is not null;
create index one_time_code_holder on one_time_code(user_id) where user_id is not null;
create trigger code_of_borrower before insert on one_time_code for each row when (new.user_id is not null) execute function borrower_is_here();
`;

export const codeHolders: Migration = { name: '033-code-holders', sql };
