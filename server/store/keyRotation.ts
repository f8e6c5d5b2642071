/**
 * Encrypts every row under the current data key, in short transactions while the lender serves. The rotation can be stopped
 * at any point: finished batches stay, and the next run goes on with the remaining rows.
 */
import { sql } from 'kysely';
import { ENCRYPTED, type EncryptedColumn } from './encryptedColumns.ts';
import { keepOnlyCurrentKey, keysInUse } from './keyRing.ts';
import { HEADER_BYTES, type Secret } from './secret.ts';
import type { RowName } from './rowEncryption.ts';
import type { Store } from './store.ts';

/** Rows in one transaction. More would take too much memory: a photo has several megabytes. */
const BATCH = 20;

/** @property unused numbers of keys that no row is encrypted under any more. */
export interface Rotated {
  rows: number;
  key: number;
  unused: readonly number[];
}

interface Found {
  place: string;
  encrypted: Uint8Array;
  name: RowName;
}

async function rowsUnderOtherKeys({ db }: Store, { table, column, bound }: EncryptedColumn, current: Buffer): Promise<Found[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select ctid::text as place, ${sql.ref(column)} as encrypted, ${sql.join(bound.map((one) => sql.ref(one)))}
    from ${sql.table(table)}
    where ${sql.ref(column)} is not null and substring(${sql.ref(column)} from 1 for ${sql.lit(HEADER_BYTES)}) <> ${current}
    limit ${sql.lit(BATCH)}`.execute(db);
  return rows.map((row) => ({
    place: row['place'] as string,
    encrypted: row['encrypted'] as Uint8Array,
    name: bound.map((one) => row[one]) as RowName,
  }));
}

/** Leaves a row as it is that was changed or deleted meanwhile: the change has encrypted it under the current key. */
async function encryptAgain(store: Store, secret: Secret, encrypted: EncryptedColumn, found: readonly Found[]): Promise<number> {
  const { table, column, purpose } = encrypted;
  let changed = 0;
  await store.tx(async (tx) => {
    for (const { place, encrypted: before, name } of found) {
      const about = encrypted.about(name);
      const after = secret.encrypt(purpose, secret.decrypt(purpose, before, about), about);
      const done = await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${after}
        where ctid = ${place}::tid and ${sql.ref(column)} = ${Buffer.from(before)}`.execute(tx);
      changed += Number(done.numAffectedRows ?? 0n);
    }
  });
  return changed;
}

/**
 * @param progress called after every batch with the number of rows of this table that were encrypted again.
 * @param isStopped called before every batch.
 * @returns null when the rotation was stopped.
 * @throws Error when none of the keys decrypts a row.
 */
export async function rotate(
  store: Store,
  secret: Secret,
  progress: (table: string, rows: number) => void = () => undefined,
  isStopped: () => boolean = () => false,
): Promise<Rotated | null> {
  const before = await keysInUse(store);
  const key = secret.currentKey;
  const current = secret.headerOf(key);
  let rows = 0;
  for (const encrypted of ENCRYPTED) {
    let ofTable = 0;
    for (;;) {
      if (isStopped()) return null;
      const found = await rowsUnderOtherKeys(store, encrypted, current);
      if (found.length === 0) break;
      ofTable += await encryptAgain(store, secret, encrypted, found);
      progress(encrypted.table, ofTable);
    }
    rows += ofTable;
  }
  await keepOnlyCurrentKey(store, secret);
  return { rows, key, unused: [...new Set([...before, ...secret.keyIds])].filter((id) => id !== key) };
}
