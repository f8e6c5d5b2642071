/**
 * The retention of every table after an account is closed. A table without an entry does not compile, so
 * no table can be added without a decision.
 * `erased`: the borrower's rows are deleted at once. `books`: what proves a loan that was paid out is kept
 * without number and name for its retention period, then deleted. `ledger`: the lender's accounts, append only
 * and without names. `encrypted`: short-lived and unreadable without the key, deleted on schedule.
 * `pseudonymous`: hashes of numbers and borrowers without anything that was said or done with money, append only.
 * `held`: a hash of a phone or ID number, until the day on which it may apply again.
 * Codes to other people's numbers are `erased` too, except for times and a hash that keep the limit of codes for a day.
 * `staff`: about the people who work at the desk. A member is deactivated and stays, because the log names who did what;
 * sessions and invitations are deleted on schedule.
 * `lender`: about no borrower. Jobs, callbacks and texts are deleted by age too (`server/store/oldRows.ts`). `simulated`:
 * M-PESA's own records and the texts on the phone, in the sandbox only.
 */
import type { Schema } from '#server/store/schema/index.ts';

export type Retention = 'erased' | 'books' | 'ledger' | 'encrypted' | 'held' | 'pseudonymous' | 'staff' | 'lender' | 'simulated';

export const RETENTION_POLICY: Readonly<Record<keyof Schema, Retention>> = {
  // The row is deleted, or loses its number where books are kept.
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
  // Also where there is no account: every record is deleted ninety days after the day of its figures.
  bureau_record: 'erased',
  order_answer: 'erased',
  order_note: 'erased',
  closing_request: 'erased',
  // Acts with words to the borrower.
  desk_approval: 'erased',
  proof_picture: 'erased',
  card_authorisation: 'erased',
  text_message: 'erased',
  // Also where there was no loan: by the hash of the number. Every row is deleted after ninety days.
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
  // A hash, until a person unblocks the number.
  blocked_number: 'held',
  security_event: 'pseudonymous',
  // Names cases by number, staff by id and fields by name, never what a field holds.
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
  // A payment that no order owns, by its receipt.
  reversal: 'lender',
  receipt_question: 'lender',
  // Who works on what: gone with the session.
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
