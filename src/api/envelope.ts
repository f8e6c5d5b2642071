/**
 * The envelope as the page writes it (`docs/wire.md`): AES-128-ECB, PKCS#7, lower-case hex, key = the
 * first 16 bytes of SHA-256(package name). It hides calls from a casual reader; it is not security. crypto-js is used instead
 * of the safe's cipher, which fills tables of a megabyte before the first call: 75 ms on a cheap phone. crypto-js fills ten
 * tables of a kilobyte.
 */
import AES from 'crypto-js/aes.js';
import CryptoJS from 'crypto-js/core.js';
import ECB from 'crypto-js/mode-ecb.js';
import SHA256 from 'crypto-js/sha256.js';

/**
 * Encodes a text as lower-case hex, a multiple of 32 digits. The page never decodes an envelope: answers are plain
 * JSON.
 */
export type Encrypt = (text: string) => string;

const KEY_BYTES = 16;

export function createEncrypt(packageName: string): Encrypt {
  const key = CryptoJS.lib.WordArray.create(SHA256(packageName).words, KEY_BYTES);
  return (text) => AES.encrypt(text, key, { mode: ECB }).ciphertext.toString();
}

/** `/<hex of the path>/e`, below the base path. */
export const encryptPath = (encrypt: Encrypt, path: string): string => `/${encrypt(path)}/e`;

/** @param timestamp ms on the lender's clock, as far as the page knows it. */
export const encryptPayload = (encrypt: Encrypt, payload: object, timestamp: number): string =>
  encrypt(JSON.stringify({ ...payload, timestamp }));

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS_AND_DIGITS = LETTERS + '0123456789';

/** A random parameter name, `[a-z][a-z0-9]{5,11}`. @param random uniform in [0, 1). */
export function fieldName(random: () => number): string {
  const pick = (from: string): string => from.charAt(Math.floor(random() * from.length));
  let name = pick(LETTERS);
  for (let left = 5 + Math.floor(random() * 7); left > 0; left--) name += pick(LETTERS_AND_DIGITS);
  return name;
}
