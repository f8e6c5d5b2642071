/**
 * The key of this installation. Storing must be synchronous, because a web view is closed without warning, but WebCrypto is
 * asynchronous. Therefore secrets are encrypted with a data key that is in memory while the page is open. The data key is
 * stored encrypted with a WebCrypto key that no script can export. Both are in IndexedDB, so all tabs share them.
 */
import { KEY_PLACE, unwrap, type KeyHost, type KeyRecord } from './keyRecord.ts';

const [DATABASE, STORE, ID] = KEY_PLACE;
const NONCE_BYTES = 12;
const KEY_BYTES = 32;

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });

/** @param version undefined: the version that the database has, because another release may have raised it; 1 if there is none. */
function openVersion(factory: IDBFactory, version?: number): Promise<IDBDatabase> {
  const request = factory.open(DATABASE, version);
  request.addEventListener('upgradeneeded', () => void request.result.createObjectStore(STORE));
  return answered(request);
}

/**
 * Adds the store to a database that lacks it, in the next version. The database is not deleted: another tab may have added the
 * store and a key meanwhile. That tab asks for the same version, so the store is added once.
 */
async function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  const database = await openVersion(factory);
  if (database.objectStoreNames.contains(STORE)) return database;
  database.close();
  return openVersion(factory, database.version + 1);
}

const stored = (database: IDBDatabase): Promise<KeyRecord | undefined> =>
  answered(database.transaction(STORE).objectStore(STORE).get(ID) as IDBRequest<KeyRecord | undefined>);

/** Reads or stores the key in one transaction: two tabs that start at once get the same key. @param lost a useless record. */
function storedOr(database: IDBDatabase, made: KeyRecord, lost: KeyRecord | undefined): Promise<KeyRecord> {
  const transaction = database.transaction(STORE, 'readwrite');
  const store = transaction.objectStore(STORE);
  return new Promise((resolve, reject) => {
    let record = made;
    const reading = store.get(ID) as IDBRequest<KeyRecord | undefined>;
    reading.addEventListener('success', () => {
      const found = reading.result;
      if (found && !(lost && sameBytes(nonceOf(found), nonceOf(lost)))) record = found;
      else store.put(made, ID);
    });
    transaction.addEventListener('complete', () => resolve(record));
    // An unhandled error of a request aborts the transaction, so this listener sees every error.
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB failed')));
  });
}

/** A damaged record may lack its nonce, or be no record at all. */
const nonceOf = ({ nonce }: Partial<KeyRecord>): Uint8Array => (nonce instanceof Uint8Array ? nonce : new Uint8Array());

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at]);

async function makeRecord({ subtle, ...crypto }: { subtle: SubtleCrypto; getRandomValues: Crypto['getRandomValues'] }): Promise<KeyRecord> {
  const wrapping = await subtle.generateKey({ name: 'AES-GCM', length: KEY_BYTES * 8 }, false, ['encrypt', 'decrypt']);
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const dataKey = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return { wrapping, nonce, wrapped: await subtle.encrypt({ name: 'AES-GCM', iv: nonce }, wrapping, dataKey) };
}

/**
 * The data key, 32 bytes. The first call of an installation creates it; a damaged one is replaced.
 * @throws if IndexedDB or WebCrypto is missing or fails.
 */
export async function openKey({ indexedDB, crypto }: KeyHost): Promise<Uint8Array<ArrayBuffer>> {
  if (!indexedDB || !crypto?.subtle) throw new Error('no place for a key');
  const { subtle } = crypto;
  const database = await openDatabase(indexedDB);
  try {
    const found = await stored(database);
    const key = found && (await unwrap(subtle, found).catch(() => undefined));
    if (key) return key;
    const made = await makeRecord({ subtle, getRandomValues: crypto.getRandomValues.bind(crypto) });
    return await unwrap(subtle, await storedOr(database, made, found));
  } finally {
    database.close();
  }
}
