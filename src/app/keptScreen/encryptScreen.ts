import { NONCE_BYTES } from '../safe/readEncrypted.ts';
import { algorithm, type DrawnFor, type KeptScreen } from './screenRecord.ts';

/** @param key of the installation (`KeyRecord`). @returns nonce and ciphertext. */
export async function encryptScreen(screen: KeptScreen, key: CryptoKey, drawnFor: DrawnFor): Promise<Uint8Array<ArrayBuffer>> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const ciphertext = await crypto.subtle.encrypt(algorithm(nonce, drawnFor), key, new TextEncoder().encode(JSON.stringify(screen)));
  const record = new Uint8Array(NONCE_BYTES + ciphertext.byteLength);
  record.set(nonce);
  record.set(new Uint8Array(ciphertext), NONCE_BYTES);
  return record;
}
