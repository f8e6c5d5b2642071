/**
 * Every encrypted column of the database. A test fails for a column of bytes that is not listed, because a key rotation would
 * leave its values under an old key.
 */
import type { Purpose } from './secret.ts';
import { aboutRow, BOUND_COLUMNS, type RowName, type BoundColumn } from './rowEncryption.ts';

export interface EncryptedColumn {
  table: string;
  column: string;
  purpose: Purpose;
  /** Columns of the row that the value is bound to. */
  bound: readonly string[];
  /** @param row values of `bound`. */
  about(row: RowName): string;
}

const first = ([one]: RowName): string => String(one);

export const ENCRYPTED: readonly EncryptedColumn[] = [
  { table: 'photo_blob', column: 'encrypted', purpose: 'photo', bound: ['ref'], about: first },
  { table: 'proof_picture', column: 'encrypted', purpose: 'photo', bound: ['ref'], about: first },
  {
    table: 'collected',
    column: 'encrypted',
    purpose: 'collection',
    bound: ['order_id', 'kind'],
    about: ([orderId, kind]) => `${orderId} ${kind}`,
  },
  { table: 'recording', column: 'head_encrypted', purpose: 'recording', bound: ['journey'], about: first },
  {
    table: 'recording_piece',
    column: 'encrypted',
    purpose: 'recording',
    bound: ['journey', 'piece'],
    about: ([journey, piece]) => `${journey} ${piece}`,
  },
  { table: 'idempotent_answer', column: 'encrypted', purpose: 'answer', bound: ['fingerprint'], about: first },
  ...(Object.keys(BOUND_COLUMNS) as BoundColumn[]).map((name): EncryptedColumn => {
    const [table = '', column = ''] = name.split('.');
    return { table, column, purpose: 'row', bound: BOUND_COLUMNS[name], about: (row) => aboutRow(name, row) };
  }),
];
