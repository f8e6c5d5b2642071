/**
 * What becomes of every table when an account is closed. A table without a fate does not compile, so
 * nobody can add one and forget to think about it.
 *
 * `erased`: the borrower's rows are gone at once. `books`: what proves a loan that was paid out stays
 * without number and name until its day, then it is gone. `ledger`: the lender's own accounts, amounts that
 * nobody can change and that name no one. `encrypted`: short-lived and unreadable here, gone by the clock.
 * `held`: a hash of a number, until the day on which it may apply again.
 * `lender`: about no borrower. `simulated`: M-PESA's own, which the sandbox only plays.
 */
import type { Schema } from '#server/store/schema/index.ts';

export type Retention = 'erased' | 'books' | 'ledger' | 'encrypted' | 'held' | 'lender' | 'simulated';

export const RETENTION_POLICY: Readonly<Record<keyof Schema, Retention>> = {
  // The row itself goes, or loses its number where books must stay.
  app_user: 'books',
  loan_order: 'books',
  order_event: 'books',
  consent: 'books',
  rail_intent: 'books',
  rail_callback: 'books',
  rollover: 'books',
  dedicated_account: 'books',
  proof: 'books',

  profile_section: 'erased',
  photo: 'erased',
  photo_blob: 'erased',
  payout_account: 'erased',
  card_reading: 'erased',
  order_answer: 'erased',
  proof_picture: 'erased',
  card_authorisation: 'erased',
  text_message: 'erased',
  ticket: 'erased',
  ticket_message: 'erased',
  ticket_picture: 'erased',
  session: 'erased',
  terms_acceptance: 'erased',
  one_time_code: 'erased',
  sandbox_sms: 'erased',
  collection_kind: 'erased',
  collection_consent: 'erased',
  collection_upload: 'erased',
  collected: 'erased',

  journal: 'ledger',
  entry: 'ledger',
  idempotent_answer: 'encrypted',
  held_number: 'held',

  migration: 'lender',
  setting: 'lender',
  account: 'lender',
  outbox: 'lender',
  cancellation: 'lender',

  sim_wallet: 'simulated',
  sim_prompt: 'simulated',
  sim_payout: 'simulated',
  sim_transaction: 'simulated',
  sim_delivery: 'simulated',
  sim_setting: 'simulated',
};
