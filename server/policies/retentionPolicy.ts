/**
 * The retention policy of every table after an account is closed. The compiler refuses a table without an entry, so that no
 * table is added without a decision.
 * `erased`: the borrower's rows are deleted at once. Codes to other people's numbers are `erased` too, except for times and a
 * hash that keep the limit of codes for a day.
 * `books`: rows that prove a loan that was paid out. They are kept without number and name for the retention period, then
 * deleted.
 * `ledger`: the lender's accounts, append only and without names.
 * `encrypted`: short-lived rows that are unreadable without the key, deleted on schedule.
 * `pseudonymous`: hashes of numbers and borrowers, without texts and amounts, append only.
 * `held`: a hash of a phone or ID number, until the day on which the number may apply again.
 * `staff`: data of the staff. A member is deactivated but stays, because the log names the authors of acts. Sessions and
 * invitations are deleted on schedule.
 * `lender`: data about no borrower. Jobs, callbacks and texts are deleted by age too (`server/store/oldRows.ts`).
 * `simulated`: the records of the simulated M-PESA and the texts on the phone, in the sandbox only.
 */
import type { Schema } from '#server/store/schema/index.ts';

export type Retention = 'erased' | 'books' | 'ledger' | 'encrypted' | 'held' | 'pseudonymous' | 'staff' | 'lender' | 'simulated';

export const RETENTION_POLICY: Readonly<Record<keyof Schema, Retention>> = {
  // The row is deleted. If books are kept, it only loses its number.
  app_user: 'books',
  loan_order: 'books',
  order_event: 'books',
  consent: 'books',
  rail_intent: 'books',
  rail_callback: 'books',
  reported_payment: 'books',
  rollover: 'books',
  dedicated_account: 'books',
  proof: 'books',

  profile_section: 'erased',
  photo: 'erased',
  photo_blob: 'erased',
  face_turn: 'erased',
  payout_account: 'erased',
  card_reading: 'erased',
  id_claim: 'erased',
  // Records of people without an account too are deleted, ninety days after the day of their figures.
  bureau_record: 'erased',
  order_answer: 'erased',
  order_note: 'erased',
  closing_request: 'erased',
  // Acts contain texts to the borrower.
  desk_approval: 'erased',
  proof_picture: 'erased',
  card_authorisation: 'erased',
  text_message: 'erased',
  // Found by the hash of the number. In any case every row is deleted after ninety days.
  text_attempt: 'erased',
  ticket: 'erased',
  ticket_message: 'erased',
  ticket_picture: 'erased',
  session: 'erased',
  account_device: 'erased',
  terms_acceptance: 'erased',
  one_time_code: 'erased',
  collection_kind: 'erased',
  collection_consent: 'erased',
  collection_upload: 'erased',
  collected: 'erased',
  // A recording is also deleted when the consent is withdrawn, and after ninety days in any case.
  recording: 'erased',
  recording_piece: 'erased',
  recording_consent: 'erased',

  journal: 'ledger',
  entry: 'ledger',
  idempotent_answer: 'encrypted',
  desk_answer: 'encrypted',
  counter: 'encrypted',
  held_number: 'held',
  // A hash that is kept until a person unblocks the number.
  blocked_number: 'held',
  security_event: 'pseudonymous',
  // Contains numbers of cases, ids of staff and names of fields, never the values of fields.
  desk_log: 'pseudonymous',

  staff_member: 'staff',
  staff_invitation: 'staff',
  staff_passkey: 'staff',
  staff_session: 'staff',
  staff_challenge: 'staff',

  migration: 'lender',
  setting: 'lender',
  callback_secret: 'lender',
  rail_token: 'lender',
  rail_schedule: 'lender',
  balance_query: 'lender',
  rail_float: 'lender',
  // Payments that belong to no order, by receipt.
  reversal: 'lender',
  receipt_question: 'lender',
  // Claims of clerks, deleted with their sessions.
  desk_claim: 'lender',
  desk_uncovered: 'lender',
  account: 'lender',
  outbox: 'lender',
  task_lease: 'lender',
  cancellation: 'lender',

  sandbox_sms: 'simulated',
  sim_wallet: 'simulated',
  sim_prompt: 'simulated',
  sim_payout: 'simulated',
  sim_transaction: 'simulated',
  sim_delivery: 'simulated',
  sim_setting: 'simulated',
};
