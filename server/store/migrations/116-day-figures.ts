/** Indexes for the figures of a day and for the queues of the desk. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create index order_event_at on order_event(at);
create index journal_on_date on journal(on_date, kind);
create index loan_order_status on loan_order(status, answer_latest_at);
create index loan_order_due_date on loan_order(due_date) where due_date is not null;
create index proof_decided on proof(decided_at) where decided_at is not null;
create index ticket_message_at on ticket_message(at) where author = 'lender';
-- what was paid out in the last minutes, which an answer about the float may not contain
create index rail_intent_paid_out on rail_intent(sent_at) where purpose <> 'repayment';
-- money that waits for its owner
create index entry_suspense on entry(journal_id) where account_id = 'suspense';
`;

export const dayFigures: Migration = { name: '116-day-figures', sql };
