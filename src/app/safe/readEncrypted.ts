/**
 * Reads what is encrypted with WebCrypto, which has no tables to fill: at the start of a borrower the call for home waits for it.
 * The safe itself, which writes without waiting, comes later in a file of its own.
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
 * @returns null: not encrypted, damaged, or this phone holds no key. The safe says then what is to be done. Without the id
 * of the installation.
 */
export async function readEncrypted({ sealed }: Found, host: KeyHost = ofBrowser()): Promise<Secrets | null> {
  if (typeof sealed !== 'string') return null;
  try {
    return readSecrets(foundIn(await inTime(opened(sealed, host))));
  } catch {
    return null;
  }
}
