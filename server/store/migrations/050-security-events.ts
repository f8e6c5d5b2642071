/** The log of security events: append-only, and without personal data. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create table security_event(
  id bigint generated always as identity primary key,
  at bigint not null,
  kind text not null,
  -- what it was about, in words of the program: a call, a limit, a purpose
  subject text not null,
  -- hashes under a key of the lender: the same borrower, number or address has the same hash
  user_mac text,
  number_mac text,
  address_mac text
);
create index security_event_at on security_event(at);
create index security_event_kind on security_event(kind, at);
create trigger security_event_append_only before update or delete on security_event for each row execute function append_only();
create trigger security_event_no_truncate before truncate on security_event for each statement execute function append_only();
`;

export const securityEvents: Migration = { name: '050-security-events', sql };
