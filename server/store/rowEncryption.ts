/**
 * Columns with a borrower's statements about themselves, and with secrets of the lender and its staff. A value is encrypted as
 * a whole and bound to its table, column and row. A row that is copied to another borrower cannot be decrypted there, and
 * neither can a value that is copied to another column.
 */
import { KeyedAdapter } from './keyedAdapter.ts';
import type { Encrypted } from './schema/encrypted.ts';
import type { Secret } from './secret.ts';
import type { Db } from './store.ts';

/** Encrypted columns, and the columns of the row that each is bound to. They never change. */
export const BOUND_COLUMNS = {
  'profile_section.sealed': ['user_id', 'section'],
  'payout_account.sealed': ['user_id'],
  'order_answer.sealed': ['order_id'],
  'card_reading.sealed': ['user_id'],
  'consent.key_facts_sealed': ['order_id', 'at'],
  'consent.document_sealed': ['order_id', 'at'],
  'rail_intent.bank_account_sealed': ['id'],
  'callback_secret.sealed': ['name'],
  'rail_token.sealed': ['name'],
  'bureau_record.sealed': ['id_mac'],
  'ticket.sealed': ['ticket_no'],
  'ticket_message.sealed': ['ticket_id', 'author', 'at'],
  'staff_member.own_mobile_sealed': ['staff_id'],
  'staff_member.authenticator_sealed': ['staff_id'],
  'staff_member.next_authenticator_sealed': ['staff_id'],
  'staff_invitation.authenticator_sealed': ['staff_id'],
  'desk_answer.sealed': ['staff_id', 'request_id'],
  'order_note.sealed': ['order_id', 'about'],
  'proof.words_sealed': ['proof_no'],
  'closing_request.words_sealed': ['user_id'],
  'desk_approval.sealed': ['approval_id'],
} as const;

export type BoundColumn = keyof typeof BOUND_COLUMNS;
/** Values of the columns that {@link BOUND_COLUMNS} names, in that order. */
export type RowName = readonly (string | number)[];

export const aboutRow = (column: BoundColumn, row: RowName): string => `${column} ${JSON.stringify(row)}`;

export function secretOf(db: Db): Secret {
  const { adapter } = db.getExecutor();
  if (!(adapter instanceof KeyedAdapter) || !adapter.secret) throw new Error('the store has no keys yet');
  return adapter.secret;
}

/** @param value a value that JSON can represent. */
export const encryptValue = (db: Db, column: BoundColumn, row: RowName, value: unknown): Buffer =>
  secretOf(db).encrypt('row', Buffer.from(JSON.stringify(value)), aboutRow(column, row));

/** @throws when the bytes belong to another row or column, or were changed. */
export const decryptValue = <T>(db: Db, column: BoundColumn, row: RowName, bytes: Encrypted): T =>
  JSON.parse(secretOf(db).decrypt('row', bytes, aboutRow(column, row)).toString('utf8')) as T;
