/**
 * Encrypts values that earlier releases stored as plain text. SQL cannot encrypt, so the migrations `056-at-rest` and
 * `057-callback-addresses` only add the columns, and delete the setting `DONE`, which marks this work as finished. The work
 * is done at start, in short transactions: after an interrupted start the next one goes on with the remaining rows.
 */
import { sql } from 'kysely';
import { BOUND_COLUMNS, encryptValue, type RowName, type BoundColumn } from './rowEncryption.ts';
import { readSetting, writeSetting } from './storedSettings.ts';
import type { Store, Tx } from './store.ts';

type Row = Readonly<Record<string, unknown>>;

/** Encrypted columns whose values were never stored as plain text. */
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
 * By encrypted column: the columns that held its value as plain text, and the value that is encrypted. The first of the plain
 * columns is never null in a row that is not encrypted yet.
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

/** Encrypts rows in the transaction. @returns how many; 0: no plain row is left. */
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
  // The files keep the plain text of replaced rows until a vacuum. On a PostgreSQL server the operator decides about a vacuum.
  if (encrypted > 0 && store.engine === 'embedded')
    for (const table of new Set([...Object.keys(PLAIN).map((name) => name.split('.')[0] as string), ...HASHED]))
      await sql`vacuum full ${sql.table(table)}`.execute(store.db);
  await writeSetting(store.db, DONE, true);
  return encrypted;
}
