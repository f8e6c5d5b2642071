/**
 * The one secret of this server and what is derived from it: photos and stored answers are sealed,
 * codes and log names are hashed, each with a key of its own. It lies beside the data, not in it, so
 * that a copy of the database alone gives nothing away.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '#server/store/errors.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Secret {
  /** AES-256-GCM: nonce, tag, ciphertext. @param about what it belongs to; opening it under another name fails. */
  seal(purpose: Purpose, plain: Uint8Array, about: string): Buffer;
  /** @throws when it was sealed for another purpose or name, or was changed. */
  open(purpose: Purpose, sealed: Uint8Array, about: string): Buffer;
  /** HMAC-SHA-256: for values too short to be hashed alone. */
  mac(purpose: Purpose, text: string): Buffer;
}

export type Purpose = 'photo' | 'answer' | 'code' | 'log' | 'address' | 'paybill';

export function createSecret(key: Uint8Array): Secret {
  if (key.length !== KEY_BYTES) throw new Error(`the secret must be ${KEY_BYTES} bytes`);
  const keys = new Map<Purpose, Buffer>();
  const keyFor = (purpose: Purpose): Buffer => {
    const known = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES));
    keys.set(purpose, known);
    return known;
  };
  return {
    seal(purpose, plain, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(purpose, sealed, about) {
      const bytes = Buffer.from(sealed);
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
 * @throws CannotStart when the file is there but holds no key: a new key would make every stored photo unreadable.
 */
export function loadSecret(given: Uint8Array | null, dataDir: string): Secret {
  if (given) return createSecret(given);
  const path = join(dataDir, 'photo.key');
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
