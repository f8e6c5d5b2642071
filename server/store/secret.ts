/**
 * The one secret of this server and what is derived from it: photos and stored answers are encrypted,
 * codes and names in the log are hashed, each with a key of its own. It is stored beside the database, so
 * that a copy of the database alone reveals nothing.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from './cannotStart.ts';
import type { Store } from '#server/store/store.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Secret {
  /** AES-256-GCM: nonce, tag, ciphertext. @param about what it belongs to; decrypting it under another name fails. */
  encrypt(purpose: Purpose, plain: Uint8Array, about: string): Buffer;
  /** @throws when it was encrypted for another purpose or name, or was changed. */
  decrypt(purpose: Purpose, encrypted: Uint8Array, about: string): Buffer;
  /** HMAC-SHA-256: for values too short to be hashed alone. */
  mac(purpose: Purpose, text: string): Buffer;
}

export type Purpose =
  | 'photo'
  | 'answer'
  | 'code'
  | 'log'
  | 'address'
  | 'paybill'
  | 'collection'
  | 'number'
  | 'asker'
  | 'device'
  | 'picture'
  | 'counter'
  | 'captcha';

export function createSecret(key: Uint8Array): Secret {
  if (key.length !== KEY_BYTES) throw new Error(`the secret must be ${KEY_BYTES} bytes`);
  const keys = new Map<Purpose, Buffer>();
  const keyFor = (purpose: Purpose): Buffer => {
    const known = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES));
    keys.set(purpose, known);
    return known;
  };
  return {
    encrypt(purpose, plain, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    decrypt(purpose, encrypted, about) {
      const bytes = Buffer.from(encrypted);
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
    mac: (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest(),
  };
}

/**
 * The key of `PHOTO_KEY`, or of the file `photo.key` in the data folder, which is made at the first start.
 * @throws CannotStart when the key is missing or cannot decrypt what the database holds.
 */
export async function loadSecret(given: Uint8Array | null, dataDir: string, store: Store): Promise<Secret> {
  const path = join(dataDir, 'photo.key');
  const samples = await encryptedSamples(store);
  if (!given && samples.length > 0 && !existsSync(path))
    throw new CannotStart(
      `${path} is missing, and the database holds photos or answers encrypted with it: put the file back, or set PHOTO_KEY to its 64 hex digits.`,
    );
  const secret = given ? createSecret(given) : fromFile(path);
  for (const { purpose, bytes, about } of samples) {
    try {
      secret.decrypt(purpose, bytes, about);
    } catch {
      const where = given ? 'PHOTO_KEY' : path;
      throw new CannotStart(
        `${where} is not the key that the photos or answers in the database are encrypted with: put the right one back.`,
      );
    }
  }
  return secret;
}

interface Sample {
  purpose: Purpose;
  bytes: Uint8Array;
  about: string;
}

/** The newest row of each kind: enough to verify the key. */
async function encryptedSamples({ db }: Store): Promise<Sample[]> {
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

/** @throws CannotStart when the file is there but holds no key. */
function fromFile(path: string): Secret {
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, randomBytes(KEY_BYTES).toString('hex'));
    fsyncSync(file);
    closeSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new CannotStart(
      `${path} does not hold a key of 64 hex digits: put the right file back, because without it the stored photos cannot be read.`,
    );
  return createSecret(Buffer.from(text, 'hex'));
}
