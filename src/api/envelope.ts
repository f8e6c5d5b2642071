/**
 * The envelope as the page writes it (`docs/wire.md`): AES-128-ECB, PKCS#7, lower-case hex, key = the
 * first 16 bytes of SHA-256(package name). It hides calls from a casual reader; it is not security.
 */
import { createAes } from './aes.ts';
import { sha256Hex } from './sha256.ts';

/**
 * Encodes a text as lower-case hex, a multiple of 32 digits. The page never decodes an envelope: answers are plain
 * JSON.
 */
export type Encrypt = (text: string) => string;

const KEY_BYTES = 16;

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export function createEncrypt(packageName: string): Encrypt {
  const hash = sha256Hex(packageName);
  const key = Uint8Array.from({ length: KEY_BYTES }, (_, at) => parseInt(hash.slice(2 * at, 2 * at + 2), 16));
  const encrypt = createAes(key);
  return (text) => toHex(encrypt(new TextEncoder().encode(text)));
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
