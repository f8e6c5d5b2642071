/**
 * Decrypts the stored secrets with WebCrypto, because the call for home of a signed-in borrower waits for them, and WebCrypto
 * needs no tables to be filled first. The safe, which writes synchronously, is fetched later in a file of its own.
 */
import { foundIn, type Found, type Secrets } from '../storedFormat.ts';
import { unwrap, type KeyHost, type KeyRecord } from './keyRecord.ts';
import type { Stored } from './readStored.ts';
import { inTime, ofBrowser } from './keyHost.ts';
import { readSecrets } from './secrets.ts';

/** An encrypted text: base64 of nonce and AES-GCM ciphertext. */
export const NONCE_BYTES = 12;

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

async function opened(encrypted: string, crypto: Crypto, record: KeyRecord): Promise<string> {
  const bytes = fromBase64(encrypted);
  const { subtle } = crypto;
  const key = await subtle.importKey('raw', await unwrap(subtle, record), 'AES-GCM', false, ['decrypt']);
  const text = await subtle.decrypt({ name: 'AES-GCM', iv: bytes.subarray(0, NONCE_BYTES) }, key, bytes.subarray(NONCE_BYTES));
  return new TextDecoder().decode(text);
}

/**
 * @param stored what the start page has read; undefined: there is no start page of a build.
 * @returns the secrets without the id of the installation. null: not encrypted, damaged, or no key on this phone. Then the
 * safe must read them.
 */
export async function readEncrypted(
  { sealed }: Found,
  stored: Promise<Stored> | undefined,
  { crypto }: Pick<KeyHost, 'crypto'> = ofBrowser(),
): Promise<Secrets | null> {
  if (typeof sealed !== 'string' || !stored || !crypto) return null;
  try {
    const text = await inTime(stored.then(({ key }) => (key ? opened(sealed, crypto, key) : null)));
    return text === null ? null : readSecrets(foundIn(text));
  } catch {
    return null;
  }
}
