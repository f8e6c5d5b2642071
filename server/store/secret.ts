/**
 * Encryption and hashing of this server. Data is encrypted under the current data key. The number of the key is stored in
 * front of each ciphertext, so that older ciphertexts can be read after a key rotation. Hash keys never change, because a
 * rotation would make every stored hash useless (decision 61).
 */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';

export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Precedes the key's number. Ciphertexts of releases without key numbers begin with a random nonce instead and use key 1. */
const MARK = Buffer.from('LKEY');
export const HEADER_BYTES = MARK.length + 2;
/** Number of the key of ciphertexts without a key number. */
export const FIRST_KEY = 1;

export interface DataKey {
  /** 1 to 65535. */
  id: number;
  bytes: Uint8Array;
}

/** Kinds of encrypted data, each with a key of its own. */
export type Purpose = 'photo' | 'answer' | 'collection' | 'recording' | 'row' | 'hash keys';

/** Hashes older than the root of the hash keys: their keys are derived directly from the first data key. */
const EARLY_HASHES = ['code', 'log', 'address', 'paybill', 'collection', 'number', 'asker', 'device'] as const;
export type HashPurpose =
  | (typeof EARLY_HASHES)[number]
  | 'nationalId'
  | 'picture'
  | 'counter'
  | 'captcha'
  | 'agreement'
  | 'callback'
  | 'recording';

export interface Secret {
  /**
   * AES-256-GCM under the current key: number of the key, nonce, tag, ciphertext.
   * @param about name of the owner or place of the data; decryption with another name fails.
   */
  encrypt(purpose: Purpose, plain: Uint8Array, about: string): Buffer;
  /** @throws when the data was encrypted for another purpose or name, was changed, or its key is missing. */
  decrypt(purpose: Purpose, encrypted: Uint8Array, about: string): Buffer;
  /** HMAC-SHA-256, for values so short that a hash without a key could be guessed. A key rotation does not change it. */
  mac(purpose: HashPurpose, text: string): Buffer;

  readonly currentKey: number;
  readonly keyIds: readonly number[];
  /** First bytes of every ciphertext of this key. */
  headerOf(id: number): Buffer;
  /** Distinguishes this key from another with the same number, and reveals nothing else about it. */
  fingerprintOf(id: number): string;
  /** Encrypts with this key from now on. Data under the other keys can still be decrypted. */
  use(key: DataKey): void;
  /** The hash keys, encrypted under the current key. */
  wrapHashKeys(): Buffer;
  /** Replaces the hash keys by stored ones. @throws when the key is missing under which they are encrypted. */
  unwrapHashKeys(wrapped: Uint8Array): void;
}

const derive = (key: Uint8Array, info: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', info, KEY_BYTES));

const headerOf = (id: number): Buffer => {
  const header = Buffer.alloc(HEADER_BYTES);
  MARK.copy(header);
  header.writeUInt16BE(id, MARK.length);
  return header;
};

/** Number of the key; null: the ciphertext has no key number. */
const keyIdOf = (bytes: Buffer): number | null =>
  bytes.length >= HEADER_BYTES && bytes.subarray(0, MARK.length).equals(MARK) ? bytes.readUInt16BE(MARK.length) : null;

/** Keys in hex by purpose, and under {@link ROOT} the root of the keys of all other purposes. */
type HashKeys = Readonly<Record<string, string>>;
const ROOT = 'root';

function hashKeysFrom(first: Uint8Array): HashKeys {
  const keys: Record<string, string> = { [ROOT]: derive(first, 'hash root').toString('hex') };
  for (const purpose of EARLY_HASHES) keys[purpose] = derive(first, purpose).toString('hex');
  return keys;
}

/**
 * @param keys the current key first; or the bytes of the only key, which gets number 1. Until {@link Secret.unwrapHashKeys}
 * is called, the hash keys are derived from the key with the lowest number.
 */
export function createSecret(keys: Uint8Array | readonly DataKey[]): Secret {
  const ring = new Map<number, Uint8Array>();
  /** Prepared for OpenSSL: with the bytes of a key each cipher takes two to three times as long to make. */
  const derived = new Map<string, KeyObject>();
  let current = FIRST_KEY;

  const add = ({ id, bytes }: DataKey): void => {
    if (bytes.length !== KEY_BYTES) throw new Error(`the secret must be ${KEY_BYTES} bytes`);
    if (!Number.isInteger(id) || id < 1 || id > 0xffff) throw new Error(`${id} is no number of a key`);
    ring.set(id, bytes);
    for (const name of derived.keys()) if (name.startsWith(`${id} `)) derived.delete(name);
  };
  const given = keys instanceof Uint8Array ? [{ id: FIRST_KEY, bytes: keys }] : keys;
  const [newest] = given;
  if (!newest) throw new Error('there is no key');
  for (const key of given) add(key);
  current = newest.id;
  let hashKeys = hashKeysFrom(ring.get(Math.min(...ring.keys())) as Uint8Array);

  const keyOf = (id: number): Uint8Array => {
    const bytes = ring.get(id);
    if (!bytes) throw new Error(`key ${id} is not here`);
    return bytes;
  };
  const once = (name: string, make: () => Buffer): KeyObject => {
    const known = derived.get(name) ?? createSecretKey(make());
    derived.set(name, known);
    return known;
  };
  const keyFor = (id: number, purpose: Purpose): KeyObject => once(`${id} ${purpose}`, () => derive(keyOf(id), purpose));
  const hashKeyFor = (purpose: HashPurpose): KeyObject =>
    once(`hash ${purpose}`, () =>
      hashKeys[purpose] === undefined
        ? derive(Buffer.from(hashKeys[ROOT] as string, 'hex'), purpose)
        : Buffer.from(hashKeys[purpose], 'hex'),
    );

  const open = (id: number, purpose: Purpose, bytes: Buffer, about: string): Buffer => {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(id, purpose), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  };

  const secret: Secret = {
    encrypt(purpose, plain, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyFor(current, purpose), nonce).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([headerOf(current), nonce, cipher.getAuthTag(), body]);
    },
    decrypt(purpose, encrypted, about) {
      const bytes = Buffer.from(encrypted);
      const id = keyIdOf(bytes);
      if (id === null) return open(FIRST_KEY, purpose, bytes, about);
      try {
        return open(id, purpose, bytes.subarray(HEADER_BYTES), about);
      } catch (error) {
        // A ciphertext without a key number may begin like a header by chance: its nonce is random (1 in 4,000 million).
        if (!ring.has(FIRST_KEY) || bytes.length < NONCE_BYTES + TAG_BYTES) throw error;
        try {
          return open(FIRST_KEY, purpose, bytes, about);
        } catch {
          throw error;
        }
      }
    },
    mac: (purpose, text) => createHmac('sha256', hashKeyFor(purpose)).update(text).digest(),

    get currentKey() {
      return current;
    },
    get keyIds() {
      return [...ring.keys()];
    },
    headerOf,
    fingerprintOf: (id) => derive(keyOf(id), 'fingerprint').toString('hex').slice(0, 16),
    use(key) {
      add(key);
      current = key.id;
    },
    wrapHashKeys: () => secret.encrypt('hash keys', Buffer.from(JSON.stringify(hashKeys)), 'hash keys'),
    unwrapHashKeys(wrapped) {
      hashKeys = JSON.parse(secret.decrypt('hash keys', wrapped, 'hash keys').toString('utf8')) as HashKeys;
      for (const name of derived.keys()) if (name.startsWith('hash ')) derived.delete(name);
    },
  };
  return secret;
}
