/** Closed accounts: the books stay until their retention ends, without the borrower's number and name. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
-- null once the account was closed and books of loans must stay
alter table app_user alter column msisdn drop not null;
alter table app_user add column erased_at bigint;
-- the first day on which the books of an erased borrower are no longer kept
alter table app_user add column books_until date;
create index app_user_books on app_user(books_until) where books_until is not null;

-- A request that was let in before the account was closed must not write behind its back: it stands in line, and then fails.
create function borrower_is_here() returns trigger language plpgsql as $$
begin
  perform 1 from app_user where id = new.user_id and erased_at is null for key share;
  if not found then
    raise exception 'the account % was closed', new.user_id using errcode = '23503';
  end if;
  return new;
end $$;
create trigger order_of_borrower before insert on loan_order for each row execute function borrower_is_here();
create trigger session_of_borrower before insert on session for each row execute function borrower_is_here();
create trigger section_of_borrower before insert on profile_section for each row execute function borrower_is_here();
create trigger photo_of_borrower before insert on photo for each row execute function borrower_is_here();
create trigger payout_account_of_borrower before insert on payout_account for each row execute function borrower_is_here();
create trigger ticket_of_borrower before insert on ticket for each row execute function borrower_is_here();
create trigger ticket_picture_of_borrower before insert on ticket_picture for each row execute function borrower_is_here();

-- why people leave, without who
create table cancellation(
  id bigint generated always as identity primary key,
  reason text not null,
  at bigint not null);
`;

export const erasure: Migration = { name: '021-erasure', sql };
