/**
 * Encrypts what earlier releases stored as plain text. SQL cannot encrypt, so the migrations `056-at-rest` and
 * `057-callback-addresses` only make room, and delete the setting by which a start knows that nothing is left to do. It
 * runs at start, row by row in short transactions: a start that is interrupted goes on at the next one.
 */
import { sql } from 'kysely';
import { BOUND_COLUMNS, encryptValue, type RowName, type BoundColumn } from './rowEncryption.ts';
import { readSetting, writeSetting } from './storedSettings.ts';
import type { Store, Tx } from './store.ts';

type Row = Readonly<Record<string, unknown>>;

/** Encrypted columns that never had a plain predecessor. */
type BoundFromTheStart =
  | 'consent.document_sealed'
  | 'rail_token.sealed'
  | 'bureau_record.sealed'
  | 'desk_answer.sealed'
  | `staff_${string}`
  | 'order_note.sealed'
  | 'proof.words_sealed'
  | 'closing_request.words_sealed'
  | 'desk_approval.sealed';

type OncePlain = Exclude<BoundColumn, BoundFromTheStart>;

/**
 * Encrypted column to the columns that held the same as plain text, the first of them never null in such a row, and to what
 * is encrypted of them.
 */
const PLAIN: Readonly<Record<OncePlain, { columns: readonly string[]; value: (row: Row) => unknown }>> = {
  'profile_section.sealed': { columns: ['values'], value: (row) => row['values'] },
  'order_answer.sealed': { columns: ['values'], value: (row) => row['values'] },
  'payout_account.sealed': {
    columns: ['number', 'holder', 'details'],
    value: ({ number, holder, details }) => ({ number, holder, details }),
  },
  'card_reading.sealed': {
    columns: ['number', 'name', 'birthday'],
    value: ({ number, name, birthday }) => ({ number, name, birthday }),
  },
  'consent.key_facts_sealed': { columns: ['key_facts'], value: (row) => row['key_facts'] },
  'rail_intent.bank_account_sealed': { columns: ['bank_account'], value: (row) => row['bank_account'] },
  'callback_secret.sealed': { columns: ['value'], value: (row) => row['value'] },
  'ticket.sealed': {
    columns: ['description', 'receiver_account', 'contact', 'contact_time'],
    value: (row) => ({
      description: row['description'],
      receiverAccount: row['receiver_account'],
      contact: row['contact'],
      contactTime: row['contact_time'],
    }),
  },
  'ticket_message.sealed': { columns: ['text'], value: (row) => row['text'] },
};

/** Tables whose rows the migration `057-callback-addresses` replaced because they named an address of the rail. */
const HASHED = ['rail_intent', 'reported_payment', 'setting'];

const DONE = 'plain rows sealed';
const BATCH = 200;

/** @returns how many rows of one transaction; 0: none is left. */
async function encryptBatch(tx: Tx, name: OncePlain): Promise<number> {
  const { columns, value } = PLAIN[name];
  const [table = '', column = ''] = name.split('.');
  const bound = BOUND_COLUMNS[name];
  const { rows } = await sql<Row>`
    select ${sql.join([...bound, ...columns].map((one) => sql.ref(one)))}, ctid::text as place from ${sql.table(table)}
    where ${sql.ref(column)} is null and ${sql.ref(columns[0] as string)} is not null
    limit ${sql.lit(BATCH)} for update`.execute(tx);
  for (const row of rows) {
    const bytes = encryptValue(tx, name, bound.map((one) => row[one]) as RowName, value(row));
    const empty = columns.map((one) => sql`${sql.ref(one)} = null`);
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${bytes}, ${sql.join(empty)}
      where ctid = ${row['place']}::tid`.execute(tx);
  }
  return rows.length;
}

/** @returns how many rows were encrypted now. */
export async function encryptPlainRows(store: Store): Promise<number> {
  if ((await readSetting(store.db, DONE)) === true) return 0;
  let encrypted = 0;
  for (const name of Object.keys(PLAIN) as OncePlain[]) {
    let done = 0;
    do {
      done = await store.tx((tx) => encryptBatch(tx, name));
      encrypted += done;
    } while (done > 0);
  }
  // The database keeps replaced rows in its files until it needs the room. On a PostgreSQL server that is the operator's decision.
  if (encrypted > 0 && store.engine === 'embedded')
    for (const table of new Set([...Object.keys(PLAIN).map((name) => name.split('.')[0] as string), ...HASHED]))
      await sql`vacuum full ${sql.table(table)}`.execute(store.db);
  await writeSetting(store.db, DONE, true);
  return encrypted;
}
