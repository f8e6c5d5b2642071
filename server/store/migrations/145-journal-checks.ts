/**
 * Journals are checked once for each statement instead of once for each row, and at the end of the statement instead of at the
 * end of the transaction: at the turn of the day, the checks of single rows took a third of the time of the database.
 *
 * So a journal and its entries must be written by one statement. Every release that contains 103-due-orders does that.
 */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create function added_entries_are_balanced() returns trigger language plpgsql as $$
declare
  unbalanced bigint;
begin
  -- an entry may have been added to an earlier journal, so all entries of each journal are added up
  select journal_id into unbalanced from entry
    where journal_id = any(array(select journal_id from added))
    group by journal_id having sum(amount) <> 0 or count(*) < 2 limit 1;
  if found then
    raise exception 'journal % is not balanced', unbalanced using errcode = '23514';
  end if;
  return null;
end $$;
create trigger entries_are_balanced after insert on entry referencing new table as added
  for each statement execute function added_entries_are_balanced();

create function added_journals_are_filled() returns trigger language plpgsql as $$
declare
  empty bigint;
begin
  select id into empty from added
    where (select true from entry where journal_id = added.id limit 1) is not true limit 1;
  if found then
    raise exception 'journal % has no entries', empty using errcode = '23514';
  end if;
  return null;
end $$;
create trigger journals_are_filled after insert on journal referencing new table as added
  for each statement execute function added_journals_are_filled();

drop trigger entry_is_balanced on entry;
drop trigger journal_is_filled on journal;
drop function journal_is_balanced();
drop function journal_has_entries();
`;

export const journalChecks: Migration = { name: '145-journal-checks', sql, contractsAfter: '103-due-orders' };
