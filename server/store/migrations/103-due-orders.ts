/** Indexes: due orders in the sequence of their processing, and the foreign keys by which rows are looked up or deleted. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
-- at midnight all loans are due at the same moment: batches of them are read in the order of their ids
create index loan_order_due on loan_order(next_due_at, id) where next_due_at is not null;
drop index loan_order_next_due;

-- what points at another row: without these, each deletion of that row reads the whole table
create index card_authorisation_order on card_authorisation(order_id);
create index card_reading_order on card_reading(order_id);
create index proof_picture_proof on proof_picture(proof_id) where proof_id is not null;
create index rail_callback_intent on rail_callback(intent_id) where intent_id is not null;
create index rail_callback_report on rail_callback(report_id) where report_id is not null;
create index rail_callback_reversal on rail_callback(reversal_id) where reversal_id is not null;
create index rail_callback_balance on rail_callback(balance_query_id) where balance_query_id is not null;
create index reported_payment_order on reported_payment(order_id) where order_id is not null;
create index session_of_user on session(user_id);
create index text_message_order on text_message(order_id) where order_id is not null;
create index ticket_picture_message on ticket_picture(message_id) where message_id is not null;
create index ticket_picture_user on ticket_picture(user_id);

-- the journal of a payment, by the payment
create index journal_ref on journal(ref) where ref is not null;
-- answers that grant a session, which end with it
create index idempotent_answer_session on idempotent_answer(session_hash) where session_hash is not null;
-- payouts that wait for the float
create index rail_intent_waiting on rail_intent(kind) where waits_since is not null and state = 'NEW';
-- payouts of the last minutes, which an answer about the float may not contain
create index rail_intent_sent on rail_intent(sent_at) where purpose = 'disbursement';
`;

export const dueOrders: Migration = { name: '103-due-orders', sql };
