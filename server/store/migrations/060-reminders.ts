/** Reminders before a due date, each sent once, and the reason why a person decides about an application. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table text_message
  -- a second text with the same key is not queued; null: the text may be queued again
  add column once_key text unique,
  -- the gateway gets it with every attempt, so that it sends a text once; unlike the id, no other database has it
  add column send_id uuid not null default gen_random_uuid();

-- the inbox of the sandbox takes a text once, as a gateway does; null: a code, which is sent without a retry
alter table sandbox_sms add column send_id uuid unique;

-- why the rules left the application to a person: a reason of src/market/decision.ts
alter table loan_order add column referred_for text;

-- loans that run already: the next round computes when their next reminder is due
update loan_order set next_due_at = 0 where status = 2 and next_due_at is not null;
`;

export const reminders: Migration = { name: '060-reminders', sql };
