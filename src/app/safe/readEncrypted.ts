/**
 * Decrypts the stored secrets with WebCrypto, because the call for home of a signed-in borrower waits for them, and WebCrypto
 * needs no tables to be filled first. The safe, which writes synchronously, is fetched later in a file of its own.
 */
import { foundIn, type Found, type Secrets } from '../storedFormat.ts';
import { openKey, type KeyHost } from './key.ts';
import { inTime, ofBrowser } from './keyHost.ts';
import { readSecrets } from './secrets.ts';

/** An encrypted text: base64 of nonce and AES-GCM ciphertext. */
export const NONCE_BYTES = 12;

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

async function opened(encrypted: string, host: KeyHost): Promise<string> {
  const bytes = fromBase64(encrypted);
  const raw = await openKey(host);
  const { subtle } = host.crypto as Crypto;
  const key = await subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
  const text = await subtle.decrypt({ name: 'AES-GCM', iv: bytes.subarray(0, NONCE_BYTES) }, key, bytes.subarray(NONCE_BYTES));
  return new TextDecoder().decode(text);
}

/**
 * @returns the secrets without the id of the installation. null: not encrypted, damaged, or no key on this phone. Then the
 * safe must read them.
 */
export async function readEncrypted({ sealed }: Found, host: KeyHost = ofBrowser()): Promise<Secrets | null> {
  if (typeof sealed !== 'string') return null;
  try {
    return readSecrets(foundIn(await inTime(opened(sealed, host))));
  } catch {
    return null;
  }
}
