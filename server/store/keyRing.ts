/**
 * The data keys of this server, and their ring in the database: which keys its rows may be encrypted under, a fingerprint
 * of each, and the hash keys, encrypted under a data key. A start with a wrong key, or without a key that is in use, is
 * refused before anything is written.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { CannotStart } from './cannotStart.ts';
import { makeKeyFile, readKeyFile } from './keyFile.ts';
import { createSecret, FIRST_KEY, type DataKey, type Purpose, type Secret } from './secret.ts';
import { readSetting, writeSetting } from './storedSettings.ts';
import type { Db, Store, Tx } from './store.ts';
import { verbCommand } from './verbCommand.ts';

const SETTING = 'data keys';
const LOCK = 7_305_113;

/** File names in the data folder. Lenders that started before key rotation existed have the second. */
const OWN_FILE = 'data.keys';
const EARLIER_FILE = 'photo.key';

export interface KeySource {
  /** Keys from the environment; null: they are in a file. */
  keys: readonly DataKey[] | null;
  /** Path of the file; null: it is in `dataDir`. */
  keyFile: string | null;
  dataDir: string;
  /** The setting that `keys` are from; by default DATA_KEYS. */
  keySetting?: KeySetting;
}

/** `PHOTO_KEY` is the earlier name of a single key. */
export type KeySetting = 'DATA_KEYS' | 'PHOTO_KEY';

/** @property file path of the file with the keys; null: they are in the environment. @property place see {@link placeOfKeys}. */
export interface LoadedKeys {
  secret: Secret;
  file: string | null;
  place: string;
}

interface StoredRing {
  /** Base64. */
  hashKeys: string;
  /** Fingerprints by key number, of every key that a row may be encrypted under. */
  inUse: Record<string, string>;
}

export const keyFileOf = ({ keys, keyFile, dataDir }: KeySource): string | null => {
  if (keys) return null;
  if (keyFile !== null) return keyFile;
  const earlier = join(dataDir, EARLIER_FILE);
  return existsSync(earlier) ? earlier : join(dataDir, OWN_FILE);
};

/** Where the operator finds the keys: the path of a file, or the name of a setting. */
export const placeOfKeys = (source: KeySource): string => keyFileOf(source) ?? source.keySetting ?? 'DATA_KEYS';

const readRing = async (db: Db): Promise<StoredRing | undefined> => (await readSetting(db, SETTING)) as StoredRing | undefined;

async function changeRing(store: Store, change: (ring: StoredRing | undefined, tx: Tx) => Promise<StoredRing>): Promise<void> {
  await store.tx(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    await writeSetting(tx, SETTING, await change(await readRing(tx), tx));
  });
}

const wrapped = (secret: Secret): string => secret.wrapHashKeys().toString('base64');

/** Adds the current key to the keys in use; the first start also stores the hash keys. Must run before a row is encrypted. */
export const keepKeyRing = (store: Store, secret: Secret): Promise<void> => changeRing(store, async (ring) => withCurrentKey(ring, secret));

function withCurrentKey(ring: StoredRing | undefined, secret: Secret): StoredRing {
  const first = Math.min(...secret.keyIds);
  const inUse = ring?.inUse ?? { [first]: secret.fingerprintOf(first) };
  return {
    hashKeys: ring?.hashKeys ?? wrapped(secret),
    inUse: { ...inUse, [secret.currentKey]: secret.fingerprintOf(secret.currentKey) },
  };
}

/** Numbers of keys in use that this process lacks because another process has begun a rotation. */
export async function missingKeys(store: Store, secret: Secret): Promise<number[]> {
  return (await keysInUse(store)).filter((id) => !secret.keyIds.includes(id));
}

/** Makes the current key the only one in use, after every row was encrypted under it, and encrypts the hash keys under it. */
export const keepOnlyCurrentKey = (store: Store, secret: Secret): Promise<void> =>
  changeRing(store, async () => ({
    hashKeys: wrapped(secret),
    inUse: { [secret.currentKey]: secret.fingerprintOf(secret.currentKey) },
  }));

/** The fingerprint of every key in use, by the key's number; empty before the first start with keys. */
export const keyFingerprints = async (db: Db): Promise<Record<string, string>> => (await readRing(db))?.inUse ?? {};

export const keysInUse = async (store: Store): Promise<number[]> => Object.keys((await readRing(store.db))?.inUse ?? {}).map(Number);

/**
 * @throws CannotStart when a key is missing, or differs from the key with which the rows were encrypted.
 */
export async function loadKeys(source: KeySource, store: Store): Promise<LoadedKeys> {
  const file = keyFileOf(source);
  const where = placeOfKeys(source);
  const ring = await readRing(store.db);
  const samples = ring ? [] : await samplesWithoutRing(store);
  if (file !== null && !existsSync(file)) {
    if (ring || samples.length > 0)
      throw new CannotStart(
        `${file} is missing, and the database holds data encrypted with its keys: put the file back, name its place with DATA_KEY_FILE, or set DATA_KEYS to what it held.`,
      );
    makeKeyFile(file);
  }
  const secret = createSecret(source.keys ?? readKeyFile(file as string));
  const wrong = (id: number): CannotStart =>
    new CannotStart(`Key ${id} of ${where} is not the key that the data in the database is encrypted with: put the right one back.`);
  for (const { purpose, bytes, about } of samples) {
    try {
      secret.decrypt(purpose, bytes, about);
    } catch {
      throw wrong(FIRST_KEY);
    }
  }
  // The keys are compared under the lock: another process may have written the first ring since it was read above.
  await changeRing(store, async (stored) => {
    for (const id of Object.keys(stored?.inUse ?? {}).map(Number)) {
      if (!secret.keyIds.includes(id))
        throw new CannotStart(
          where === 'PHOTO_KEY'
            ? `PHOTO_KEY is key ${FIRST_KEY} alone, and rows of the database are encrypted with key ${id}: set DATA_KEYS to all keys in its place.`
            : `Key ${id} is missing in ${where}, and rows of the database are encrypted with it: put it back until ${verbCommand('keys:rotate')} says that nothing uses it.`,
        );
      if (stored?.inUse[id] !== secret.fingerprintOf(id)) throw wrong(id);
    }
    if (stored) secret.unwrapHashKeys(Buffer.from(stored.hashKeys, 'base64'));
    return withCurrentKey(stored, secret);
  });
  return { secret, file, place: where };
}

interface Sample {
  purpose: Purpose;
  bytes: Uint8Array;
  about: string;
}

/** The newest encrypted row of each kind; they verify the key of a database whose earlier release stored no ring. */
async function samplesWithoutRing({ db }: Store): Promise<Sample[]> {
  const photo = await db.selectFrom('photo_blob').select(['ref', 'encrypted']).orderBy('at', 'desc').limit(1).executeTakeFirst();
  const answer = await db
    .selectFrom('idempotent_answer')
    .select(['fingerprint', 'encrypted'])
    .where('encrypted', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return [
    ...(photo ? [{ purpose: 'photo' as const, bytes: photo.encrypted, about: photo.ref }] : []),
    ...(answer?.encrypted ? [{ purpose: 'answer' as const, bytes: answer.encrypted, about: answer.fingerprint }] : []),
  ];
}
