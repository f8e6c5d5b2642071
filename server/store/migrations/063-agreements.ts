/** The accepted agreement is stored as a PDF, and the database refuses to change the content of a consent. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
-- document_sealed: the PDF as it is downloaded. document_sha256: its hash, which stays when the account is closed
alter table consent add column document_sealed bytea, add column document_sha256 text;

-- Encrypted columns are written again by a rotation of the keys and emptied when the account is closed. What they decrypt
-- to is checked against the hash when it is read.
create function consent_is_fixed() returns trigger language plpgsql as $$
begin
  if (new.id, new.order_id, new.agreement_version, new.terms, new.given_by, new.at)
    is distinct from (old.id, old.order_id, old.agreement_version, old.terms, old.given_by, old.at)
  then raise exception 'a consent does not change';
  end if;
  if old.document_sha256 is not null and
    (new.document_sha256 is distinct from old.document_sha256 or (old.document_sealed is null and new.document_sealed is not null))
  then raise exception 'a stored agreement does not change';
  end if;
  return new;
end $$;
create trigger consent_fixed before update on consent for each row execute function consent_is_fixed();
`;

export const agreements: Migration = { name: '063-agreements', sql };
